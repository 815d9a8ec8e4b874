/** Deutsch für das, was Regeln und Server mit Codes sagen: Karten, Felder, und warum etwas nicht geht. */

import { counting, listing } from "./plurals";
import type { codes as english } from "./codes.en";
import type { Worded } from "./parameters";
import { reasons } from "./reasons.de";

const n = counting("de");
export const and = listing(" und ");
const or = listing(" oder ");
export const ADJECTIVES: Record<string, string> = { R: "rote", B: "blaue", Y: "gelbe", G: "grüne", K: "schwarze" };
const WORDS: Record<string, string> = { red: "Rot", blue: "Blau", yellow: "Gelb", green: "Grün", black: "Schwarz" };
const DISCARDS: Record<string, string> = {
  one: "eine ablegen",
  two: "zwei ablegen",
  "one-not-low": "eine ablegen, keine kleine",
  "two-not-low": "zwei ablegen, keine kleinen",
  "pass-left": "eine nach links geben",
  "pass-left-two": "zwei nach links geben",
  "pass-right": "eine nach rechts geben",
  "pass-right-two": "zwei nach rechts geben",
  none: "alle Karten behalten",
};
const ROWS: Record<string, string> = {
  first: "Zuerst",
  discard: "Ablage",
  trump: "Trumpf",
  super: "Supertrumpf",
  points: "Punkte",
};

/** Eine Karte nach ihrer Notation: `Y12` ist die gelbe 12. */
function card(text: string): string {
  if (text === "joker") return "der Joker";
  if (text === "restart") return "der Neustart";
  const [kind, colours] = text.split(":") as [string, string | undefined];
  if (kind === "see") return `der ${ADJECTIVES[colours as string]} Durchblick`;
  if (kind === "pick")
    return colours === "RGBY" ? "die vierfarbige Auswahl" : `die ${ADJECTIVES[colours as string]} Auswahl`;
  const letters = [...text.replace(/\d+$/, "")];
  const number = text.slice(letters.length);
  const adjectives = letters.map((letter) => ADJECTIVES[letter] ?? letter);
  if (adjectives.length < 2) return `die ${adjectives[0]} ${number}`;
  return `die ${adjectives
    .slice(0, -1)
    .map((word) => word.slice(0, -1))
    .join("-")}-${adjectives.at(-1)} ${number}`;
}

/** Dieselbe Karte als Ziel eines Satzes: den Joker, die gelbe 12. */
export const object = (text: string) =>
  card(text)
    .replace(/^der /, "den ")
    .replace(/^den (\w+)e Durchblick/, "den $1en Durchblick");

function box(row: string, name: string): string {
  if (row === "discard") return DISCARDS[name] ?? name;
  if (row === "points") return n(Number(name), { one: "# Punkt", other: "# Punkte" });
  if (row === "trump") return name === "none" ? "kein Trumpf" : `Trumpf ${WORDS[name] ?? name}`;
  if (row === "super") return name === "none" ? "kein Supertrumpf" : `Supertrumpf ${WORDS[name] ?? name}`;
  return name;
}

const your = (card: string) => card.replace(/^die /, "deine ");

/** Etwas anderes ist angespielt; ein Supertrumpf, der seine Farbe verlassen hat, wird erklärt. */
function mustFollow(p: Worded): string {
  const wait = `${p.Card} muss warten.`;
  switch (p.gone) {
    case "led":
      return `${p.Supertrump} ist angespielt: Sie ist ein Supertrumpf und zählt als ${p.counts}, und du hast ${p.counts}. ${wait}`;
    case "led and held":
      return `${p.Supertrump} ist angespielt: Sie ist ein Supertrumpf und zählt als ${p.counts}, und deine auch. ${wait}`;
    case "held":
      return `${p.led} ist angespielt; ${your(p.supertrump)} ist ein Supertrumpf und zählt als ${p.counts}. ${wait}`;
    case "blocked":
      return `${p.led} ist angespielt, und du hast ${p.led}. ${p.Card} ist ein Supertrumpf und zählt als ${p.counts}.`;
    default:
      return `${p.led} ist angespielt, und du hast ${p.led}. ${wait}`;
  }
}

/** Was ein Veto ablehnt, nach „zu“. */
export function against(row: string, name: string): string {
  if (row === "points") return n(Number(name), { one: "# Punkt", other: "# Punkten" });
  return row === "discard" || name === "none" ? `„${box(row, name)}“` : box(row, name);
}

export const to = (name: string) => (name === "Du" ? "dich" : name);

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const cards = (count: number) => n(count, { one: "# Karte", other: "# Karten" });

