/** What people and bots at a table are called. */

import { HEADS_BY_SEAT } from "../art/characters";
import type { SeatInfo } from "../net/messages";

/** House bots by seat. They are the same characters that sit there in Nyet! */
const HOUSE = ["Bruno", "Mira", "Otto", "Lena", "Jo", "Kim"];

/**
 * The name of each seat. House bots have names of their own, unless a person at the table is called the same; one that
 * plays for somebody who left has that name.
 */
export function seatNames(seats: readonly SeatInfo[], free = ""): string[] {
  const people = new Set(seats.filter((one) => one.player !== "house").map((one) => (one.name ?? "").toLowerCase()));
  return seats.map((one, seat) => {
    if (one.player === "free") return free;
    if (one.player !== "house") return one.name ?? "";
    if (one.owner && !people.has(one.owner.toLowerCase())) return one.owner;
    const name = HOUSE[seat];
    return name === undefined || people.has(name.toLowerCase()) ? (one.name ?? "") : name;
  });
}

/** The head of a seat: its character's, or by its number in a game without characters. */
export const headOf = (seat: number, character?: string | null): string =>
  character ?? HEADS_BY_SEAT[seat % HEADS_BY_SEAT.length] ?? "";
