/** All words of the table of Nope!, English. Its type is what every language must have. */

import { counting, listing } from "../../i18n/plurals";

const count = counting("en");
const and = listing(" and ", ", and ");
const or = listing(" or ", ", or ");

const COLOUR: Record<string, string> = { R: "red", G: "green", B: "blue", Y: "yellow" };
const ANY = "RGBY";

const colour = (letter: string) => COLOUR[letter] ?? letter;
const colours = (letters: string) => [...letters].map(colour).join("-");
const who = (name: string, you: boolean, verb: string, verbs: string) => (you ? `You ${verb}` : `${name} ${verbs}`);

function card(text: string): string {
  if (text === "joker" || text === "restart") return text;
  if (text.startsWith("see:")) return `${colour(text.slice(4))} see-through`;
  if (text.startsWith("pick:")) return text.length > 6 ? "four-colour selection" : `${colour(text.slice(5))} selection`;
  return `${colours(text.slice(0, -1))} ${text.slice(-1)}`;
}

const demand = (number: number, letters: string) =>
  letters === ANY ? `${number} of any colour` : or([...letters].map((letter) => `${number} ${colour(letter)}`));

export const nope = {
  or: "or",
  colour,
  card,
  demand,
  anyColour: "of any colour",
  /** A colour after a number. */
  shade: colour,
  turn: (number: number) => `Turn ${number}`,
  dealing: "The cards are dealt",
  reshuffling: "The discards are shuffled",
  gameOver: "The game is over",

  out: "out",
  nopeSaid: "Nope!",
  cards: (number: number) => count(number, { one: "# card", other: "# cards" }),
  yourTurn: "your turn",
  toAct: "to act",
  away: "a bot stands in",
  offline: "not connected",
  watching: "You are watching.",
  youAreOut: "You are out of cards, and out of the game.",

  drawPile: "Draw pile",
  discards: "Discards",
  topCard: (text: string) => `On top: ${card(text)}`,
  youFace: "You face",
  faces: (name: string) => `${name} faces`,
  shows: (name: string, you: boolean) =>
    you ? "Your see-through: the card below counts." : `${name}’s see-through: the card below counts.`,
  namedBy: (name: string, you: boolean) => (you ? "You named it." : `${name} named it.`),
  laidBy: (name: string, you: boolean) => (you ? "You laid it." : `${name} laid it.`),
  turned: "Turned over to begin.",

  hand: "Your hand",
  yourMove: "Your turn.",
  mustLay: "Lay a set.",
  mustLayOrAction: "Lay a set, or one action card.",
  canDraw: "You have no set: draw.",
  canDrawOrAction: "You have no set: draw, or play an action card.",
  afterDraw: (cards: readonly string[]) => `You drew ${and(cards.map(card))}: now you can lay a set.`,
  theirTurn: (name: string) => `${name} is to play.`,
  theyName: (name: string) => `${name} names who is next.`,
  sets: "Sets you can lay",
  setOf: (number: number, letter: string) => `${number} ${colour(letter)}`,
  oneAction: "1 action",
  swap: "Swap",
  swapLong: "Swap: put another card on top",
  top: "top",
  placeInSet: (place: number, of: number) => (place === of ? `${place}, top of the set` : `${place} of the set`),
  lay: (number: number, letter: string) => `Lay ${number} ${colour(letter)}`,
  layCard: (text: string) => `Lay the ${card(text)}`,
  chooseSet: (number: number) => count(number, { one: "Choose # card", other: "Choose # cards" }),
  moreToChoose: (number: number) => count(number, { one: "Choose # more", other: "Choose # more" }),
  draw: (number: number) => (number === 1 ? "Draw a card" : `Draw ${number} cards`),
  hinted: "suggested",
  fits: "fits",
  cannotLay: "cannot be laid now",

  // naming
  whomAsk: "Whom do you ask?",
  namingDoes: "Your selection names who lays, how many, and the colour.",
  stepWho: "Who",
  stepCount: "How many",
  stepColour: "Colour",
  nameIt: (name: string, number: number, letter: string) => `${name}, lay ${number} ${colour(letter)}`,
  chooseAll: "Choose all three",
  backToNaming: "Back to your selection",

  // what happened
  laid: (name: string, you: boolean, cards: readonly string[]) =>
    `${who(name, you, "lay", "lays")} ${and(cards.map(card))}.`,
  drew: (name: string, you: boolean, number: number) =>
    `${who(name, you, "draw", "draws")} ${count(number, { one: "a card", other: "# cards" })}.`,
  youDrew: (cards: readonly string[]) => `You draw ${and(cards.map(card))}.`,
  saidNope: (name: string, you: boolean) => `${who(name, you, "say", "says")} Nope!`,
  named: (name: string, you: boolean, target: string, number: number, letter: string) =>
    `${who(name, you, "ask", "asks")} ${target === "You" ? "you" : target} for ${number} ${colour(letter)}.`,
  turnedOver: (text: string) => `The first discard is the ${card(text)}.`,
  reshuffled: "The discards are shuffled: a new draw pile.",
  isOut: (name: string, you: boolean) => `${who(name, you, "are", "is")} out.`,
  nowFaces: (name: string, you: boolean, number: number, letters: string) =>
    `${who(name, you, "face", "faces")} ${demand(number, letters)}.`,

  // the end
  wins: (name: string, you: boolean) => `${who(name, you, "win", "wins")}.`,
  share: (names: readonly string[]) => `${and(names)} share the win.`,
  standing: "Final standing",
  left: (number: number) => count(number, { one: "# card left", other: "# cards left" }),
};

export type NopeWords = typeof nope;
