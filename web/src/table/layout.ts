/** Where things lie. Pure: numbers in, numbers out; every table draws what is computed here. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A card: its upper left corner before it is turned, its width, its turn around the middle, and what it lies on. */
export interface Spot {
  x: number;
  y: number;
  w: number;
  turn: number;
  z: number;
}

/** Height of a card by its width. */
export const TALL = 1.4;
/** The least visible strip of a card in a fan, wide and high. */
export const STRIP = 34;
export const STRIP_HIGH = 44;

export type Shape = "tall" | "low" | "wide";

/** How a table fills its box: the shape, how much it is magnified, and its size in its own units. */
export interface Frame {
  shape: Shape;
  zoom: number;
  w: number;
  h: number;
}

const LEAST: Record<Shape, [w: number, h: number]> = { tall: [352, 588], low: [600, 300], wide: [960, 600] };
const USUAL: Record<Shape, [w: number, h: number]> = { tall: [400, 700], low: [844, 346], wide: [1280, 746] };

/** `text` is how much larger than usual the reader wants text: the table grows with it, and may then scroll. */
export function frame(w: number, h: number, text = 1): Frame {
  const [width, height] = [w / text, h / text];
  const shape: Shape =
    height < 520 && width > height * 1.25 ? "low" : width < height * 1.05 || width < 860 ? "tall" : "wide";
  const [usualW, usualH] = USUAL[shape];
  const grow = Math.min(1.9, Math.max(1, Math.min(width / usualW, height / usualH)));
  const [leastW, leastH] = LEAST[shape];
  const [fullW, fullH] = shape === "wide" ? USUAL.wide : LEAST[shape];
  const fitting = Math.min(1, width / fullW, height / fullH);
  const shrink = shape === "wide" ? Math.max(0.8, fitting) : text > 1 ? 1 : Math.max(0.9, fitting);
  const zoom = text * grow * shrink;
  return { shape, zoom, w: Math.max(leastW, w / zoom), h: Math.max(leastH, h / zoom) };
}

export interface Fan {
  box: Box;
  /** The widest a card may be. */
  most: number;
  /** The share of a card's height that must stay visible under the next row. */
  show: number;
  /** The share of a card's height that is kept free above for a lifted one. */
  rise: number;
  /** Degrees a card. */
  tilt?: number;
  /** How much lower the outer cards lie. */
  sag?: number;
  /** Additional room between groups, where there is any. */
  gap?: number;
}

export interface Laid {
  spots: Spot[];
  w: number;
  rows: number[];
}

/** The sizes of `rows` rows of a hand, cut where a group ends if that keeps them about equal. */
export function split(groups: readonly number[], rows: number): number[] {
  const cuts = [0];
  for (let row = 1; row < rows; row++) {
    const even = Math.round((groups.length * row) / rows);
    const near = [even, even - 1, even + 1].find(
      (cut) => cut > (cuts.at(-1) ?? 0) && cut < groups.length && groups[cut] !== groups[cut - 1],
    );
    cuts.push(near ?? even);
  }
  cuts.push(groups.length);
  return cuts.slice(1).map((cut, row) => cut - (cuts[row] ?? 0));
}

/** The widest cards that fit in so many rows. */
function widest(sizes: readonly number[], fan: Fan): number {
  const longest = Math.max(...sizes);
  const byWidth = fan.box.w - STRIP * (longest - 1);
  const rows = sizes.length;
  const plain = fan.box.h / (TALL * (fan.rise + 1 + (rows - 1) * fan.show));
  const withStrips = (fan.box.h - (rows - 1) * STRIP_HIGH) / (TALL * (fan.rise + 1));
  const byHeight = plain * TALL * fan.show >= STRIP_HIGH || rows === 1 ? plain : withStrips;
  return Math.min(fan.most, byWidth, byHeight);
}

/** A hand in as few rows as keep its cards large; `groups` tells for each card which group it belongs to. */
export function layFan(groups: readonly number[], fan: Fan): Laid {
  if (groups.length === 0) return { spots: [], w: fan.most, rows: [] };
  const tries = [1, 2, 3, 4].filter((rows) => rows <= groups.length).map((rows) => split(groups, rows));
  const best = Math.max(...tries.map((sizes) => widest(sizes, fan)));
  const sizes = tries.find((one) => widest(one, fan) >= best * 0.9) ?? [groups.length];
  const w = Math.max(24, widest(sizes, fan));
  const h = w * TALL;
  const offset = Math.max(STRIP_HIGH, h * fan.show);
  const top = fan.box.y + fan.box.h - h - (sizes.length - 1) * offset;
  const spots: Spot[] = [];
  let first = 0;
  sizes.forEach((size, row) => {
    const part = groups.slice(first, first + size);
    for (const spot of layRow(part, fan, w)) spots.push({ ...spot, y: top + row * offset + spot.y, z: spots.length });
    first += size;
  });
  return { spots, w, rows: sizes };
}

function layRow(groups: readonly number[], fan: Fan, w: number): Spot[] {
  const { box, tilt = 0, sag = 0, gap = 0 } = fan;
  const last = groups.length - 1;
  const changes = groups.filter((group, i) => i > 0 && group !== groups[i - 1]).length;
  const room = box.w - w;
  const tight = last > 0 ? room / last : 0;
  const between =
    last > 0
      ? Math.max(0, Math.min(gap, (room - last * Math.max(STRIP, Math.min(w * 0.62, tight))) / Math.max(1, changes)))
      : 0;
  const step = last > 0 ? Math.min(w + 5, (room - changes * between) / last) : 0;
  const length = w + last * step + changes * between;
  let x = box.x + (box.w - length) / 2;
  return groups.map((group, i) => {
    if (i > 0) x += step + (group === groups[i - 1] ? 0 : between);
    const off = last > 0 ? (2 * i) / last - 1 : 0;
    return { x, y: sag * off * off, w, turn: (i - last / 2) * tilt, z: i };
  });
}

/** The part of each card of a hand that is not under the next one: where it is touched. */
export function strips(laid: Laid): Box[] {
  const h = laid.w * TALL;
  let first = 0;
  return laid.rows.flatMap((size, row) => {
    const part = laid.spots.slice(first, first + size);
    const below = laid.spots[first + size];
    first += size;
    return part.map((spot, i) => {
      const next = part[i + 1];
      const w = next ? Math.min(laid.w, next.x - spot.x) : laid.w;
      const visible = below && row < laid.rows.length - 1 ? below.y - spot.y : h;
      return { x: spot.x, y: spot.y, w, h: visible };
    });
  });
}

/** Where a fan of backs lies beside a plate: to its right, or to its left. */
export function beside(plate: Box, side: number): Point {
  return { x: plate.x + plate.w / 2 + side * (plate.w / 2 + 62), y: plate.y + plate.h / 2 };
}

/** Whether two boxes share more than an edge. */
export function overlap(a: Box, b: Box): boolean {
  return a.x + a.w > b.x + 0.5 && b.x + b.w > a.x + 0.5 && a.y + a.h > b.y + 0.5 && b.y + b.h > a.y + 0.5;
}

/** The box as the style of an element. */
export function at(box: Box): string {
  return `left:${box.x.toFixed(1)}px;top:${box.y.toFixed(1)}px;width:${box.w.toFixed(1)}px;height:${box.h.toFixed(1)}px`;
}

/** Seats as they follow clockwise after the own one. */
export function others(players: number, own: number): number[] {
  return Array.from({ length: players - 1 }, (_, i) => (own + 1 + i) % players);
}
