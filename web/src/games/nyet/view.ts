/** What the table of Nyet! says about a view. No rules: only the view and the legal moves in other words. */

import type { Marks } from "../../art/card_art";
import type { NyetWords } from "./words.en";
import type { Progress } from "../../table/contract";
import type { Who } from "../../table/people";
import type { EditionShown } from "./editions";
import type { NyetView, RoundScore, Row, Terms, Trick } from "./view_types";

const VALUE = (card: string) => Number(card.slice(1));

/** The hand as it is held: suits as the server lists them, the highest first. */
export function heldOrder(hand: readonly string[]): string[] {
  const suits = [...new Set(hand.map((card) => card.charAt(0)))];
  return hand.toSorted((a, b) => suits.indexOf(a.charAt(0)) - suits.indexOf(b.charAt(0)) || VALUE(b) - VALUE(a));
}

/** The marks that the terms of the round lay on a card. */
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

/** How many vetoes a round takes, counted from its board. */
export function vetoesIn(board: readonly Row[]): number {
  const free = (row: Row) => row.boxes.filter((box) => box.open || box.by !== null).length;
  return board.reduce((sum, row) => sum + Math.max(0, free(row) - 1), 0);
}

/** How many tricks the round in play has. */
export function tricksIn(view: NyetView): number {
  return view.taken.length + Math.max(0, ...view.hand_sizes);
}

/** A full trick is only still shown: the server has counted it as taken. */
export function isFull(view: NyetView): boolean {
  return view.trick.length === view.hand_sizes.length;
}

/** The moment between the last card of a trick and its taking: it counts among those taken, and lies on the table. */
export function withFullTrick(before: NyetView, trick: Trick, after: Pick<NyetView, "tricks" | "loot">): NyetView {
  const players = before.hand_sizes.length;
  const rest = trick.cards.slice(isFull(before) ? 0 : before.trick.length);
  const late = rest.map((_, i) => playerOf(trick.leader, trick.cards.length - rest.length + i, players));
  const own = before.seat === null ? -1 : late.indexOf(before.seat);
  const gone = before.hand.indexOf(rest[own] ?? "");
  const less = (counts: readonly number[], by: number) =>
    counts.map((count, seat) => count - (seat === trick.winner ? by : 0));
  return {
    ...before,
    to_act: [],
    blocked: [],
    leader: trick.leader,
    trick: trick.cards,
    taken: [...before.taken, trick],
    tricks: less(after.tricks, 1),
    loot: less(after.loot, trick.loot.length),
    hand: before.hand.filter((_, i) => i !== gone),
    hand_sizes: before.hand_sizes.map((size, seat) => size - (late.includes(seat) ? 1 : 0)),
  };
}

/** The two lines of the bar; `ended` while the arithmetic of the last round is shown. */
export function titleOf(view: NyetView, edition: EditionShown, words: NyetWords, ended = false): Progress {
  const number = view.rounds.length + (view.phase === "over" || ended ? 0 : 1);
  const title = words.round(number, edition.rounds) + (edition.target ? `, ${words.target(edition.target)}` : "");
  return { title, below: ended && view.phase !== "over" ? words.roundEnded : phaseLine(view, words) };
}

function phaseLine(view: NyetView, words: NyetWords): string {
  switch (view.phase) {
    case "veto":
      return words.veto(view.vetoes.length + 1, vetoesIn(view.board));
    case "team":
      return words.choosingSides;
    case "discard":
      return view.terms?.discard.passed_to ? words.passing : words.discarding;
    case "play":
      return words.trick(view.taken.length + (isFull(view) ? 0 : 1), tricksIn(view));
    case "over":
      return words.gameOver;
    default:
      return words.dealing;
  }
}

/** How a trick was taken, and with which card. */
export function takenWith(trick: Trick, terms: Terms): { card: string; as: "supertrump" | "trump" | "plain" } {
  const place = (trick.winner - trick.leader + trick.cards.length) % trick.cards.length;
  const card = trick.cards[place] ?? "";
  const as = card === terms.supertrump ? "supertrump" : card.charAt(0) === terms.trump ? "trump" : "plain";
  return { card, as };
}

/** Which places of a trick became loot: as many of each card as `loot` names, played by the other side. */
export function lootPlaces(trick: Trick, sides: readonly number[]): number[] {
  const left = [...trick.loot];
  return trick.cards.flatMap((card, place) => {
    const seat = playerOf(trick.leader, place, trick.cards.length);
    const found = sides[seat] !== sides[trick.winner] ? left.indexOf(card) : -1;
    if (found < 0) return [];
    left.splice(found, 1);
    return [place];
  });
}

/** "Otto takes it with the supertrump. Loot from Jo: the yellow 1." */
export function takenLine(
  trick: Trick,
  terms: Terms,
  sides: readonly number[],
  people: readonly Who[],
  words: NyetWords,
): string {
  const winner = people[trick.winner];
  const { card, as } = takenWith(trick, terms);
  const line = words.takes(winner?.name ?? "", winner?.you ?? false, card, as);
  const places = lootPlaces(trick, sides);
  if (places.length === 0) return line;
  const from = [...new Set(places.map((place) => playerOf(trick.leader, place, trick.cards.length)))];
  const names = from.map((seat) => (people[seat]?.you ? words.you : (people[seat]?.name ?? "")));
  return `${line} ${words.lootFrom(
    names,
    places.map((place) => trick.cards[place] ?? ""),
  )}`;
}

export interface SideCount {
  tricks: number;
  loot: number;
  points: number;
}

/** Tricks, loot and points of both sides so far, each player's by the bonus card where it doubles them. */
export function sideCounts(
  sides: readonly number[],
  tricks: readonly number[],
  loot: readonly number[],
  bonus: number | null,
  points: number,
  doubles: boolean,
): [SideCount, SideCount] {
  const sums: [SideCount, SideCount] = [
    { tricks: 0, loot: 0, points: 0 },
    { tricks: 0, loot: 0, points: 0 },
  ];
  sides.forEach((side, seat) => {
    const sum = sums[side === 0 ? 0 : 1];
    const [taken, looted] = [tricks[seat] ?? 0, loot[seat] ?? 0];
    sum.tricks += taken;
    sum.loot += looted;
    sum.points += (taken + looted) * points * (doubles && seat === bonus ? 2 : 1);
  });
  return sums;
}

/** The side whose players scored more; null when they scored the same. */
export function betterSide(round: RoundScore): number | null {
  const of = (side: number) => Math.max(...round.scores.filter((_, seat) => round.sides[seat] === side));
  if (of(0) === of(1)) return null;
  return of(0) > of(1) ? 0 : 1;
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
