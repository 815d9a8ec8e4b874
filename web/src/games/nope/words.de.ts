/** Alle Wörter des Tisches von Nope!, deutsch. */

import { counting, listing } from "../../i18n/plurals";
import type { NopeWords } from "./words.en";

const count = counting("de");
const and = listing(" und ");
const or = listing(" oder ");

const ADJECTIVE: Record<string, string> = { R: "rot", G: "grün", B: "blau", Y: "gelb" };
const NOUN: Record<string, string> = { R: "Rot", G: "Grün", B: "Blau", Y: "Gelb" };
const ANY = "RGBY";

const colour = (letter: string) => ADJECTIVE[letter] ?? letter;
const colours = (letters: string) => [...letters].map(colour).join("-");
const who = (name: string, you: boolean, verb: string, verbs: string) => (you ? `Du ${verb}` : `${name} ${verbs}`);

/** Eine Karte mit Artikel oder ohne: „die rot-grüne 3“, „den Joker“. */
function card(text: string, article: "" | "der" | "den" = ""): string {
  const put = (gender: "m" | "f", words: string) =>
    article === "" ? words : `${gender === "f" ? "die" : article} ${words}`;
  const male = article === "" ? "er" : article === "der" ? "e" : "en";
  if (text === "joker") return put("m", "Joker");
  if (text === "restart") return put("m", "Neustart");
  if (text.startsWith("see:")) return put("m", `${colour(text.slice(4))}${male} Durchblick`);
  if (text.startsWith("pick:"))
    return put("f", text.length > 6 ? "vierfarbige Auswahl" : `${colour(text.slice(5))}e Auswahl`);
  return put("f", `${colours(text.slice(0, -1))}e ${text.slice(-1)}`);
}

const some = (number: number, letter: string) => `${number} ${colour(letter)}e`;
const demand = (number: number, letters: string) =>
  letters === ANY ? `${number} beliebige` : or([...letters].map((letter) => some(number, letter)));

export const nope: NopeWords = {
  or: "oder",
  colour: (letter) => NOUN[letter] ?? letter,
  card: (text) => card(text),
  demand,
  anyColour: "beliebige",
  shade: (letter) => `${colour(letter)}e`,
  turn: (number) => `Zug ${number}`,
  dealing: "Die Karten werden gegeben",
  reshuffling: "Die Ablage wird gemischt",
  gameOver: "Das Spiel ist aus",

  out: "raus",
  nopeSaid: "Nope!",
  cards: (number) => count(number, { one: "# Karte", other: "# Karten" }),
  yourTurn: "du bist dran",
  toAct: "ist dran",
  away: "ein Bot springt ein",
  offline: "nicht verbunden",
  watching: "Du schaust zu.",
  youAreOut: "Du hast keine Karten mehr und bist raus.",

  drawPile: "Nachziehstapel",
  discards: "Ablage",
  topCard: (text) => `Obenauf: ${card(text)}`,
  youFace: "Verlangt:",
  faces: (name) => `Von ${name}:`,
  shows: (name, you) =>
    you ? "Dein Durchblick: Die Karte darunter zählt." : `Durchblick von ${name}: Die Karte darunter zählt.`,
  namedBy: (name, you) => (you ? "Das hast du verlangt." : `Das hat ${name} verlangt.`),
  laidBy: (name, you) => (you ? "Gelegt von dir." : `Gelegt von ${name}.`),
  turned: "Zum Anfang aufgedeckt.",

  hand: "Deine Karten",
  yourMove: "Du bist dran.",
  mustLay: "Leg einen Satz.",
  mustLayOrAction: "Leg einen Satz oder eine Aktion.",
  canDraw: "Du hast keinen Satz: Zieh.",
  canDrawOrAction: "Du hast keinen Satz: Zieh, oder leg eine Aktion.",
  afterDraw: (cards) => `Gezogen: ${and(cards.map((one) => card(one)))}. Jetzt hast du einen Satz.`,
  theirTurn: (name) => `${name} ist dran.`,
  theyName: (name) => `${name} bestimmt, wer legt.`,
  sets: "Sätze, die du legen kannst",
  setOf: some,
  oneAction: "1 Aktion",
  swap: "Tauschen",
  swapLong: "Tauschen: eine andere Karte nach oben",
  top: "oben",
  placeInSet: (place, of) => (place === of ? `${place}. im Satz, oben` : `${place}. im Satz`),
  lay: (number, letter) => `${some(number, letter)} legen`,
  layCard: (text) => `${card(text, "den").replace(/^./, (first) => first.toUpperCase())} legen`,
  chooseSet: (number) => count(number, { one: "# Karte wählen", other: "# Karten wählen" }),
  moreToChoose: (number) => count(number, { one: "Noch # wählen", other: "Noch # wählen" }),
  draw: (number) => (number === 1 ? "Karte ziehen" : `${number} Karten ziehen`),
  hinted: "vorgeschlagen",
  fits: "passt",
  cannotLay: "passt jetzt nicht",

  whomAsk: "Wer soll legen?",
  namingDoes: "Deine Auswahl bestimmt, wer legt, wie viele und welche Farbe.",
  stepWho: "Wer",
  stepCount: "Wie viele",
  stepColour: "Farbe",
  nameIt: (name, number, letter) => `${name}, leg ${some(number, letter)}`,
  chooseAll: "Wähl alle drei",
  backToNaming: "Zurück zur Auswahl",

  laid: (name, you, cards) => `${who(name, you, "legst", "legt")} ${and(cards.map((one) => card(one, "den")))}.`,
  drew: (name, you, number) =>
    `${who(name, you, "ziehst", "zieht")} ${count(number, { one: "eine Karte", other: "# Karten" })}.`,
  youDrew: (cards) => `Du ziehst ${and(cards.map((one) => card(one, "den")))}.`,
  saidNope: (name, you) => `${who(name, you, "sagst", "sagt")} Nope!`,
  named: (name, you, target, number, letter) =>
    `${who(name, you, "verlangst", "verlangt")} ${some(number, letter)} von ${target === "Du" ? "dir" : target}.`,
  turnedOver: (text) => `Die erste Ablage ist ${card(text, "der")}.`,
  reshuffled: "Die Ablage wird gemischt: ein neuer Nachziehstapel.",
  isOut: (name, you) => `${who(name, you, "bist", "ist")} raus.`,
  nowFaces: (name, you, number, letters) => `Verlangt von ${you ? "dir" : name}: ${demand(number, letters)}.`,

  wins: (name, you) => `${who(name, you, "gewinnst", "gewinnt")}.`,
  share: (names) => `${and(names)} gewinnen gemeinsam.`,
  standing: "Endstand",
  left: (number) => count(number, { one: "noch # Karte", other: "noch # Karten" }),
};
