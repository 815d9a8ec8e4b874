/** How the cards of a game look: every game draws its own, as SVG in a box of 100 × 140. */

import { CREAM, INK } from "./suits";

/** What the terms of a round make of a card. */
export interface Marks {
  /** The edition's lowest value: a sack takes the place of the disc. */
  low?: boolean;
  trump?: boolean;
  supertrump?: boolean;
}

export interface Look {
  marks: Marks;
  /** It lies open on a pile. */
  laid: boolean;
  /** Unique on the page: keeps the masks of one card apart from those of another. */
  id: string;
}

export interface CardArt {
  /** The face of a card by its notation. */
  face: (card: string, look: Look) => string;
  back: string;
  /** The colour of the backs in a small fan. */
  ground: string;
}

export function numeral(x: number, y: number, size: number, fill: string, text: string | number, extra = ""): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle"${extra}>${text}</text>`;
}

/** The printed edge, drawn over everything. */
export function edge(colour: string): string {
  return (
    `<rect x="1.7" y="1.7" width="96.6" height="136.6" rx="8" fill="none" stroke="${colour}" stroke-width="3.4"/>` +
    `<rect x=".4" y=".4" width="99.2" height="139.2" rx="9.4" fill="none" stroke="${INK}" stroke-opacity=".45" stroke-width=".8"/>`
  );
}

interface Back {
  base: string;
  shade: string;
  light: string;
  /** The path of one of the small marks, at its place. */
  mark: (x: number, y: number) => string;
  /** What the disc in the middle shows. */
  face: string;
}

/** A back: small marks all over, and a face in the middle. */
export function drawBack({ base, shade, light, mark, face }: Back): string {
  let marks = "";
  for (let row = 0; row < 11; row++)
    for (let column = 0; column < 9; column++) marks += mark(column * 13 - (row % 2 ? 8 : 1.5), 2 + row * 13);
  return (
    `<rect width="100" height="140" fill="${base}"/><path d="${marks}" stroke="${light}" stroke-width="1.8" stroke-linecap="round" stroke-opacity=".75"/>` +
    `<rect x="7.5" y="7.5" width="85" height="125" rx="4" fill="none" stroke="${CREAM}" stroke-width="1.6" stroke-opacity=".85"/>` +
    `<circle cx="50" cy="70" r="31" fill="${shade}"/><circle cx="50" cy="70" r="28" fill="${CREAM}"/>${face}${edge(CREAM)}`
  );
}
