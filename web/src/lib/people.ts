/** What people and bots at a table are called. */

import { SEATS_OF_NOPE } from "./cards/characters";
import { editionOf } from "./nyet/editions";
import type { SeatInfo } from "./wire";

/** House bots by seat. They are the same characters that sit there in Nyet! */
const HOUSE = ["Bruno", "Mira", "Otto", "Lena", "Jo", "Kim"];

/** The name of each seat. House bots have names of their own, unless a person at the table is called the same. */
export function seatNames(seats: readonly SeatInfo[], free = ""): string[] {
  const people = new Set(seats.filter((one) => one.player !== "house").map((one) => (one.name ?? "").toLowerCase()));
  return seats.map((one, seat) => {
    if (one.player === "free") return free;
    if (one.player !== "house") return one.name ?? "";
    const name = HOUSE[seat];
    return name === undefined || people.has(name.toLowerCase()) ? (one.name ?? "") : name;
  });
}

/** Which character sits in a seat: in Nyet! by the edition's first row. */
export function characterAt(game: string, edition: unknown, seat: number): string {
  const row = game === "nyet" ? editionOf({ edition, options: {}, players: 0 }).characters : SEATS_OF_NOPE;
  return row[seat] ?? SEATS_OF_NOPE[seat % SEATS_OF_NOPE.length] ?? "bear";
}