const refusals: Record<string, (p: Worded) => string> = {
  must_follow: mustFollow,
  not_low: (p) => `${p.Card} ist eine kleine Karte. Sie darf nicht weg, solange du andere hast.`,
  wrong_count: (p) => `Es ${p.count === 1 ? "muss" : "müssen"} ${cards(p.count)} sein.`,
  not_in_hand: (p) => `${p.Card} ist nicht in deiner Hand.`,
  card_order: () => "Die Karten müssen geordnet sein.",
  box_covered: () => "Dieses Feld ist schon verdeckt.",
  row_settled: () => "Das ist das letzte offene Feld der Reihe. Es gilt in dieser Runde.",
  no_such_box: () => "Dieses Feld gibt es hier nicht.",
  no_such_team: () => "Diese Seiten sind nicht möglich.",
  not_your_turn: () => "Du bist nicht dran.",
  wrong_phase: () => "Das ist jetzt nicht dran.",
  game_over: () => "Das Spiel ist aus.",
  shuffle_due: () => "Es wird gemischt.",
  wrong_colour: (p) => `Verlangt: ${p.count} in ${p.colours}. ${p.Card} zeigt nichts davon.`,
  no_set: (p) => `Verlangt: ${p.count} in ${p.colours}. Mit ${p.cards} gibt es keinen solchen Satz.`,
  must_discard: (p) => `Du kannst ${p.count} in ${p.colours} legen, also musst du. Ziehen darf, wer nicht kann.`,
  cannot_be_named: () => "Diese Person kann nicht bestimmt werden.",
  cannot_name_colour: (p) => `Die Auswahl zeigt nur ${p.colours}.`,
  stale: () => "Am Tisch ging es weiter. Schau noch einmal hin.",
  paused: () => "Das Spiel ist unterbrochen.",
  not_begun: () => "Das Spiel hat noch nicht begonnen.",
  begun: () => "Das Spiel hat schon begonnen.",
  over: () => "Das Spiel ist aus.",
  closed: () => "Der Tisch ist geschlossen.",
  not_seated: () => "Du sitzt nicht an diesem Tisch.",
  not_host: () => "Das kann nur, wer den Tisch eröffnet hat.",
  seats_free: () => "Es sind noch Plätze frei: Lad Leute ein oder setz Bots hin.",
  nobody_plays: () => "Mindestens ein Mensch muss sitzen.",
  taken: () => "Jemand war schneller: Dieser Platz ist besetzt.",
  character_taken: () => "Jemand war schneller: Diese Figur ist vergeben.",
  no_such_character: () => "Diese Figur gibt es in dieser Ausgabe nicht.",
  free: () => "Dieser Platz ist schon frei.",
  seated: () => "Du sitzt schon. Steh erst auf.",
  kicked: () => "Wer den Tisch eröffnet hat, hat dich gebeten zu gehen.",
  seen_cards: () => "Du kennst die Karten eines anderen Platzes: Nur der kann deiner sein.",
  ask_first: () => "Dort spielt ein Bot: Frag nach dem Platz.",
  asked_already: () => "Du hast schon nach einem anderen Platz gefragt.",
  asked_enough: () => "Du hast an diesem Tisch oft genug gefragt.",
  seat_asked: () => "Nach diesem Platz fragt schon jemand anders.",
  no_next_deal: () => "Hier wird nur einmal gegeben: Nach dem Beginn wird kein Platz eines Bots vergeben.",
  nobody_asks: () => "Diese Anfrage hat sich erledigt.",
  nobody_to_ask: () => "Gerade spielt hier niemand, der zustimmen könnte.",
  not_asked: () => "Darauf antwortet, wer den Tisch eröffnet hat.",
  people_play: () => "Es sind noch Menschen im Spiel: Die Bots warten auf sie.",
  name_taken: (p) => `An diesem Tisch heißt schon jemand ${p.name}. Ändere deinen Namen auf der Startseite.`,
  bad_name: () => "Ein Name hat 1 bis 24 druckbare Zeichen.",
  no_hints: () => "An diesem Tisch gibt es keine Tipps.",
  not_now: () => "Tipps gibt es, wenn du dran bist.",
  muted: () => "Du darfst an diesem Tisch nicht mehr schreiben.",
  too_many_lines: () => "Du schreibst schnell. Warte einen Augenblick.",
  too_many_requests: () => "Zu viele Anfragen auf einmal. Warte einen Augenblick.",
  too_many_sockets: () => "Zu viele Verbindungen: Schließ ein paar Tabs.",
  too_many_tables: (p) => `Du hast ${p.count} offene Tische. Schließ einen oder spiel einen zu Ende.`,
  too_many_changes: () => "Du hast an diesem Tisch so viel geändert, dass du nur noch ziehen kannst.",
  too_many_names: () => "Hier haben schon so viele geschrieben, dass sonst niemand mehr kann.",
  overloaded: () => "Der Server hat zu viel zu tun. Versuch es gleich noch einmal.",
  no_such_table: () => "Diesen Tisch gibt es nicht.",
  no_watchers: () => "An diesem Tisch darf niemand zuschauen.",
  who_are_you: () => "Sag zuerst, wie du heißt.",
  bad_token: () => "Dieser Link wurde schon benutzt oder ist zu alt.",
  not_playable: () => "So kann man das nicht spielen. Ändere die Zahl der Leute oder die Regeln.",
  busy: () => "Es geschieht zu viel auf einmal. Versuch es noch einmal.",
  other_rules: () => "Dieses Spiel begann nach Regeln, die hier nicht mehr gespielt werden. Es kann nicht weitergehen.",
  unavailable: () => "Das ließ sich nicht speichern. Versuch es gleich noch einmal.",
};

export const codes: typeof english = {
  card,
  box,
  refusals,
  reasons,
  rows: ROWS,
  or,
  and,
  unknown: (code: string) => `${code.replaceAll("_", " ")}.`,
};
