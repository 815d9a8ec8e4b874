/** Who sits at a table, as the tables of both games show them. */

import type { Seen } from "./contract";
import type { Words } from "../i18n";
import { headOf, seatNames } from "./seat_names";

export interface Person {
  seat: number;
  /** "You", or the name; of who left the seat to a bot, too. */
  name: string;
  /** The same where there is room to say that a bot plays in that seat: "bot for Ben". */
  label: string;
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

/** What a plate says that has room for so many letters: all of it, or the name alone beside the mark. */
export const nameWithin = (letters: number, person: Person): string =>
  person.label.length <= letters ? person.label : person.name;

export function peopleOf(seen: Seen, words: Words, sides: readonly number[] | null): Person[] {
  const names = seatNames(seen.info.seats);
  return seen.info.seats.map((info, seat) => {
    const own = seat === seen.you.seat;
    const gone = info.player === "person" && !own && seen.present.seats[seat] === false;
    const name = own ? words.you : (names[seat] ?? "");
    return {
      seat,
      name,
      label: info.owner === name ? words.table.botFor(name) : name,
      you: own,
      character: headOf(seat, info.character),
      side: sides?.[seat] ?? null,
      absent: info.away || info.owner ? "away" : gone ? "offline" : null,
    };
  });
}
