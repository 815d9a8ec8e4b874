/** Where everything of a table of Nope! lies, in the units of its frame. */

import {
  beside,
  layFan,
  others,
  TALL,
  type Box,
  type Fan,
  type Frame,
  type Laid,
  type Point,
} from "../../table/layout";
import { readNope } from "./face";

export interface NopeStage {
  plates: (Box | null)[];
  /** The middle of the backs in a seat's hand, where there is room to show them. */
  backs: (Point | null)[];
  pile: Box;
  discards: Box;
  note: Box;
  demand: Box;
  sentence: Box;
  sets: Box;
  controls: Box;
  hand: Box;
  oval: Box | null;
}

const M = 10;
/** A card of the piles lower than this has its name beside it. */
export const SMALL = 84;

/** A hand of so many cards needs so much of the height. */
function handHeight(cards: number, frame: Frame, players: number, big: boolean): number {
  const more = big ? 1.14 : 1;
  if (cards === 0) return { wide: 96, low: 8, tall: 24 }[frame.shape];
  if (frame.shape === "wide") return (cards > 16 ? 238 : 200) * more;
  if (frame.shape === "low") return Math.max(112, frame.h * (cards > 16 ? 0.44 : players > 5 ? 0.36 : 0.38)) * more;
  const rows = cards > 18 ? 3 : cards > 9 ? 2 : 1;
  return Math.min(frame.h * 0.42, Math.max(132, frame.h * [0.21, 0.21, 0.3, 0.375][rows]!) * more);
}

/** `choice`: there are sets to choose from, and a row for them. */
export function stage(
  frame: Frame,
  players: number,
  own: number,
  cards: number,
  big = false,
  choice = false,
): NopeStage {
  const handH = handHeight(cards, frame, players, big);
  if (frame.shape === "wide") return wide(frame, players, own, handH);
  return frame.shape === "low" ? low(frame, players, own, handH, choice) : tall(frame, players, own, handH, choice);
}

function tall({ w, h }: Frame, players: number, own: number, handH: number, choice: boolean): NopeStage {
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const there = others(players, own);
  const inRow = there.length > 3 ? 3 : there.length;
  const tight = h < 700 && there.length > 3;
  const plateH = tight ? 40 : 48;
  const gap = tight ? 4 : 6;
  const said = tight ? 7 : 16; // below a row, for who says "Nope!"
  there.forEach((seat, i) => {
    const row = Math.floor(i / inRow);
    const size = Math.min(inRow, there.length - row * inRow);
    const plateW = Math.min(160, (w - 2 * M) / inRow - 6);
    const x = (w * ((i % inRow) + 0.5)) / size;
    plates[seat] = { x: x - plateW / 2, y: gap + row * (plateH + said), w: plateW, h: plateH };
  });
  const top = gap + Math.ceil(there.length / inRow) * (plateH + said);
  const hand = { x: 8, y: h - handH - 6, w: w - 16, h: handH };
  const controls = { x: M, y: hand.y - (tight ? 74 : 82), w: w - 2 * M, h: 50 };
  const sets = { x: M, y: controls.y - 54, w: w - 2 * M, h: 48 };
  const spoken = tight ? 26 : 38;
  // the row of sets keeps its place, so that nothing moves with the turn, unless that leaves no room for the piles
  const kept = choice || sets.y - spoken - 58 - top > 130;
  const demand = { x: M, y: (kept ? sets.y : controls.y) - spoken - 58, w: w - 2 * M, h: 54 };
  const below = demand.y + demand.h + 2;
  const sentence = { x: M, y: below, w: w - 2 * M, h: (choice ? sets.y : controls.y) - below - 2 };
  const room = demand.y - top - 10;
  const fitting = room - 38 < SMALL ? room - 30 : room - 38;
  const cardH = Math.max(52, Math.min(fitting, 190, w * 0.32 * TALL));
  const cardW = cardH / TALL;
  const y = top + (tight ? 2 : 6) + Math.max(0, (room - cardH - 30) / 2);
  const pile = { x: w * (cardH < SMALL ? 0.17 : 0.26) - cardW / 2, y, w: cardW, h: cardH };
  const discards = { x: w * 0.73 - cardW / 2, y, w: cardW, h: cardH };
  const note = { x: w * 0.44, y: y + cardH + 8, w: w * 0.56 - M, h: 22 };
  return { plates, backs: [], pile, discards, note, demand, sentence, sets, controls, hand, oval: null };
}

