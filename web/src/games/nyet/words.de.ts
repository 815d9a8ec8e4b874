/** Alle Wörter des Tisches von Nyet!, deutsch. */

import { byCount, counting, listing } from "../../i18n/plurals";
import type { NyetWords } from "./words.en";

const count = counting("de");
const and = listing(" und ");
const or = listing(" oder ");

const COLOUR: Record<string, string> = { R: "Rot", B: "Blau", Y: "Gelb", G: "Grün", K: "Schwarz" };
const ADJECTIVE: Record<string, string> = { R: "rote", B: "blaue", Y: "gelbe", G: "grüne", K: "schwarze" };
const LETTER: Record<string, string> = { red: "R", blue: "B", yellow: "Y", green: "G", black: "K" };
const CHARACTERS: Record<string, string> = {
  bear: "Bär",
  wolf: "Wolf",
  eagle: "Adler",
  tiger: "Tiger",
  crane: "Kranich",
  hawk: "Habicht",
  dove: "Taube",
  turquoise: "Türkis",
  lilac: "Lila",
  green: "Grün",
  orange: "Orange",
  white: "Weiß",
};
const DISCARDS: Record<string, [short: string, long: string, veto: string]> = {
  one: ["1 ablegen", "alle legen eine Karte ab", "eine ablegen"],
  two: ["2 ablegen", "alle legen zwei Karten ab", "zwei ablegen"],
  "one-not-low": ["1, keine kleine", "alle legen eine Karte ab, keine kleine", "eine ablegen, keine kleine"],
  "two-not-low": ["2, keine kleinen", "alle legen zwei Karten ab, keine kleinen", "zwei ablegen, keine kleinen"],
  "pass-left": ["1 n. links", "alle geben eine Karte nach links", "eine nach links"],
  "pass-left-two": ["2 n. links", "alle geben zwei Karten nach links", "zwei nach links"],
  "pass-right": ["1 n. rechts", "alle geben eine Karte nach rechts", "eine nach rechts"],
  "pass-right-two": ["2 n. rechts", "alle geben zwei Karten nach rechts", "zwei nach rechts"],
  none: ["keine", "alle behalten ihre Karten", "alle Karten behalten"],
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const minus = (points: number | string) => String(points).replace("-", "−");
const colour = (letter: string) => COLOUR[letter] ?? letter;
const named = (box: string) => colour(LETTER[box] ?? box);
const adjective = (letter: string) => ADJECTIVE[letter] ?? letter;
const cardName = (card: string) => `${adjective(card.slice(0, 1))} ${card.slice(1)}`;
const theCard = (card: string) => `die ${cardName(card)}`;
const TIMES = ["nullmal", "einmal", "zweimal", "dreimal", "viermal"];
/** „rote 1 und dreimal blaue 1“, mit oder ohne Artikel. */
const cardNames = (cards: readonly string[], name = cardName) =>
  and(byCount(cards, name, (card, number) => `${TIMES[number] ?? `${number}-mal`} ${name(card)}`));
/** „Du“ oder ein Name, mit dem passenden Verb. */
const who = (name: string, you: boolean, verb: string, verbs: string) => (you ? `Du ${verb}` : `${name} ${verbs}`);
const to = (name: string) => (name === "Du" ? "dir" : name);

function said(row: string, box: string): string {
  if (row === "discard") return DISCARDS[box]?.[0] ?? box;
  if (row === "points") return minus(box);
  if (box === "none") return row === "trump" ? "kein Trumpf" : "kein Super";
  if (row === "first") return box === "Du" ? "dich" : box;
  return named(box);
}

function against(row: string, box: string): string {
  if (row === "first") return box === "Du" ? "„Du spielst aus“" : `„${box} spielt aus“`;
  if (row === "discard") return `„${DISCARDS[box]?.[2] ?? box}“`;
  if (row === "points") return count(Number(box), { one: "# Punkt", other: "# Punkten" });
  if (row === "trump") return box === "none" ? "„kein Trumpf“" : `Trumpf ${named(box)}`;
  return box === "none" ? "„kein Supertrumpf“" : `Supertrumpf ${named(box)}`;
}

function outcome(row: string, boxes: readonly string[]): string {
  const plain = boxes.filter((box) => box !== "none");
  const colours = or(plain.map(named));
  const none = boxes.length !== plain.length;
  switch (row) {
    case "first":
      return boxes.at(-1) === "Du"
        ? `${or(boxes.map((name) => (name === "Du" ? "du" : name)))} spielst aus`
        : `${or(boxes.map((name) => (name === "Du" ? "du" : name)))} spielt aus`;
    case "discard":
      return or(boxes.map((box) => DISCARDS[box]?.[1] ?? box));
    case "trump":
      if (plain.length === 0) return "es gibt keinen Trumpf";
      return `Trumpf ist ${colours}${none ? " oder nichts" : ""}`;
    case "super":
      if (plain.length === 0) return "es gibt keinen Supertrumpf";
      return `Supertrumpf ist ${colours}${none ? " oder nichts" : ""}`;
    default:
      return `ein Stich zählt ${or(boxes.map(minus))}`;
  }
}

/** Wie `outcome`, nach einem Satzteil, der das Verb nach vorn zieht. */
function remains(row: string, boxes: readonly string[]): string {
  const plain = boxes.filter((box) => box !== "none");
  const rest = [...plain.map(named), ...(plain.length < boxes.length ? ["nichts"] : [])];
  switch (row) {
    case "first":
      return boxes.at(-1) === "Du"
        ? `spielst ${or(boxes.map((name) => (name === "Du" ? "du" : name)))} aus`
        : `spielt ${or(boxes.map((name) => (name === "Du" ? "du" : name)))} aus`;
    case "discard":
      if (boxes.length > 2) return `bleiben ${boxes.length} andere Wege offen`;
      return `heißt es: ${or(boxes.map((box) => DISCARDS[box]?.[2] ?? box))}`;
    case "trump":
      return plain.length === 0 ? "gibt es keinen Trumpf" : `bleibt ${or(rest)} als Trumpf`;
    case "super":
      return plain.length === 0 ? "gibt es keinen Supertrumpf" : `bleibt ${or(rest)} als Supertrumpf`;
    default:
      return `zählt ein Stich ${or(boxes.map(minus))}`;
  }
}

export const nyet: NyetWords = {
  you: "Du",
  and,
  card: cardName,
  points: minus,
  character: (name) => CHARACTERS[name] ?? name,

  round: (number, of) => (of === null ? `Runde ${number}` : `Runde ${number} von ${of}`),
  target: (points) => count(points, { one: "bis # Punkt", other: "bis # Punkte" }),
  veto: (number, of) => `Veto ${number} von ${of}`,
  choosingSides: "Seitenwahl",
  discarding: "Ablegen",
  passing: "Weitergeben",
  trick: (number, of) => `Stich ${number} von ${of}`,
  dealing: "Die Karten werden gegeben",
  roundEnded: "Die Runde ist aus",
  gameOver: "Das Spiel ist aus",

  around: "Am Tisch, im Uhrzeigersinn",
  deal: "GIBT",
  dealer: "gibt",
  lead: "SPIELT AUS",
  leads: "spielt aus",
  vetoes: (number) => count(number, { one: "# Veto", other: "# Vetos" }),
  yourTurn: "du bist dran",
  toAct: "ist dran",
  away: "ein Bot springt ein",
  offline: "nicht verbunden",
  hasChosen: "hat gewählt",
  watching: "Du schaust zu.",
  cardsInHand: (number) => count(number, { one: "# Karte", other: "# Karten" }),
  tricks: (number) => count(number, { one: "# Stich", other: "# Stiche" }),
  loot: (number) => count(number, { one: "# Beute", other: "# Beute" }),
  total: (number) => count(number, { one: "# Punkt insgesamt", other: "# Punkte insgesamt" }),
  bonusHolder: "Bonuskarte",
  seconds: (number) => count(number, { one: "# Sekunde", other: "# Sekunden" }),

  board: "Das Vetobrett",
  row: { first: "Zuerst", discard: "Ablage", trump: "Trumpf", super: "Super", points: "Punkte" },
  open: (number) => `${number} offen`,
  settled: "steht fest",
  box: said,
  boxLabel: (row, box) => capital(outcome(row, [box])),
  boxOpen: "offen",
  boxCovered: (name, you) => (you ? "von dir verdeckt" : `von ${name} verdeckt`),
  boxNobody: "spielt niemand",
  boxSettled: "steht fest, das gilt",
  yourVeto: "Dein Veto.",
  coverOne: "Verdecke ein Feld: Was darauf steht, geschieht nicht.",
  consequence: (row, box, left) =>
    `Ohne ${box === "none" || row === "discard" ? `„${said(row, box)}“` : said(row, box)} ${remains(row, left)}.`,
  nyetTo: (row, box) => `Nyet! zu ${against(row, box)}`,
  chooseBox: "Wähl ein Feld",
  theirVeto: (name) => `${name} ist mit dem Veto dran.`,
  boardNote: "Eine Reihe mit einem offenen Feld steht fest. Passen gibt es nicht.",
  covered: (name, you, row, box) => `${who(name, you, "sagst", "sagt")} Nyet! zu ${against(row, box)}.`,
  settledNow: (row, box) => `${capital(outcome(row, [box]))}: steht fest.`,

  terms: "Was das Veto übrig ließ",
  trump: "Trumpf",
  super: "Super",
  supertrump: "Supertrumpf",
  pointsWord: "Punkte",
  noTrump: "keiner",
  termsSaid: (trump, supertrump, points) =>
    `${trump === null ? "Kein Trumpf" : `Trumpf ist ${colour(trump)}`}, ${
      supertrump === null ? "kein Supertrumpf" : `Supertrumpf ist ${theCard(supertrump)}`
    }, ein Stich zählt ${minus(points)}.`,

  pebbles: "Kiesel",
  bricks: "Ziegel",
  yourSide: "deine Seite",
  theirSide: "andere Seite",
  youPlayFirst: "Du spielst aus.",
  chooseSides: "Wähl die Seiten.",
  tapPeople: "Tipp auf Leute, um sie herüberzuholen.",
  tapPartner: "Tipp auf deinen Partner.",
  theyPlayFirst: (name) => `${name} spielt aus und wählt die Seiten.`,
  size: (partners, players) =>
    partners === 0 ? "Allein" : players === 5 ? (partners === 1 ? "Zu zweit" : "Zu dritt") : "Zu zweit",
  sizes: "Wie viele mit dir spielen",
  bonusCard: "Bonuskarte.",
  bonusDoes: "Wer sie hat, zählt Stiche und Beute doppelt.",
  bonusDoesPlayer: "Wer sie hat, bekommt die doppelten Punkte.",
  bonusSolo: "Wer allein spielt, hat sie.",
  whoGetsBonus: "Wer die Bonuskarte bekommt",
  playWith: (names) => (names.length === 0 ? "Allein spielen" : `Mit ${and(names)} spielen`),
  chooseMore: (number) => count(number, { one: "Noch # wählen", other: "Noch # wählen" }),
  bringOver: (name) => `${name} auf deine Seite holen`,
  sendBack: (name) => `${name} auf die andere Seite schicken`,
  sidesSaid: (first, second, bonus) =>
    `${and(first)} gegen ${and(second)}.${bonus === null ? "" : ` ${bonus} ${bonus === "Du" ? "hast" : "hat"} die Bonuskarte.`}`,

  giveUp: (number, notLow) =>
    `Leg ${number === 1 ? "eine Karte" : `${number} Karten`} ab${notLow ? ", keine kleine" : ""}.`,
  passOn: (number, name) => `Gib ${number === 1 ? "eine Karte" : `${number} Karten`} an ${name}.`,
  secretly: "Alle wählen zugleich und geheim.",
  discardCards: (cards) => `${capital(cardNames(cards))} ablegen`,
  passCards: (cards, name) => `${capital(cardNames(cards))} an ${name}`,
  chooseCards: (number) => count(number, { one: "# Karte wählen", other: "# Karten wählen" }),
  waitingFor: (names) => `Es ${names.length === 1 ? "fehlt" : "fehlen"} noch ${and(names)}.`,
  youGave: (cards) => `Weggegeben: ${cardNames(cards)}.`,
  youGot: (cards, name) => `Von ${name}: ${cardNames(cards)}.`,

  hand: "Deine Karten",
  theTrick: "Der Stich",
  your: "Du bist dran.",
  leadAny: "Spiel aus.",
  follow: (letter, note = "") => `${colour(letter)} bedienen${note && `: ${capital(note)}`}.`,
  cannotFollow: (letter, note = "") =>
    note
      ? `Du hast kein ${colour(letter)}: ${capital(note)}. Alles ist erlaubt.`
      : `Du hast kein ${colour(letter)}: Alles ist erlaubt.`,
  ledCountsAs: (card, letter) => `${theCard(card)} zählt als ${colour(letter)}`,
  yoursCountsAs: (card, letter) => `deine ${cardName(card)} zählt als ${colour(letter)}`,
  theirTurn: (name) => `${name} ist dran.`,
  play: (card) => `${capital(cardName(card))} spielen`,
  chooseCard: "Wähl eine Karte",
  goOn: "Weiter",
  lastTrick: "Letzter Stich",
  onlyLast: "Die anderen bleiben verdeckt: So ist es ausgemacht.",
  marks: { low: "Beute", trump: "Trumpf", supertrump: "Supertrumpf" },
  canPlay: "spielbar",
  cannotPlay: "jetzt nicht spielbar",
  hinted: "vorgeschlagen",
  lifted: "angehoben",
  chosen: "gewählt",
  played: (name, you, card) => `${who(name, you, "spielst", "spielt")} ${theCard(card)}.`,
  takes: (name, you, card, as) =>
    as === "suit"
      ? `${who(name, you, "machst", "macht")} den Stich mit der ${cardName(card).replace(/e /, "en ")}.`
      : `${who(name, you, "stichst", "sticht")} mit ${as === "supertrump" ? "dem Supertrumpf" : `Trumpf ${card.slice(1)}`}.`,
  lootFrom: (names, cards) => `Beute von ${and(names.map(to))}: ${cardNames(cards, theCard)}.`,
  plusLoot: (number) => `+${number} Beute`,
  sideCount: (side, tricks, loot, points) =>
    `${side}: ${count(tricks, { one: "# Stich", other: "# Stiche" })} und ${loot} Beute, bisher ${minus(points)} Punkte`,
  playedBy: (name, you, card) => `${you ? "Du" : name}: ${cardName(card)}`,

  trickNumber: (number, of) => `Stich ${number} von ${of}`,
  unknownTricks: (number) =>
    count(number, {
      one: "Der erste Stich war hier nicht zu sehen.",
      other: "Die ersten # Stiche waren hier nicht zu sehen.",
    }),
  earlier: "Früherer Stich",
  later: "Späterer Stich",
  took: (name, you) => (you ? "Dein Stich." : `Ging an ${name}.`),

  takeRound: (side) => `Die Runde geht an die ${side}.`,
  tied: "Die Runde geht an niemanden.",
  each: "für jeden",
  nextRound: "Nächste Runde",
  thisRound: "Diese Runde",
  scoreSheet: "Punktezettel",
  standing: "Endstand",
  sum: "Summe",
  difference: (more, less) => `${minus(more)} − ${minus(less)} für die Seite mit mehr`,
  doubledFor: (name, points) => `×2 für ${to(name)}: ${minus(points)}`,
  sheetPebbles: "Kiesel: Seite der ersten Person",
  sheetBricks: "Ziegel: die anderen",
  youDeal: (number) => `Du gibst Runde ${number}.`,
  theyDeal: (name, number) => `${name} gibt Runde ${number}.`,
  dealerVetoes: "Wer gibt, legt das erste Veto ein.",
  leftVetoes: "Wer links daneben sitzt, legt das erste Veto ein.",
  waits: "Der Tisch wartet auf dein Veto.",
  roundLine: (number, points) => `Runde ${number}, ein Stich zählt ${minus(points)}`,

  wins: (name, you, points) => `${who(name, you, "gewinnst", "gewinnt")} mit ${minus(points)}.`,

  newRound: (number, name, you) => `Runde ${number}. ${who(name, you, "gibst", "gibt")}.`,
  roundOver: (side, first, second) =>
    `Die Runde ist aus. Die Kiesel bekommen je ${minus(first)}, die Ziegel je ${minus(second)}.${side === null ? "" : ` Sie geht an die ${side}.`}`,
  veryYourTurn: "Du bist dran.",
};
