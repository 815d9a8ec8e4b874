/** English for what the rules, the server and the bots say by codes: why something is refused, why a bot likes a move. */

import { counting, listing } from "./plurals";
import type { Worded } from "./parameters";

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

/** Why a bot likes a move. By the codes of docs/reasons.md. */
const reasons: Record<string, (p: Worded) => string> = {
  at_random: (p) => `One of ${n(p.moves, { one: "# move", other: "# moves" })}, picked blindly.`,
  only_move: () => "There is no other move.",
  last_resort: (p) => `None of the ${n(p.moves, { other: "# moves" })} stands out.`,
  denies_trump: (p) => `You have no more ${p.colour} than of the open colours on average.`,
  denies_super: (p) => `You have no more low cards in ${p.colour} than in the open colours on average.`,
  denies_first: (p) => `It keeps ${p.seat} from playing first.`,
  declines_first: () => "Then you do not play first.",
  denies_discard: (p) => `It rules out: ${p.box}.`,
  keeps_colour: (p) =>
    p.row === "super"
      ? `${p.Colour} stays open for supertrumps, and you have most low cards there.`
      : `${p.Colour} stays open as trump, and it is your longest colour.`,
  raises_points: () => "What stays open is worth more on average.",
  lowers_points: () => "What stays open is worth less on average.",
  leaves_open: (p) => `${p.box[0]?.toUpperCase()}${p.box.slice(1)} stays open.`,
  partners_with: (p) => `${p.seat} plays with you.`,
  keeps_card: (p) => `You keep ${p.card}.`,
  leaves_demand: (p) => `The next player faces ${p.count} ${p.colours}.`,
  settles_row: (p) => `It settles: ${p.box}.`,
  plays_alone: () => "You stand alone.",
  makes_pair: () => "You play as a pair.",
  makes_trio: () => "You play as a trio.",
  partner_told: (p) =>
    `${p.seat} covered ${n(p.boxes, { one: "# box", other: "# boxes" })} in row “${p.rowName}”, nobody on the other side more.`,
  takes_bonus: () => "You take the bonus card.",
  gives_bonus: (p) => `The bonus card goes to ${p.seat}.`,
  makes_void: (p) => `That is all the ${p.colour} you have.`,
  keeps_trumps: (p) => `You keep ${n(p.trumps, { one: "your trump", other: "all # trumps" })}.`,
  saves_loot: (p) => `${p.Card} goes where it is nobody's loot.`,
  passes_to_partner: (p) => `What you pass goes to ${p.seat}, a partner.`,
  passes_to_opponent: (p) => `What you pass goes to ${p.seat}, an opponent.`,
  cashes_winner: (p) => `No opponent can beat ${p.card}.`,
  draws_trumps: () => "It may draw trumps from opponents.",
  leads_partners_void: (p) => `${p.seat}, your partner, has no ${p.colour} left.`,
  leads_low: (p) => `${p.Card} is your lowest of that colour.`,
  leads_top: (p) => `Nothing of its suit beats ${p.card}; a trump may.`,
  captures_loot: (p) => `It puts you ahead, with loot in the trick: ${p.cards}.`,
  ruffs: (p) => `You have no ${p.colour}, and this trump is ahead.`,
  overtakes: (p) => `It beats ${p.seat}, who is ahead.`,
  takes_last: () => "You play last: the trick is yours.",
  ducks: (p) => `Another card would beat ${p.seat}; this one does not.`,
  leaves_to_partner: (p) => `${p.seat}, your partner, is ahead. Let it be.`,
  cannot_win: () => "No card that you may play takes this trick.",
  plays_low: (p) => `Of that suit ${p.card} is the lowest you may play.`,
  dumps_high: (p) => `Tricks cost points here, and you are rid of ${p.card}.`,
  dumps_loot: (p) => `Loot costs points here, and ${p.card} may go to an opponent.`,
  draws_instead: (p) => `You could play ${p.cards}, but you need not.`,
  plays_action_alone: (p) =>
    `${p.Card} alone is enough; a set would cost ${n(p.saves, { one: "# card", other: "# cards" })} more.`,
  passes_demand: (p) => `The demand, ${p.count} ${p.colours}, goes on to the next player.`,
  will_name: (p) => `Then you can name ${p.seat}: ${p.count} ${p.colour}.`,
  hits_next: (p) => `${p.seat} is next and can lay ${p.count} in ${p.percent} % of all hands.`,
  may_knock_out: (p) =>
    `${p.seat} is next with ${n(p.held, { one: "# card", other: "# cards" })}, and may have to lay all (${p.percent} %).`,
  cannot_come_back: (p) => `Should ${p.count} ${p.colours} come round to you, you could not lay them.`,
  sheds_joker: () => "Every colour calls up a joker: good to be rid of it.",
  saves_action: (p) => `You keep ${p.card} for later.`,
  keeps_single_colours: (p) => `You keep your cards of a single colour (${p.count}).`,
  keeps_cards: (p) => `You keep ${n(p.count, { one: "# card", other: "# cards" })}.`,
  names_player: (p) => `${p.seat} has ${n(p.held, { one: "# card", other: "# cards" })}.`,
  names_largest: (p) => `Nobody else has more cards than ${p.seat}: ${p.held}.`,
  demands: (p) => `It asks for ${p.count} ${p.colours}.`,
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
