/** The faces of Nyet! as SVG in a box of 100 × 140: ground, index, disc or sack, and the marks of the round. */

import { drawBack, edge, numeral, type CardArt, type Marks } from "../../art/card_art";
import { HEADS } from "../../art/characters";
import { CHERRIES, CHEVRON, CROWN, SACK } from "../../art/marks";
import { CREAM, GOLD, INK, rays, shapeAt, suitOf } from "../../art/suits";

export interface NyetCard {
  letter: string;
  value: number;
}

/** "R13" as colour letter and value. */
export function readNyet(card: string): NyetCard {
  return { letter: card.slice(0, 1), value: Number(card.slice(1)) };
}

function tile(height: number, width = 24): string {
  return `<rect x="${20 - width / 2}" y="62" width="${width}" height="${height}" rx="5" fill="${INK}" stroke="${GOLD}" stroke-width="1.4"/>`;
}

function mark(path: string, x: number, y: number, size: number, fill = GOLD): string {
  return `<path d="${path}" transform="translate(${x} ${y}) scale(${+(size / 24).toFixed(4)})" fill="${fill}" stroke-linejoin="round"/>`;
}

function marksOf(ink: string, marks: Marks): string {
  if (marks.supertrump) return tile(23, 26) + mark(CROWN, 11, 64.4, 18);
  if (marks.trump && marks.low) return tile(39) + mark(CHEVRON, 12.5, 64.2, 15) + mark(SACK, 12.5, 81.5, 15);
  if (marks.trump) return tile(21) + mark(CHEVRON, 12.5, 64.7, 15);
  return marks.low ? mark(SACK, 10.5, 63.5, 19, ink) : "";
}

function sack(fill: string, value: number, crowned: boolean): string {
  return (
    `<g transform="translate(24.5 54) scale(3.05)" fill="none" stroke="${fill}" stroke-linecap="round"><path d="${SACK}" fill="${CREAM}" stroke="none"/>` +
    `<path d="M8.9 6.6Q12 8 15.1 6.6" stroke-width="1.1"/><path d="M5.2 17.4q.2 2 2.2 2.6" stroke-width=".7" stroke-opacity=".35"/></g>` +
    numeral(61, 119, 44, fill, value) +
    (crowned
      ? `<path d="${CROWN}" transform="translate(45 32) scale(1.3333)" fill="${GOLD}" stroke="${INK}" stroke-width="1.3" stroke-linejoin="round"/>`
      : "")
  );
}

export function nyetFace(card: string, marks: Marks = {}): string {
  const { letter, value } = readNyet(card);
  const suit = suitOf(letter);
  const two = value > 9;
  const middle = marks.low
    ? (marks.supertrump ? `<path d="${rays(61, 96, 51, 18)}" fill="${GOLD}" fill-opacity=".5"/>` : "") +
      sack(suit.numeral, value, !!marks.supertrump)
    : `<circle cx="61" cy="92" r="32.5" fill="${CREAM}"/>` + numeral(60.5, 109, two ? 47 : 50, suit.numeral, value);
  return (
    `<rect width="100" height="140" fill="${suit.base}"/>` +
    suit.weather(58, 92) +
    shapeAt(suit, 47, 5, 50, suit.light, ` fill-opacity=".62"`) +
    middle +
    numeral(20, 34.5, 35, suit.ink, value, two ? ` letter-spacing="-1.2"` : "") +
    shapeAt(suit, 10.5, 40.5, 19) +
    marksOf(suit.ink, marks) +
    numeral(14, 132, 15, suit.ink, suit.letter, ` fill-opacity=".9"`) +
    edge(marks.supertrump ? GOLD : CREAM)
  );
}

export function bonusFace(): string {
  return (
    `<rect width="100" height="140" fill="#5c2c57"/><path d="${rays(50, 76, 140, 20)}" fill="#7a4274" fill-opacity=".8"/>` +
    `<circle cx="50" cy="78" r="37" fill="${CREAM}"/><g transform="translate(25 53) scale(2.0833)">${CHERRIES}</g>` +
    numeral(22, 34, 34, CREAM, "×2") +
    numeral(79, 132, 26, CREAM, "×2") +
    edge(GOLD)
  );
}

const GROUND = "#7c2b36";

/** Wine with small crosses and the bear; the bonus card is called "bonus". */
export const nyetCards: CardArt = {
  face: (card, { marks }) => (card === "bonus" ? bonusFace() : nyetFace(card, marks)),
  back: drawBack({
    base: GROUND,
    shade: "#661f2a",
    light: "#a4525a",
    mark: (x, y) => `M${x} ${y}l6 6m0-6l-6 6`,
    face: `<g transform="translate(26 45) scale(.48)">${HEADS.bear?.head ?? ""}</g>`,
  }),
  ground: GROUND,
};
