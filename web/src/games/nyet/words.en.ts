/** All words of the table of Nyet!, English. Its type is what every language must have. */

import { byCount, counting, listing } from "../../i18n/plurals";
import type { Trick } from "./view_types";

const count = counting("en");
const and = listing(" and ", ", and ");
const or = listing(" or ", ", or ");

const COLOUR: Record<string, string> = { R: "red", B: "blue", Y: "yellow", G: "green", K: "black" };
const CHARACTERS: Record<string, string> = {
  bear: "bear",
  wolf: "wolf",
  eagle: "eagle",
  tiger: "tiger",
  crane: "crane",
  hawk: "hawk",
  dove: "dove",
};
const DISCARDS: Record<string, [short: string, long: string, veto: string]> = {
  one: ["discard 1", "discard one card", "discarding one"],
  two: ["discard 2", "discard two cards", "discarding two"],
  "one-not-low": ["1, not low", "discard one card, not a low one", "discarding one, not low"],
  "two-not-low": ["2, not low", "discard two cards, no low ones", "discarding two, not low"],
  "pass-left": ["1 left", "pass one card to the left", "passing one left"],
  "pass-left-two": ["2 left", "pass two cards to the left", "passing two left"],
  "pass-right": ["1 right", "pass one card to the right", "passing one right"],
  "pass-right-two": ["2 right", "pass two cards to the right", "passing two right"],
  none: ["none", "keep all cards", "keeping all cards"],
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const minus = (points: number | string) => String(points).replace("-", "−");
const colour = (letter: string) => COLOUR[letter] ?? letter;
const cardName = (card: string) => `${colour(card.slice(0, 1))} ${card.slice(1)}`;
const NUMBERS = ["no", "one", "two", "three", "four"];
/** "red 1 and three blue 1s"; `article` goes before a single one. */
const cardNames = (cards: readonly string[], article = "") =>
  and(
    byCount(
      cards,
      (card) => article + cardName(card),
      (card, number) => `${NUMBERS[number] ?? number} ${cardName(card)}s`,
    ),
  );
/** "You", or a name, with the verb that goes with it. */
const who = (name: string, you: boolean, verb: string, verbs: string) => (you ? `You ${verb}` : `${name} ${verbs}`);
const tricksAnd = (tricks: number, loot: number) =>
  `${count(tricks, { one: "# trick", other: "# tricks" })} and ${count(loot, { one: "# loot", other: "# loot" })}`;

/** What a box says, as short as can be. */
function said(row: string, box: string): string {
  if (row === "discard") return DISCARDS[box]?.[0] ?? box;
  if (row === "points") return minus(box);
  if (box === "none") return row === "trump" ? "no trump" : "no super";
  return box === "You" ? "yourself" : box;
}

/** What a veto speaks against; in the first row a person. */
function against(row: string, box: string, you = true): string {
  if (row === "first") return box === "You" ? (you ? "playing first" : "you first") : `${box} first`;
  if (row === "discard") return DISCARDS[box]?.[2] ?? box;
  if (row === "points") return count(Number(box), { one: "# point", other: "# points" });
  if (row === "trump") return box === "none" ? "no trump" : `${box} trump`;
  return box === "none" ? "no supertrump" : `${box} supertrumps`;
}

/** What may still come out of a row, as it ends a sentence. */
function outcome(row: string, boxes: readonly string[]): string {
  const plain = boxes.filter((box) => box !== "none");
  const colours = or(plain);
  const none = boxes.length !== plain.length;
  switch (row) {
    case "first":
      return `${or(boxes.map((name) => (name === "You" ? "you" : name)))} ${boxes.at(-1) === "You" ? "play" : "plays"} first`;
    case "discard":
      if (boxes.length > 2) return `${boxes.length} other ways stay open`;
      return `you ${or(boxes.map((box) => DISCARDS[box]?.[1] ?? box))}`;
    case "trump":
      if (plain.length === 0) return "there is no trump";
      return `trump is ${colours}${none ? ", or there is none" : ""}`;
    case "super":
      if (plain.length === 0) return "there is no supertrump";
      return `supertrumps are ${colours}${none ? ", or there are none" : ""}`;
    default:
      return `a trick is worth ${or(boxes.map(minus))}`;
  }
}

export const nyet = {
  you: "You",
  and,
  card: cardName,
  points: minus,
  character: (name: string) => CHARACTERS[name] ?? name,

  // the bar
  round: (number: number, of: number | null) => (of === null ? `Round ${number}` : `Round ${number} of ${of}`),
  target: (points: number) => count(points, { one: "to # point", other: "to # points" }),
  veto: (number: number, of: number) => `Veto ${number} of ${of}`,
  choosingSides: "Choosing sides",
  discarding: "Discarding",
  passing: "Passing",
  trick: (number: number, of: number) => `Trick ${number} of ${of}`,
  dealing: "The cards are dealt",
  roundEnded: "Round over",
  gameOver: "The game is over",

  // people
  around: "At the table, clockwise",
  deal: "DEAL",
  dealer: "dealer",
  lead: "LEAD",
  leads: "leads",
  vetoes: (number: number) => count(number, { one: "# veto", other: "# vetoes" }),
  yourTurn: "your turn",
  toAct: "to act",
  away: "a bot stands in",
  offline: "not connected",
  hasChosen: "has chosen",
  watching: "You are watching.",
  cardsInHand: (number: number) => count(number, { one: "# card", other: "# cards" }),
  tricks: (number: number) => count(number, { one: "# trick", other: "# tricks" }),
  loot: (number: number) => count(number, { one: "# loot", other: "# loot" }),
  total: (number: number) => count(number, { one: "# point in all", other: "# points in all" }),
  bonusHolder: "bonus card",
  seconds: (number: number) => count(number, { one: "# second", other: "# seconds" }),

  // the board
  board: "The veto board",
  row: { first: "First", discard: "Discard", trump: "Trump", super: "Super", points: "Points" } as Record<
    string,
    string
  >,
  open: (number: number) => `${number} open`,
  settled: "settled",
  box: said,
  boxLabel: (row: string, box: string) => capital(outcome(row, [box])),
  boxOpen: "open",
  boxCovered: (name: string, you: boolean) => (you ? "covered by you" : `covered by ${name}`),
  boxNobody: "nobody plays it",
  boxSettled: "settled, this holds",
  yourVeto: "Your veto.",
  coverOne: "Cover one box: what it says will not happen.",
  consequence: (row: string, box: string, left: readonly string[]) =>
    `Cover ${said(row, box)} and ${outcome(row, left)}.`,
  nyetTo: (row: string, box: string) => `Nyet! to ${against(row, box)}`,
  chooseBox: "Choose a box",
  theirVeto: (name: string) => `${name} is to veto.`,
  boardNote: "A row with one open box is settled. Nobody can pass.",
  covered: (name: string, you: boolean, row: string, box: string) =>
    `${who(name, you, "say", "says")} Nyet! to ${against(row, box, you)}.`,
  settledNow: (row: string, box: string) => `${capital(outcome(row, [box]))}: settled.`,

  // the terms
  terms: "What the veto left open",
  trump: "Trump",
  super: "Super",
  supertrump: "Supertrump",
  pointsWord: "points",
  noTrump: "none",
  termsSaid: (trump: string | null, supertrump: string | null, points: number) =>
    `${trump === null ? "No trump" : `Trump is ${colour(trump)}`}, ${
      supertrump === null ? "no supertrump" : `supertrump is ${cardName(supertrump)}`
    }, ${count(points, { one: "# point", other: "# points" })} a trick.`,

  // the sides
  pebbles: "Pebbles",
  bricks: "Bricks",
  yourSide: "your side",
  theirSide: "their side",
  youPlayFirst: "You play first.",
  chooseSides: "Choose sides.",
  tapPeople: "Tap people to bring them over.",
  tapPartner: "Tap your partner.",
  theyPlayFirst: (name: string) => `${name} plays first and chooses sides.`,
  size: (partners: number, players: number): string =>
    partners === 0 ? "Alone" : players === 5 ? (partners === 1 ? "As a pair" : "As a trio") : "With a partner",
  sizes: "How many play with you",
  bonusCard: "Bonus card.",
  bonusDoes: "Its holder’s tricks and loot count double.",
  bonusDoesPlayer: "Its holder scores double.",
  bonusSolo: "Whoever plays alone has it.",
  whoGetsBonus: "Who gets the bonus card",
  playWith: (names: readonly string[]) => (names.length === 0 ? "Play alone" : `Play with ${and(names)}`),
  chooseMore: (number: number) => count(number, { one: "Choose # more", other: "Choose # more" }),
  bringOver: (name: string) => `Bring ${name} over to your side`,
  sendBack: (name: string) => `Send ${name} to the other side`,
  sidesSaid: (first: readonly string[], second: readonly string[], bonus: string | null) =>
    `${and(first)} against ${and(second)}.${bonus === null ? "" : ` ${bonus} ${bonus === "You" ? "have" : "has"} the bonus card.`}`,

  // discarding and passing
  giveUp: (number: number, notLow: boolean) =>
    `Discard ${number === 1 ? "one card" : `${number} cards`}${notLow ? ", no low ones" : ""}.`,
  passOn: (number: number, name: string) => `Pass ${number === 1 ? "one card" : `${number} cards`} to ${name}.`,
  secretly: "All choose at once, in secret.",
  discardCards: (cards: readonly string[]) => `Discard ${cardNames(cards)}`,
  passCards: (cards: readonly string[], name: string) => `Pass ${cardNames(cards)} to ${name}`,
  chooseCards: (number: number) => count(number, { one: "Choose # card", other: "Choose # cards" }),
  waitingFor: (names: readonly string[]) => `Waiting for ${and(names)}.`,
  youGave: (cards: readonly string[]) => `You gave ${cardNames(cards)}.`,
  youGot: (cards: readonly string[], name: string) => `From ${name}: ${cardNames(cards)}.`,

  // the trick
  hand: "Your hand",
  theTrick: "The trick",
  your: "Your turn.",
  leadAny: "Lead any card.",
  follow: (letter: string, note = "") => `Follow ${colour(letter)}${note && `: ${note}`}.`,
  cannotFollow: (letter: string, note = "") =>
    note ? `You have no ${colour(letter)}: ${note}. Play any card.` : `You have no ${colour(letter)}: play any card.`,
  ledCountsAs: (card: string, letter: string) => `the ${cardName(card)} counts as ${colour(letter)}`,
  yoursCountsAs: (card: string, letter: string) => `your ${cardName(card)} counts as ${colour(letter)}`,
  theirTurn: (name: string) => `${name} is to play.`,
  play: (card: string) => `Play ${cardName(card)}`,
  chooseCard: "Choose a card",
  goOn: "Go on",
  lastTrick: "Last trick",
  onlyLast: "The others stay face down: so it was agreed.",
  marks: { low: "loot", trump: "trump", supertrump: "supertrump" },
  canPlay: "can be played",
  cannotPlay: "cannot be played now",
  hinted: "suggested",
  lifted: "lifted",
  chosen: "chosen",
  played: (name: string, you: boolean, card: string) => `${who(name, you, "play", "plays")} ${cardName(card)}.`,
  takes: (name: string, you: boolean, card: string, as: Trick["won_as"]) =>
    `${who(name, you, "take", "takes")} it with ${as === "supertrump" ? "the supertrump" : as === "trump" ? `trump ${card.slice(1)}` : `the ${cardName(card)}`}.`,
  lootFrom: (names: readonly string[], cards: readonly string[]) =>
    `Loot from ${and(names.map((name) => (name === "You" ? "you" : name)))}: ${cardNames(cards, "the ")}.`,
  plusLoot: (number: number) => `+${number} loot`,
  sideCount: (side: string, tricks: number, loot: number, points: number) =>
    `${side}: ${tricksAnd(tricks, loot)}, ${count(points, { one: "# point", other: "# points" })} so far`,
  playedBy: (name: string, you: boolean, card: string) => `${you ? "You" : name}: ${cardName(card)}`,

  // past tricks
  trickNumber: (number: number, of: number) => `Trick ${number} of ${of}`,
  unknownTricks: (number: number) =>
    count(number, { one: "The first trick was not seen here.", other: "The first # tricks were not seen here." }),
  earlier: "Earlier trick",
  later: "Later trick",
  took: (name: string, you: boolean) => (you ? "You took it." : `${name} took it.`),

  // the end of a round
  takeRound: (side: string) => `${side} take the round.`,
  tied: "Nobody takes the round.",
  each: "each",
  nextRound: "Next round",
  thisRound: "This round",
  scoreSheet: "Score sheet",
  standing: "Final standing",
  sum: "Total",
  difference: (more: number, less: number) => `${minus(more)} − ${minus(less)} for the side that has more`,
  doubledFor: (name: string, points: number) => `×2 for ${name}: ${minus(points)}`,
  sheetPebbles: "Pebbles: first player’s side",
  sheetBricks: "Bricks: the others",
  youDeal: (number: number) => `You deal round ${number}.`,
  theyDeal: (name: string, number: number) => `${name} deals round ${number}.`,
  dealerVetoes: "The dealer lays the first veto.",
  leftVetoes: "The dealer’s left neighbour lays the first veto.",
  waits: "The table waits for your veto.",
  roundLine: (number: number, points: number) =>
    `Round ${number}, ${count(points, { one: "# point", other: "# points" })} a trick`,

  // the end
  wins: (name: string, you: boolean, points: number) => `${who(name, you, "win", "wins")} with ${minus(points)}.`,

  // what is announced
  newRound: (number: number, name: string, you: boolean) => `Round ${number}. ${who(name, you, "deal", "deals")}.`,
  roundOver: (side: string | null, first: number, second: number) =>
    `The round is over. Pebbles score ${minus(first)} each, Bricks ${minus(second)}.${side === null ? "" : ` ${side} take it.`}`,
  veryYourTurn: "It is your turn.",
};

export type NyetWords = typeof nyet;
