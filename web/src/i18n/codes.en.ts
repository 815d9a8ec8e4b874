/** English for what the rules and the server say by codes: cards, boxes, and why something is refused. */

import { counting, listing } from "./plurals";
import type { Worded } from "./parameters";
import { reasons } from "./reasons.en";

const n = counting("en");
export const and = listing(" and ", ", and ");
const or = listing(" or ", ", or ");
export const COLOURS: Record<string, string> = { R: "red", B: "blue", Y: "yellow", G: "green", K: "black" };
const SINGLE: Record<string, string> = { joker: "the joker", restart: "the restart" };
const DISCARDS: Record<string, string> = {
  one: "discard one",
  two: "discard two",
  "one-not-low": "discard one, not low",
  "two-not-low": "discard two, not low",
  "pass-left": "pass one left",
  "pass-left-two": "pass two left",
  "pass-right": "pass one right",
  "pass-right-two": "pass two right",
  none: "keep all cards",
};
const ROWS: Record<string, string> = {
  first: "first player",
  discard: "discard",
  trump: "trump",
  super: "supertrump",
  points: "points",
};

/** A card by its notation: `Y12` is the yellow 12. */
export function card(text: string): string {
  if (text in SINGLE) return SINGLE[text] as string;
  const [kind, colours] = text.split(":") as [string, string | undefined];
  if (kind === "see") return `the ${COLOURS[colours as string]} see-through`;
  if (kind === "pick")
    return colours === "RGBY" ? "the selection of four colours" : `the ${COLOURS[colours as string]} selection`;
  const letters = text.replace(/\d+$/, "");
  const number = text.slice(letters.length);
  return `the ${[...letters].map((letter) => COLOURS[letter] ?? letter).join(" and ")} ${number}`;
}

export function box(row: string, name: string): string {
  if (row === "discard") return DISCARDS[name] ?? name;
  if (row === "points") return n(Number(name), { one: "# point", other: "# points" });
  if (row === "trump") return name === "none" ? "no trump" : `${name} trump`;
  if (row === "super") return name === "none" ? "no supertrump" : `${name} supertrumps`;
  return name;
}

/** A name in the middle of a sentence. */
export const inside = (name: string) => (name === "You" ? "you" : name);

const your = (card: string) => card.replace(/^the /, "your ");

/** Another suit was led; a supertrump that has left its colour is explained. */
function mustFollow(p: Worded): string {
  const wait = `${p.Card} has to wait.`;
  switch (p.gone) {
    case "led":
      return `${p.Supertrump} was led: it is a supertrump and counts as ${p.counts}, and you have ${p.counts}. ${wait}`;
    case "led and held":
      return `${p.Supertrump} was led: it is a supertrump and counts as ${p.counts}, and so does yours. ${wait}`;
    case "held":
      return `${p.led} was led; ${your(p.supertrump)} is a supertrump and counts as ${p.counts}. ${wait}`;
    case "blocked":
      return `${p.led} was led, and you have ${p.led.toLowerCase()}. ${p.Card} is a supertrump and counts as ${p.counts}.`;
    default:
      return `${p.led} was led, and you have ${p.led.toLowerCase()}. ${wait}`;
  }
}

/** Why a move, or a message, is refused. By the codes of docs/notation.md and docs/protocol.md. */
const refusals: Record<string, (p: Worded) => string> = {
  must_follow: mustFollow,
  not_low: (p) => `${p.Card} is a low card. It may not go while you have others.`,
  wrong_count: (p) => `It must be ${n(p.count, { one: "# card", other: "# cards" })}.`,
  not_in_hand: (p) => `${p.Card} is not in your hand.`,
  card_order: () => "The cards must be in order.",
  box_covered: () => "This box is covered already.",
  row_settled: () => "This is the last open box of its row. It holds for the round.",
  no_such_box: () => "This board has no such box.",
  no_such_team: () => "These sides are not possible.",
  not_your_turn: () => "It is not your turn.",
  wrong_phase: () => "This is not the time for it.",
  game_over: () => "The game is over.",
  shuffle_due: () => "The cards are being shuffled.",
  wrong_colour: (p) => `${p.count} ${p.colours} are demanded. ${p.Card} shows none of that.`,
  no_set: (p) => `${p.count} ${p.colours} are demanded. With ${p.cards} there is no such set.`,
  must_discard: (p) => `You can lay ${p.count} ${p.colours}, so you must. Drawing is for those who cannot.`,
  cannot_be_named: () => "This player cannot be named.",
  cannot_name_colour: (p) => `The selection shows only ${p.colours}.`,
  stale: () => "The table has moved on. Have another look.",
  paused: () => "The game is paused.",
  not_begun: () => "The game has not begun.",
  begun: () => "The game has begun already.",
  over: () => "The game is over.",
  closed: () => "The table is closed.",
  not_seated: () => "You do not sit at this table.",
  not_host: () => "Only the host of the table can do this.",
  seats_free: () => "Some seats are free: invite people, or seat bots.",
  nobody_plays: () => "At least one person must sit.",
  taken: () => "Somebody was faster: this seat is taken.",
  character_taken: () => "Somebody was faster: this character is taken.",
  no_such_character: () => "This edition has no such character.",
  free: () => "This seat is free already.",
  seated: () => "You sit already. Stand up first.",
  kicked: () => "The host has asked you to leave this table.",
  seen_cards: () => "You have seen the cards of another seat: only that one can be yours.",
  ask_first: () => "A bot plays there: ask for the seat.",
  asked_already: () => "You have asked for another seat already.",
  asked_enough: () => "You have asked often enough at this table.",
  seat_asked: () => "Somebody else is asking for this seat.",
  no_next_deal: () => "This game is dealt only once: after the start no bot's seat is given away here.",
  nobody_asks: () => "That request is over.",
  nobody_to_ask: () => "Nobody plays here now who could agree.",
  not_asked: () => "The host answers this.",
  people_play: () => "People are still in the game: the bots wait for them.",
  name_taken: (p) => `Somebody at this table is called ${p.name} already. Change your name on the first page.`,
  bad_name: () => "A name has 1 to 24 printable characters.",
  no_hints: () => "This table was made without hints.",
  not_now: () => "Hints are given when it is your turn.",
  muted: () => "The host has muted you at this table.",
  too_many_lines: () => "You write fast. Wait a moment.",
  too_many_requests: () => "Too many requests at once. Wait a moment.",
  too_many_sockets: () => "Too many connections: close some tabs.",
  too_many_tables: (p) => `You have ${p.count} open tables. Close one, or play one to its end.`,
  too_many_changes: () => "You have changed so much at this table that only moves are possible now.",
  too_many_names: () => "So many people have written here that no others can.",
  overloaded: () => "The server has too much to do. Try again in a moment.",
  no_such_table: () => "There is no such table.",
  no_watchers: () => "This table is not for watchers.",
  who_are_you: () => "Say your name first.",
  bad_token: () => "This link was used already, or is too old.",
  not_playable: () => "This cannot be played so. Change the number of players or the options.",
  busy: () => "Too many things happen at once. Try again.",
  other_rules: () => "This game was begun under rules that this server no longer plays. Nobody can play on here.",
  unavailable: () => "This could not be kept. Try again in a moment.",
};

export const codes = {
  card,
  box,
  refusals,
  reasons,
  rows: ROWS,
  or,
  and,
  /** A reason without words here: its code, soberly. */
  unknown: (code: string) => `${code.replaceAll("_", " ")}.`,
};
