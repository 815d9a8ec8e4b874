/** The parameters of a refusal or a bot's reason, ready to be put into a sentence. */

import type { Words } from "./index";

export interface Told {
  seat: string;
  name: string;
  /** A card, and the same at the beginning of a sentence. */
  card: string;
  Card: string;
  cards: string;
  colour: string;
  Colour: string;
  colours: string;
  led: string;
  row: string;
  rowName: string;
  box: string;
  points: number;
  count: number;
  players: number;
  boxes: number;
  trumps: number;
  moves: number;
  percent: number;
  saves: number;
  /** Where `cards` is not a list but how many somebody has. */
  held: number;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" ? value.split(" ") : [];

/** Put parameters into words; `name` says what a seat is called. */
export function tell(words: Words, params: Record<string, unknown>, name: (seat: number) => string): Told {
  const { talk, colours } = words;
  const number = (key: string) => (typeof params[key] === "number" ? (params[key] as number) : 0);
  const text = (key: string) => (params[key] === undefined ? "" : String(params[key]));
  const colour = (one: string) => colours[one] ?? one;
  const card = params.card === undefined ? "" : strings(params.card).map(talk.card).join(", ");
  const row = text("row");
  const box = params.box ?? params.points;
  return {
    seat: typeof params.seat === "number" ? name(params.seat) : "",
    name: text("name"),
    card,
    Card: capital(card),
    cards: typeof params.cards === "number" ? String(params.cards) : talk.and(strings(params.cards).map(talk.card)),
    colour: talk.and(strings(params.colour).map(colour)),
    Colour: capital(talk.and(strings(params.colour).map(colour))),
    colours: talk.or(strings(params.colours).map(colour)),
    led: capital(colour(text("led"))),
    row,
    rowName: talk.rows[row] ?? row,
    box: box === undefined ? "" : talk.box(row || "discard", String(box)),
    points: number("points"),
    count: number("count"),
    players: number("players"),
    boxes: number("boxes"),
    trumps: number("trumps"),
    moves: number("moves"),
    percent: number("percent"),
    saves: number("saves"),
    held: number("cards"),
  };
}
