/** What the table of Nyet! says about a view. No rules: only the view and the legal moves in other words. */

import type { Marks } from "../../art/card_art";
import type { TableInfo } from "../../net/messages";
import type { NyetWords } from "./words.en";
import type { Progress } from "../../table/contract";
import type { Who } from "../../table/people";
import type { NyetView, Terms, Trick } from "./view_types";

const VALUE = (card: string) => Number(card.slice(1));

/** What was agreed, as the table says it. */
export interface Agreed {
  /** How many rounds are played; null when it goes to a number of points. */
  rounds: number | null;
  target: number | null;
  difference: boolean;
  bonusCard: boolean;
  /** The bonus card doubles its holder's score, not tricks and loot. */
  bonusForPlayer: boolean;
  /** Of the tricks that are over, only the last can be looked at. */
  lastTrickOnly: boolean;
}

/** The server lists the options that make a difference: without a bonus card there is nothing to agree about it. */
export function agreedOf({ agreed }: Pick<TableInfo, "agreed">): Agreed {
  return {
    rounds: agreed.end?.rounds ?? null,
    target: agreed.end?.target ?? null,
    difference: agreed.scoring === "difference",
    bonusCard: agreed.bonus !== undefined,
    bonusForPlayer: agreed.bonus === "player",
    lastTrickOnly: agreed.tricks === "last",
  };
}

/** The hand as it is held: suits as the server lists them, the highest first. */
export function heldOrder(hand: readonly string[]): string[] {
  const suits = [...new Set(hand.map((card) => card.charAt(0)))];
  return hand.toSorted((a, b) => suits.indexOf(a.charAt(0)) - suits.indexOf(b.charAt(0)) || VALUE(b) - VALUE(a));
}

/** The marks that the terms of the round lay on a card; `low` is the lowest value. */
export function marksOf(card: string, terms: Terms | null, low: number): Marks {
  return {
    low: VALUE(card) === low,
    trump: terms !== null && terms.trump === card.charAt(0) && terms.supertrump !== card,
    supertrump: terms !== null && terms.supertrump === card,
  };
}

/** Who played the cards of a trick. */
export function playerOf(leader: number, place: number, players: number): number {
  return (leader + place) % players;
}

/** A full trick is only still shown: the server has counted it as taken. */
export function isFull(view: NyetView): boolean {
  return view.trick.length === view.hand_sizes.length;
}

/** What was taken in a round so far. */
export type Counts = Pick<NyetView, "tricks" | "loot" | "sums">;

/** The moment between the last card of a trick and its taking: it lies on the table, and nothing more is counted yet. */
export function withFullTrick(before: NyetView, trick: Trick, { tricks, loot, sums }: Counts): NyetView {
  const players = before.hand_sizes.length;
  const rest = trick.cards.slice(isFull(before) ? 0 : before.trick.length);
  const late = rest.map((_, i) => playerOf(trick.leader, trick.cards.length - rest.length + i, players));
  const own = before.seat === null ? -1 : late.indexOf(before.seat);
  const gone = before.hand.indexOf(rest[own] ?? "");
  return {
    ...before,
    to_act: [],
    blocked: [],
    leader: trick.leader,
    trick: trick.cards,
    taken: [...before.taken, trick],
    tricks,
    loot,
    sums,
    hand: before.hand.filter((_, i) => i !== gone),
    hand_sizes: before.hand_sizes.map((size, seat) => size - (late.includes(seat) ? 1 : 0)),
  };
}

/** The two lines of the bar; `ended` while the arithmetic of the last round is shown. */
export function titleOf(view: NyetView, agreed: Agreed, words: NyetWords, ended = false): Progress {
  const number = view.rounds.length + (view.phase === "over" || ended ? 0 : 1);
  const title = words.round(number, agreed.rounds) + (agreed.target ? `, ${words.target(agreed.target)}` : "");
  return { title, below: ended && view.phase !== "over" ? words.roundEnded : phaseLine(view, words) };
}

function phaseLine(view: NyetView, words: NyetWords): string {
  switch (view.phase) {
    case "veto":
      return words.veto(view.vetoes.length + 1, view.veto_count);
    case "team":
      return words.choosingSides;
    case "discard":
      return view.terms?.discard.passed_to ? words.passing : words.discarding;
    case "play":
      return words.trick(view.taken.length + (isFull(view) ? 0 : 1), view.trick_count ?? 0);
    case "over":
      return words.gameOver;
    default:
      return words.dealing;
  }
}

/** "Otto takes it with the supertrump. Loot from Jo: the yellow 1." */
export function takenLine(trick: Trick, people: readonly Who[], words: NyetWords): string {
  const winner = people[trick.winner];
  const card = trick.cards.find((_, place) => playerOf(trick.leader, place, trick.cards.length) === trick.winner);
  const line = words.takes(winner?.name ?? "", winner?.you ?? false, card ?? "", trick.won_as);
  if (trick.loot.length === 0) return line;
  const from = [...new Set(trick.loot_places.map((place) => playerOf(trick.leader, place, trick.cards.length)))];
  const names = from.map((seat) => (people[seat]?.you ? words.you : (people[seat]?.name ?? "")));
  return `${line} ${words.lootFrom(names, trick.loot)}`;
}

/** A move "team 1 3 bonus 2" in parts. */
export interface TeamMove {
  partners: number[];
  bonus: number | null;
  text: string;
}

export function readTeam(text: string): TeamMove {
  const [left = "", right] = text.slice(4).split("bonus");
  return {
    partners: left.trim() === "" ? [] : left.trim().split(" ").map(Number),
    bonus: right === undefined ? null : Number(right),
    text,
  };
}
