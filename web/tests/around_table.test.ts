/** What is said around a table: changes for who hears them, levels, hints. */

import { expect, it } from "vitest";
import type { Seen } from "../src/table/contract";
import { sayChance, sayLevel, sayLevelHelp, sayPoints } from "../src/i18n/say";
import { tableChanges, type Heard } from "../src/table/announce_changes";
import { nameWithin, peopleOf } from "../src/table/people";
import type { SeatInfo } from "../src/net/messages";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";

const names = ["Ada", "Ben", "Cleo"];
const HOUSE: SeatInfo = { player: "house", level: "steady" };
const FREE: SeatInfo = { player: "free" };
const person = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({ player: "person", name, ...more });

interface Wanted {
  seats?: SeatInfo[];
  present?: boolean[];
  connected?: boolean;
  paused?: boolean;
  line?: { number: number; seat: number; text: string };
  you?: Partial<Seen["you"]>;
}

function heard(wanted: Wanted = {}): Heard {
  const seats = wanted.seats ?? [person("Ada"), person("Ben"), HOUSE];
  const seen = {
    connected: wanted.connected ?? true,
    info: { seats, paused: wanted.paused ?? false },
    present: { seats: wanted.present ?? [true, true, true], watchers: 0 },
    you: wanted.you ?? { seat: 0 },
  } as unknown as Seen;
  const line = wanted.line && { ...wanted.line, name: names[wanted.line.seat] ?? "", at: 0, room: "players" };
  return { seen, line: line as Heard["line"] };
}
const changes = (before: Wanted, now: Wanted, words = en) =>
  tableChanges(heard(before), heard(now), (seat) => names[seat] ?? "", words);

it("says who goes, who comes, and who is played by a bot", () => {
  expect(changes({}, {})).toEqual([]);
  expect(changes({}, { present: [true, false, true] })).toEqual(["Ben is not here."]);
  expect(changes({ present: [true, false, true] }, {})).toEqual(["Ben is here."]);
  const away = [person("Ada"), person("Ben", { away: true }), HOUSE];
  expect(changes({ present: [true, false, true] }, { seats: away, present: [true, false, true] })).toEqual([
    "A bot plays for Ben.",
  ]);
  expect(changes({ seats: away, present: [true, false, true] }, {}, de)).toEqual(["Ben spielt wieder selbst."]);
});

it("says for whom a bot plays, and who has taken the seat back", () => {
  const left = (name: string): SeatInfo => ({ ...HOUSE, name: "steady 2", owner: name });
  const both = [person("Ada"), person("Ben"), HOUSE];
  const without = { seats: [person("Ada"), left("Ben"), HOUSE], present: [true, false, false] };
  expect(changes({ seats: both }, without)).toEqual(["A bot plays for Ben."]);
  expect(changes({ seats: both }, without, de)).toEqual(["Für Ben spielt ein Bot."]);
  expect(changes(without, { seats: both })).toEqual(["Ben plays again."]);
  expect(changes(without, { seats: [person("Ada"), person("Zoe"), HOUSE] })).toEqual(["Ben sits in seat 2."]);
  const gone = { seats: [left("Ada"), person("Ben"), HOUSE], you: { seat: null, back: 0 } };
  expect(changes({ seats: both }, gone)).toEqual(["A bot plays for you."]);
  expect(changes(gone, { seats: both })).toEqual(["You play again."]);
});

it("shows whose seat a bot plays, where there is room for it", () => {
  const seats = [person("Ada"), { ...HOUSE, owner: "Konstantin" }, HOUSE, { ...HOUSE, owner: "ada" }];
  const { seen } = heard({ seats, present: [true, false, false, false] });
  const people = (words: typeof en) => peopleOf(seen as Seen, words, null);
  expect(people(en).map((one) => one.name)).toEqual(["You", "Konstantin", "Otto", "Lena"]);
  expect(people(en).map((one) => one.label)).toEqual(["You", "bot for Konstantin", "Otto", "Lena"]);
  expect(people(de)[1]?.label).toBe("Bot für Konstantin");
  expect(people(en).map((one) => one.absent)).toEqual([null, "away", null, "away"]);
  expect([17, 18].map((letters) => nameWithin(letters, people(en)[1]!))).toEqual(["Konstantin", "bot for Konstantin"]);
});

it("speaks of one's own seat as such, and of others' not while the line is cut", () => {
  const away = [person("Ada", { away: true }), person("Ben")];
  const both = [person("Ada"), person("Ben")];
  expect(changes({ seats: both }, { seats: away })).toEqual(["A bot plays for you."]);
  expect(changes({ seats: away }, { seats: both })).toEqual(["You play again."]);
  expect(changes({ connected: false, present: [true, false, true] }, {})).toEqual(["Connected again."]);
  expect(changes({}, { connected: false })).toEqual(["The connection is lost. Nothing is lost at the table."]);
});

it("says who sits down and which seat is free, pauses and the chat", () => {
  const open = [person("Ada"), FREE];
  const taken = [person("Ada"), person("Ben")];
  expect(changes({ seats: open }, { seats: taken })).toEqual(["Ben sits in seat 2."]);
  expect(changes({ seats: taken }, { seats: open })).toEqual(["Seat 2 is free."]);
  expect(changes({}, { paused: true })).toEqual(["The game is paused."]);
  expect(changes({}, { line: { number: 4, seat: 1, text: "Nope" } })).toEqual(["Ben says: Nope"]);
  expect(changes({}, { line: { number: 4, seat: 0, text: "mine" } })).toEqual([]);
});

it("has a word for every level, also for one that nobody told it of", () => {
  expect(sayLevel(en, "sharp")).toBe("sharp");
  expect(sayLevel(de, "sharp")).toBe("gewitzt");
  expect(sayLevel(de, "very-sharp")).toBe("very sharp");
  expect(sayLevelHelp(de, "very-sharp")).toBe("ein Bot dieses Servers");
  for (const words of [en, de]) expect(Object.keys(words.make.levels)).toEqual(Object.keys(words.make.levelHelp));
});

it("tells lead and points where a bot has them", () => {
  const move = { move: "play R1", why: [] };
  expect(sayPoints(en, { ...move, score: 1.25 })).toBe("rated +1.3");
  expect(sayPoints(en, { ...move, score: 1, expected: -4.04 })).toBe("−4 points for you");
  const searched = { ...move, score: 1, lead: 3.06, expected: 12.34, error: 0.41, takes: 0.635 };
  expect(sayPoints(en, searched)).toBe(
    "lead +3.1, +12.3 ± 0.4 points for you, your side takes the trick in 64 of 100 deals",
  );
  expect(sayPoints(de, searched)).toBe(
    "Vorsprung +3,1, +12,3 ± 0,4 Punkte für dich, deine Seite macht den Stich in 64 von 100 Fällen",
  );
});

it("tells the chance to win in Nope!, which makes the order", () => {
  const move = { move: "draw", why: [], score: 0.38, expected: 0.4, error: 0.02 };
  expect(sayChance(en, move)).toBe("wins 38 ± 2 of 100 games");
  expect(sayChance(de, move)).toBe("gewinnt 38 ± 2 von 100 Spielen");
  expect(sayChance(en, { ...move, error: undefined })).toBe("wins 38 of 100 games");
  expect(sayChance(de, { ...move, error: undefined })).toBe("gewinnt 38 von 100 Spielen");
  expect(sayChance(de, { ...move, error: 0.001 })).toBe("gewinnt 38 ± 1 von 100 Spielen");
});