function low({ w, h }: Frame, players: number, own: number, handH: number, choice: boolean): NopeStage {
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const there = others(players, own);
  const hand = { x: 8, y: h - handH - 3, w: w - 16, h: handH };
  const column = Math.min(52, (hand.y - 22) / there.length); // the tag of a lifted card comes up to here
  there.forEach((seat, i) => {
    plates[seat] = { x: M, y: 5 + i * column, w: 148, h: column - 5 };
  });
  const right = w * 0.6;
  const width = w - right - M;
  const cardH = Math.min(hand.y > 260 ? 165 : 150, hand.y - 62);
  const cardW = cardH / TALL;
  const y = Math.max(10, (hand.y - cardH - 50) / 2);
  const pile = { x: w * 0.302 - cardW / 2, y, w: cardW, h: cardH };
  const discards = { x: w * 0.487 - cardW / 2, y, w: cardW, h: cardH };
  const note = { x: w * 0.384, y: y + cardH + 8, w: w * 0.206, h: 20 };
  const top = hand.y > 260 ? (hand.y - 190) / 2 : 0; // above the tags of lifted cards
  const demand = { x: right, y: top, w: width, h: 46 };
  const controls = { x: right, y: Math.min(top + 132, hand.y - 50), w: width, h: 48 };
  const sets = { x: right, y: controls.y - 51, w: width, h: 48 };
  const sentence = { x: right, y: top + 49, w: width, h: (choice ? sets.y : controls.y) - top - 50 };
  return { plates, backs: [], pile, discards, note, demand, sentence, sets, controls, hand, oval: null };
}

const ANGLES: Record<number, number[]> = {
  1: [180],
  2: [100, 260],
  3: [90, 180, 270],
  4: [84, 150, 210, 276],
  5: [80, 128, 180, 232, 280],
};

function wide({ w, h }: Frame, players: number, own: number, handH: number): NopeStage {
  const hand = { x: 214, y: h - handH - 22, w: w - 428, h: handH };
  const rx = Math.min(450, w * 0.35);
  const oval = { x: w / 2 - rx, y: 34, w: 2 * rx, h: hand.y - 60 };
  const [cx, cy] = [w / 2, oval.y + oval.h / 2];
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const backs: (Point | null)[] = Array.from({ length: players }, () => null);
  const [plateW, plateH] = [172, 64];
  const there = others(players, own);
  there.forEach((seat, i) => {
    const angle = ((ANGLES[there.length]?.[i] ?? 180) * Math.PI) / 180;
    const [dx, dy] = [-Math.sin(angle), Math.cos(angle)];
    const flat = Math.abs(dx) > 0.9;
    const x = cx + dx * (flat ? rx + 56 : rx * 0.96);
    plates[seat] = {
      x: Math.max(20, Math.min(w - 20 - plateW, x - plateW / 2)),
      y: Math.max(12, cy + dy * (oval.h / 2) * 0.98 - plateH / 2),
      w: plateW,
      h: plateH,
    };
    const inward = dx < -0.01 ? 1 : -1;
    backs[seat] = beside(plates[seat], there.length > 4 && Math.abs(dx) > 0.5 && !flat ? -inward : inward);
  });
  plates[own] = { x: 20, y: h - 190, w: plateW, h: plateH };
  const above = plates.filter((plate) => plate && Math.abs(plate.x + plateW / 2 - cx) < rx * 0.6);
  const y = Math.max(oval.y + 64, ...above.map((plate) => (plate?.y ?? 0) + plateH + 14));
  const cardH = Math.min(206, oval.y + oval.h - 180 - y);
  const cardW = cardH / TALL;
  const pile = { x: cx - cardW - 46, y, w: cardW, h: cardH };
  const discards = { x: cx + 30, y, w: cardW, h: cardH };
  const note = { x: cx - 40, y: y + cardH + 12, w: 300, h: 22 };
  const demand = { x: cx - 210, y: oval.y + oval.h - 134, w: 420, h: 62 };
  const sentence = { x: cx - 280, y: demand.y + 64, w: 560, h: 28 };
  const right = { x: w - 350, w: 330 };
  const controls = { ...right, y: hand.y - 56, h: 50 };
  const sets = { ...right, y: controls.y - 56, h: 50 };
  return { plates, backs, pile, discards, note, demand, sentence, sets, controls, hand, oval };
}

/** The own hand, by the first colour that a card shows. */
export function layHand(cards: readonly string[], frame: Frame, box: Box, big: boolean): Laid {
  const fan: Fan =
    frame.shape === "wide"
      ? {
          box,
          most: big ? 142 : 124,
          show: 0.66,
          rise: 0.2,
          tilt: cards.length > 12 ? 0 : 1.1,
          sag: cards.length > 12 ? 0 : 13,
          gap: 10,
        }
      : frame.shape === "low"
        ? { box, most: big ? 104 : 92, show: 0.86, rise: 0.2, gap: 4 }
        : { box, most: big ? 116 : 98, show: cards.length > 18 ? 0.86 : 0.72, rise: 0.2, gap: 2 };
  return layFan(
    cards.map((card) => "RGBY".indexOf(readNope(card).shows.charAt(0)) + (readNope(card).shows.length > 2 ? 9 : 0)),
    fan,
  );
}
