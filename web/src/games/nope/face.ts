/** The faces of Nope! as SVG in a box of 100 × 140. `id` keeps the cut of one card apart from that of another. */

import { drawBack, edge, numeral, type CardArt } from "../../art/card_art";
import { hand, JESTER, KNUCKLES, lens, ringArrow } from "../../art/marks";
import { CREAM, INK, shapeAt, suitOf, type Suit } from "../../art/suits";

export const ORDER = "RGBY";

export interface NopeCard {
  kind: "number" | "joker" | "restart" | "see" | "pick";
  /** Letters of the colours that it shows. */
  shows: string;
  number: number | null;
}

/** "RG3", "joker", "restart", "see:R", "pick:RGBY". */
export function readNope(card: string): NopeCard {
  if (card === "joker") return { kind: "joker", shows: ORDER, number: 1 };
  if (card === "restart") return { kind: "restart", shows: ORDER, number: null };
  if (card.startsWith("see:")) return { kind: "see", shows: card.slice(4), number: null };
  if (card.startsWith("pick:")) return { kind: "pick", shows: card.slice(5), number: null };
  return { kind: "number", shows: card.slice(0, -1), number: Number(card.slice(-1)) };
}

const FAN: Record<number, [number, number, number][]> = {
  1: [[60, 92, 0]],
  2: [
    [55, 91, -9],
    [63, 93, 7],
  ],
  3: [
    [51, 92, -15],
    [58, 91, -2],
    [66, 93, 11],
  ],
};

function fan(number: number): string {
  const places = FAN[number] ?? [];
  return places
    .map(([x, y, turn], i) => {
      const front = i === places.length - 1;
      const sheet = `<rect x="-19" y="-27" width="38" height="54" rx="5" fill="${front ? CREAM : "#e9dcbc"}" stroke="${INK}" stroke-opacity=".5" stroke-width="1.4"/>`;
      return `<g transform="translate(${x} ${y}) rotate(${turn})">${sheet}${front ? numeral(0, 17, 50, INK, number) : ""}</g>`;
    })
    .join("");
}

function fourBands(): string {
  const cuts = [-30, 54, 76, 98, 160];
  const bands = [...ORDER].map((letter, i) => {
    const [top, low] = [cuts[i] ?? 0, cuts[i + 1] ?? 0];
    return `<path d="M0 ${top}L100 ${top + 16}V${low + 16}L0 ${low}Z" fill="${suitOf(letter).base}"/>`;
  });
  return bands.join("") + `<path d="M0 54L100 70M0 76L100 92M0 98L100 114" stroke="${CREAM}" stroke-width="2.2"/>`;
}

function ground(suits: Suit[], id: string): string {
  const [first, second] = suits;
  if (!first) return "";
  if (suits.length > 2) return fourBands();
  const plain = `<rect width="100" height="140" fill="${first.base}"/>`;
  if (!second) return plain + first.weather(58, 90);
  const cut = `cut-${id}`;
  return (
    plain +
    first.weather(58, 40) +
    `<clipPath id="${cut}"><path d="M0 59L100 95V140H0Z"/></clipPath><g clip-path="url(#${cut})">` +
    `<rect width="100" height="140" fill="${second.base}"/>${second.weather(40, 118)}</g>` +
    `<path d="M0 59L100 95" stroke="${CREAM}" stroke-width="2.6"/>`
  );
}

function index(suits: Suit[], glyph: string): string {
  const four = suits.length > 2;
  const tops = four ? [39.5, 61, 83, 105.5] : suits.length === 2 ? [40, 72] : [41];
  const size = four ? 15 : 18;
  return glyph + suits.map((suit, i) => shapeAt(suit, four ? 12.5 : 11, tops[i] ?? 0, size)).join("");
}

