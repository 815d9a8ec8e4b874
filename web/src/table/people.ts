/** Who sits at a table, as the tables of both games show them. */

import type { Seen } from "./contract";
import { headOf, seatNames } from "./seat_names";

export interface Person {
  seat: number;
  /** "You", or the name. */
  name: string;
  you: boolean;
  character: string;
  side: number | null;
  /** A bot stands in, or the line is down. */
  absent: "away" | "offline" | null;
}

/** How long the longest name of the others is: where it is long, all names are set narrower. */
export function longest(people: readonly Person[]): number {
  return Math.max(0, ...people.filter((person) => !person.you).map((person) => person.name.length));
}

/** Whether somebody's name is too long for a plate as it usually is. */
export const hasLongName = (people: readonly Person[]): boolean => longest(people) > 7;

/** What a sentence says of somebody. */
export type Who = Pick<Person, "name" | "you"> & Partial<Pick<Person, "character">>;

export function peopleOf(seen: Seen, you: string, sides: readonly number[] | null): Person[] {
  const names = seatNames(seen.info.seats);
  return seen.info.seats.map((info, seat) => {
    const own = seat === seen.you.seat;
    const gone = info.player === "person" && !own && seen.present.seats[seat] === false;
    return {
      seat,
      name: own ? you : (names[seat] ?? ""),
      you: own,
      character: headOf(seat, info.character),
      side: sides?.[seat] ?? null,
      absent: info.away || info.owner ? "away" : gone ? "offline" : null,
    };
  });
}
