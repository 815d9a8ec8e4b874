/** Deutsch für die Gründe der Bots: warum einer einen Zug mag. Die Codes stehen in docs/reasons.md. */

import { counting } from "./plurals";
import type { Reasons } from "./reasons";

const n = counting("de");
const cards = (count: number) => n(count, { one: "# Karte", other: "# Karten" });

export const reasons: Reasons = {
  at_random: (p) => `Einer von ${n(p.moves, { one: "# Zug", other: "# Zügen" })}, blind gewählt.`,
  denies_trump: (p) => `Du hast nicht mehr ${p.colour} als im Schnitt von den offenen Farben.`,
  denies_super: (p) => `Du hast in ${p.colour} nicht mehr kleine Karten als im Schnitt der offenen Farben.`,
  denies_first: (p) => `Dann spielt ${p.seat} nicht aus.`,
  declines_first: () => "Dann spielst du nicht aus.",
  denies_discard: (p) => `Das schließt aus: ${p.box}.`,
  keeps_colour: (p) =>
    p.row === "super"
      ? `${p.Colour} bleibt für Supertrümpfe offen, und in keiner anderen offenen Farbe hast du mehr kleine Karten.`
      : `${p.Colour} bleibt als Trumpf offen, und keine andere offene Farbe ist bei dir länger.`,
  raises_points: () => "Was offen bleibt, ist im Schnitt mehr wert.",
  lowers_points: () => "Was offen bleibt, ist im Schnitt weniger wert.",
  settles_row: (p) => `Damit steht fest: ${p.box}.`,
  leaves_open: (p) => `Offen bleibt: ${p.box}.`,
  plays_alone: () => "Du spielst allein.",
  makes_pair: () => "Ihr spielt zu zweit.",
  makes_trio: () => "Ihr spielt zu dritt.",
  partner_told: (p) =>
    `${p.seat} hat in der Reihe „${p.rowName}“ ${n(p.boxes, { one: "# Feld", other: "# Felder" })} verdeckt, auf der anderen Seite niemand mehr.`,
  partners_with: (p) => `${p.seat} spielt mit dir.`,
  takes_bonus: () => "Du nimmst die Bonuskarte.",
  gives_bonus: (p) => `Die Bonuskarte geht an ${p.seat}.`,
  makes_void: (p) => `Das ist alles, was du in ${p.colour} hast.`,
  keeps_trumps: (p) => `Du behältst ${n(p.trumps, { one: "deinen Trumpf", other: "alle # Trümpfe" })}.`,
  dumps_high: (p) => `Stiche kosten hier Punkte, und ${p.card} bist du los.`,
  saves_loot: (p) => `Das bewahrt ${p.card} vielleicht davor, Beute zu werden.`,
  passes_to_partner: (p) => `Was du gibst, bekommt ${p.seat}, auf deiner Seite.`,
  passes_to_opponent: (p) => `Was du gibst, bekommt ${p.seat}, auf der anderen Seite.`,
  keeps_card: (p) => `Du behältst ${p.card}.`,
  cashes_winner: (p) => `Drüben kann niemand ${p.card} schlagen.`,
  leads_top: (p) => `In ihrer Farbe schlägt nichts ${p.card}; ein Trumpf schon.`,
  draws_trumps: () => "Das zieht drüben vielleicht Trümpfe.",
  leads_partners_void: (p) => `${p.seat}, auf deiner Seite, hat kein ${p.colour} mehr.`,
  leads_low: (p) => `${p.Card} ist deine niedrigste dieser Farbe.`,
  captures_loot: (p) => `Damit liegst du vorn, mit Beute im Stich: ${p.cards}.`,
  ruffs: (p) => `Du hast kein ${p.colour}, und dieser Trumpf liegt vorn.`,
  overtakes: (p) => `Das schlägt ${p.seat}, bisher vorn.`,
  takes_last: () => "Du spielst zuletzt: Der Stich gehört dir.",
  ducks: (p) => `Eine andere Karte würde ${p.seat} schlagen; diese nicht.`,
  leaves_to_partner: (p) => `${p.seat}, auf deiner Seite, liegt vorn. Lass es dabei.`,
  cannot_win: () => "Keine Karte, die du spielen darfst, macht diesen Stich.",
  dumps_loot: (p) => `Beute kostet hier Punkte, und ${p.card} geht vielleicht nach drüben.`,
  plays_low: (p) => `${p.Card} ist die niedrigste dieser Farbe, die du spielen darfst.`,
  only_move: () => "Es gibt keinen anderen Zug.",
  last_resort: (p) => `Keiner der ${n(p.moves, { other: "# Züge" })} sticht heraus.`,
  draws_instead: (p) => `Du könntest etwas legen (${p.cards}), musst aber nicht.`,
  plays_action_alone: (p) => `${p.Card} genügt allein; ein Satz würde ${cards(p.saves)} mehr kosten.`,
  passes_demand: (p) => `Die Forderung, ${p.count} in ${p.colours}, geht weiter.`,
  will_name: (p) => `Dann kannst du bestimmen: ${p.seat}, ${p.count} in ${p.colour}.`,
  hits_next: (p) => `${p.seat} ist dran und kann in ${p.percent} % aller Fälle ${p.count} legen.`,
  may_knock_out: (p) => `${p.seat} ist dran, hat ${cards(p.held)} und muss vielleicht alle legen (${p.percent} %).`,
  cannot_come_back: (p) => `Käme ${p.count} in ${p.colours} zu dir zurück, könntest du nicht legen.`,
  sheds_joker: () => "Einen Joker ruft jede Farbe auf: gut, ihn los zu sein.",
  saves_action: (p) => `Aufgehoben für später: ${p.card}.`,
  keeps_single_colours: (p) => `Du behältst deine einfarbigen Karten (${p.count}).`,
  keeps_cards: (p) => `Du behältst ${cards(p.count)}.`,
  leaves_demand: (p) => `Als Nächstes sind ${p.count} in ${p.colours} verlangt.`,
  names_largest: (p) => `Niemand hat mehr Karten als ${p.seat}: ${p.held}.`,
  names_player: (p) => `${p.seat} hat ${cards(p.held)}.`,
  demands: (p) => `Das verlangt ${p.count} in ${p.colours}.`,
};
