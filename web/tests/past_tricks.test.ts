import { expect, it } from "vitest";
import type { Happened } from "../src/net/messages";
import { tricksOf } from "../src/games/nyet/past_tricks";
import type { RoundScore } from "../src/games/nyet/view_types";

/** Two rounds of two tricks with three people; the second one is asked for. */
const LOG: [seat: number, move: string][] = [
  [1, "veto points 1"],
  [1, "play R2"],
  [2, "play R3"],
  [0, "play R4"],
  [0, "play B2"],
  [1, "play B3"],
  [2, "play B4"],
  [0, "team 1"],
  [0, "play Y5"],
  [1, "play Y1"],
  [2, "play Y6"],
  [2, "play G1"],
  [0, "play G9"],
  [1, "play G1"],
];
const entries = LOG.map(([seat, move], seq) => ({ seq, at: 0, kind: "acted", seat, move }) as Happened);
const round = (tricks: number[], loot: number[], winner: number): RoundScore =>
  ({ tricks, loot, sides: [0, 0, 1], last_trick: { winner } }) as unknown as RoundScore;
const rounds = [round([1, 0, 1], [0, 0, 0], 2), round([1, 0, 1], [1, 0, 1], 0)];

it("takes the tricks of a round from the log, each won by who leads next", () => {
  expect(tricksOf(entries, rounds, 1, 3, 1)).toEqual([
    { leader: 0, winner: 2, cards: ["Y5", "Y1", "Y6"], loot: ["Y1"] },
    { leader: 2, winner: 0, cards: ["G1", "G9", "G1"], loot: ["G1"] },
  ]);
});

it("marks no loot where the server counted otherwise", () => {
  const other = [rounds[0]!, round([1, 0, 1], [0, 0, 1], 0)];
  expect(tricksOf(entries, other, 1, 3, 1)?.map((trick) => trick.loot)).toEqual([[], []]);
});

it("gives nothing where the log is too short", () => {
  expect(tricksOf(entries.slice(0, -1), rounds, 1, 3, 1)).toBeNull();
  expect(tricksOf(entries, rounds, 2, 3, 1)).toBeNull();
});