/** The letters of the colours, below; a see-through has its handle there. */
function letters(suits: Suit[], see: boolean): string {
  const place = see ? `x="91" text-anchor="end"` : `x="9"`;
  const text = suits.map((suit) => suit.letter).join("");
  return `<text ${place} y="132.5" font-size="14" fill="${suits.at(-1)?.ink ?? CREAM}" fill-opacity=".9">${text}</text>`;
}

function glass(laid: boolean): string {
  const rim =
    `<path d="M38 110L22 130" stroke="${INK}" stroke-opacity=".5" stroke-width="15" stroke-linecap="round"/>` +
    `<path d="M38 110L22 130" stroke="${CREAM}" stroke-width="12" stroke-linecap="round"/>` +
    `<circle cx="60" cy="88" r="34.5" fill="none" stroke="${INK}" stroke-opacity=".5" stroke-width="9.5"/>` +
    `<circle cx="60" cy="88" r="34" fill="none" stroke="${CREAM}" stroke-width="7"/>`;
  if (laid) return rim;
  return (
    rim +
    `<circle cx="60" cy="88" r="30.8" fill="#d9ebe6"/><path d="M60 57.2A30.8 30.8 0 0 1 60 118.8Z" fill="${INK}" fill-opacity=".07"/>` +
    `<path d="M40 88A20 20 0 0 1 54 69" stroke="#fff" stroke-width="5" stroke-linecap="round" fill="none"/>`
  );
}

const POINTING =
  `<g transform="rotate(18 60 92)"><g transform="translate(23 52) scale(3.1667)"><g stroke="${INK}" stroke-opacity=".55" stroke-width=".7">${hand(CREAM)}</g>` +
  `<path d="${KNUCKLES}" stroke="${INK}" stroke-width=".8" fill="none" stroke-linecap="round"/></g></g>`;

const RESTART =
  `<circle cx="64" cy="90" r="30.5" fill="${CREAM}"/><g transform="translate(40 66) scale(2)">${ringArrow(INK)}</g>` +
  numeral(63.5, 98.5, 23, INK, 1);

function glyphAt(glyph: string, y = 13.5): string {
  return `<g transform="translate(8.5 ${y}) scale(.9583)">${glyph}</g>`;
}

/** The face; a see-through that is laid has a real hole. */
export function nopeFace(card: string, id: string, laid = false): string {
  const { kind, shows, number } = readNope(card);
  const suits = [...shows].map(suitOf);
  const ink = suits[0]?.ink ?? CREAM;
  const pale = suits[0] && suits.length < 3 ? shapeAt(suits[0], 50, 6, 46, suits[0].light, ` fill-opacity=".62"`) : "";
  const parts = {
    number: () => [fan(number ?? 1), numeral(20, 34.5, 36, ink, number ?? 1)],
    joker: () => [`<g transform="translate(11 8) scale(.88)">${JESTER}</g>`, numeral(20, 34.5, 36, ink, 1)],
    restart: () => [RESTART, glyphAt(ringArrow(ink), 12.5)],
    see: () => [glass(laid), glyphAt(lens(ink))],
    pick: () => [POINTING, glyphAt(hand(ink))],
  }[kind]();
  const face =
    ground(suits, id) + pale + parts[0] + index(suits, parts[1] ?? "") + letters(suits, kind === "see") + edge(CREAM);
  if (kind !== "see" || !laid) return face;
  return (
    `<mask id="hole-${id}"><rect width="100" height="140" fill="#fff"/><circle cx="60" cy="88" r="30.5"/></mask>` +
    `<g mask="url(#hole-${id})">${face}</g>`
  );
}

const GROUND = "#46345f";

/** Plum with small dashes and the jester. */
export const nopeCards: CardArt = {
  face: (card, { id, laid }) => nopeFace(card, id, laid),
  back: drawBack({
    base: GROUND,
    shade: "#382850",
    light: "#6d5a8c",
    mark: (x, y) => `M${x} ${y + 3}h7.2`,
    face: `<g transform="translate(50 70) scale(.68) translate(-58 -78)">${JESTER}</g>`,
  }),
  ground: GROUND,
};
