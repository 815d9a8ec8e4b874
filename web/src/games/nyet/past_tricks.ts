/** The tricks of a round that is over, from the table's log: for who was not there, or has loaded the page anew. */

import type { Happened } from "../../net/messages";
import type { RoundScore, Trick } from "./view_types";

/** Null if the log does not hold them all. `low` is the value of the cards that can be loot. */
export function tricksOf(
  entries: readonly Happened[],
  rounds: readonly RoundScore[],
  number: number,
  players: number,
  low: number,
): Trick[] | null {
  const score = rounds[number];
  if (score === undefined) return null;
  const size = (round: RoundScore) => round.tricks.reduce((sum, tricks) => sum + tricks, 0);
  const first = rounds.slice(0, number).reduce((sum, round) => sum + size(round), 0);
  const played = entries.flatMap(({ seat, move }) =>
    typeof seat === "number" && move?.startsWith("play ") ? [{ seat, card: move.slice(5) }] : [],
  );
  const tricks: Trick[] = [];
  for (let at = first; at < first + size(score); at++) {
    const cards = played.slice(at * players, (at + 1) * players);
    const leader = cards[0]?.seat;
    const last = at === first + size(score) - 1;
    const winner = last ? score.last_trick.winner : played[(at + 1) * players]?.seat;
    if (cards.length < players || leader === undefined || winner === undefined) return null;
    tricks.push({ leader, winner, cards: cards.map((one) => one.card), loot: [] });
  }
  return withLoot(tricks, score, low);
}

/** With the loot marked, if it comes to what the server counted; else without. */
function withLoot(tricks: Trick[], score: RoundScore, low: number): Trick[] {
  const other = (trick: Trick, place: number) =>
    score.sides[(trick.leader + place) % trick.cards.length] !== score.sides[trick.winner];
  const marked = tricks.map((trick) => ({
    ...trick,
    loot: trick.cards.filter((card, place) => Number(card.slice(1)) === low && other(trick, place)),
  }));
  const counted = score.loot.map((_, seat) =>
    marked.reduce((sum, trick) => sum + (trick.winner === seat ? trick.loot.length : 0), 0),
  );
  return counted.every((count, seat) => count === score.loot[seat]) ? marked : tricks;
}
