/** The parameters of a refusal or a bot's reason, ready to be put into a sentence. */

import type { Words } from "./index";

export interface Worded {
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
  count: number;
  /** A supertrump that has left its colour: as a card, what it counts as, and where it would mislead. */
  supertrump: string;
  Supertrump: string;
  counts: string;
  gone: "led" | "led and held" | "held" | "blocked" | null;
  /** Where `cards` is not a list but how many somebody has. */
  held: number;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" ? value.split(" ") : [];

/** What a supertrump that has left its colour does in a refusal to follow. */
function goneIn({ supertrump, lead, card, held }: Record<string, unknown>): Worded["gone"] {
  if (supertrump === undefined) return null;
  const all = Array.isArray(held) && held.every((one) => one === supertrump);
  if (lead === supertrump) return all ? "led and held" : "led";
  return card === supertrump ? "blocked" : "held";
}

/** Put parameters into words; `name` says what a seat is called, `player` who plays a character. Numbers stay. */
export function wordParameters(
  words: Words,
  params: Record<string, unknown>,
  name: (seat: number) => string,
  player: (character: string) => string = (character) => character,
): Worded {
  const { codes, colours } = words;
  const number = (key: string) => (typeof params[key] === "number" ? (params[key] as number) : 0);
  const numbers = Object.entries(params).filter(([, value]) => typeof value === "number");
  const text = (key: string) => (params[key] === undefined ? "" : String(params[key]));
  const colour = (one: string) => colours[one] ?? one;
  const card = params.card === undefined ? "" : strings(params.card).map(codes.card).join(", ");
  const row = text("row");
  const supertrump = params.supertrump === undefined ? "" : codes.card(text("supertrump"));
  const box =
    params.box === undefined ? "" : row === "first" ? player(text("box")) : codes.box(row || "discard", text("box"));
  return {
    ...Object.fromEntries(numbers),
    seat: typeof params.seat === "number" ? name(params.seat) : "",
    name: text("name"),
    card,
    Card: capital(card),
    cards: codes.and(strings(params.cards).map(codes.card)),
    colour: codes.and(strings(params.colour).map(colour)),
    Colour: capital(codes.and(strings(params.colour).map(colour))),
    colours: codes.or(strings(params.colours).map(colour)),
    led: capital(colour(text("led"))),
    row,
    rowName: codes.rows[row] ?? row,
    box,
    count: number("count"),
    supertrump,
    Supertrump: capital(supertrump),
    counts: colour(text("counts_as")),
    gone: goneIn(params),
    held: number("cards"),
  };
}
