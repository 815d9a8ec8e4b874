/** Where everything of a table of Nyet! lies, in the units of its frame. */

import {
  beside,
  layFan,
  others,
  type Box,
  type Fan,
  type Frame,
  type Laid,
  type Point,
  TALL,
} from "../../table/layout";

export interface Stage {
  terms: Box;
  /** By seat; the own seat's stands only on a wide table. */
  plates: (Box | null)[];
  /** The middle of the backs in a seat's hand, where there is room to show them. */
  backs: (Point | null)[];
  /** Where a seat's card of the trick goes. */
  places: Box[];
  turns: number[];
  /** The two sides: the own one first. */
  sides: [Box, Box];
  sentence: Box;
  controls: Box;
  /** The middle that the veto, the choice of sides and the sheets take. */
  centre: Box;
  people: Box;
  hand: Box;
  oval: Box | null;
}

const M = 10;
/** Between two plates, for the rings of both. */
const RINGS = 7;

/** `veto`: the board needs its rows high enough to be tapped, at the cost of the hand where the table is low. */
export function stage(frame: Frame, players: number, own: number, big = false, veto = false): Stage {
  if (frame.shape === "wide") return wide(frame, players, own, big);
  return frame.shape === "low" ? low(frame, players, own, big, veto) : tall(frame, players, own, big);
}

function tall({ w, h }: Frame, players: number, own: number, big: boolean): Stage {
  const tight = h < 660;
  const terms = { x: M, y: 2, w: w - 2 * M, h: tight ? 40 : 44 };
  const handH = Math.max(156, h * (big ? 0.275 : 0.245));
  const hand = { x: 8, y: h - handH - 6, w: w - 16, h: handH };
  const controls = { x: M, y: hand.y - (tight ? 54 : 60), w: w - 2 * M, h: 50 };
  const sentence = { x: M, y: controls.y - (tight ? 50 : 60), w: w - 2 * M, h: tight ? 44 : 52 };
  const top = terms.y + terms.h + (tight ? 6 : 12);
  const middle = { x: M, y: top, w: w - 2 * M, h: sentence.y - top - (tight ? 4 : 8) };
  const there = others(players, own);
  const column = Math.min(150, (w - 12) / there.length);
  const drop = there.length > 2 ? (tight ? 6 : 14) : 0;
  const plateH = 46;
  const cardW = Math.min(
    column - 8,
    tight ? 92 : 104,
    ((middle.h - plateH - drop - 16) / 2 / TALL) * (tight ? 1.02 : 1),
  );
  const cardH = cardW * TALL;
  const sideH = Math.max(100, Math.min(116, cardH));
  const used = plateH + 6 + drop + cardH + Math.max(cardH, sideH);
  const spare = Math.max(0, middle.h - used);
  const start = middle.y + Math.min(14, spare / 4);
  const ownY = middle.y + middle.h - Math.max(cardH, sideH) - Math.min(14, spare / 4);
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const places: Box[] = Array.from({ length: players }, () => ({ x: 0, y: 0, w: 0, h: 0 }));
  there.forEach((seat, i) => {
    const x = 6 + ((w - 12) * (i + 0.5)) / there.length;
    const outer = there.length > 2 && (i === 0 || i === there.length - 1);
    const y = start + (outer ? drop : 0);
    const plateW = Math.min(column - RINGS + 2, 150);
    plates[seat] = { x: x - plateW / 2, y, w: plateW, h: plateH };
    places[seat] = { x: x - cardW / 2, y: y + plateH + 6, w: cardW, h: cardH };
  });
  places[own] = { x: (w - cardW) / 2, y: ownY, w: cardW, h: cardH };
  const sideW = (w - cardW) / 2 - M - 8;
  const sideY = ownY + (Math.max(cardH, sideH) - sideH) / 2;
  const left = { x: M, y: sideY, w: sideW, h: sideH };
  const right = { x: w - M - sideW, y: sideY, w: sideW, h: sideH };
  const people = { x: 4, y: 6, w: w - 8, h: tight ? 57 : 70 };
  const centre = { x: M, y: people.y + people.h + 4, w: w - 2 * M, h: sentence.y - people.y - people.h - 10 };
  const turns = places.map(() => 0);
  return {
    terms,
    plates,
    backs: [],
    places,
    turns,
    sides: [left, right],
    sentence,
    controls,
    centre,
    people,
    hand,
    oval: null,
  };
}

function low({ w, h }: Frame, players: number, own: number, big: boolean, veto: boolean): Stage {
  const side = Math.max(136, w * 0.17);
  const handH = veto ? Math.max(78, h - 262) : Math.max(118, h * (big ? 0.4 : 0.365));
  const hand = { x: 8, y: h - handH - 3, w: w - 16, h: handH };
  const line = hand.y - 44;
  const terms = { x: M, y: 6, w: side - 4, h: Math.min(126, hand.y - 66) };
  const centreX = side + M + 4;
  const centreW = w - 2 * centreX;
  const sentence = { x: centreX, y: line, w: centreW, h: 44 };
  const controls = { x: M, y: line, w: w - 2 * M, h: 44 };
  const there = others(players, own);
  const half = Math.ceil(there.length / 2);
  const column = centreW / players;
  const plateW = Math.min(column - RINGS, 150);
  const drop = 22;
  const cardH = Math.min(line - 70, (Math.min(96, column - 8) * 7) / 5);
  const cardW = cardH / TALL;
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const places: Box[] = Array.from({ length: players }, () => ({ x: 0, y: 0, w: 0, h: 0 }));
  there.forEach((seat, i) => {
    const x = centreX + column * ((i < half ? i : i + 1) + 0.5);
    plates[seat] = { x: x - plateW / 2, y: 6, w: plateW, h: 44 };
    places[seat] = { x: x - cardW / 2, y: 54, w: cardW, h: cardH };
  });
  const ownY = Math.min(54 + drop, line - cardH - 14);
  places[own] = { x: centreX + column * (half + 0.5) - cardW / 2, y: ownY, w: cardW, h: cardH };
  const sideH = Math.min(96, (line - 18) / 2);
  const right = w - side - M + 4;
  const sides: [Box, Box] = [
    { x: right, y: 6, w: side - 4, h: sideH },
    { x: right, y: 12 + sideH, w: side - 4, h: sideH },
  ];
  const people = { x: M, y: 4, w: side, h: hand.y - 8 };
  const centre = { x: centreX, y: 4, w: centreW, h: hand.y - 9 };
  return {
    terms,
    plates,
    backs: [],
    places,
    turns: places.map(() => 0),
    sides,
    sentence,
    controls,
    centre,
    people,
    hand,
    oval: null,
  };
}

/** Degrees clockwise from the own seat at the bottom. */
const ANGLES: Record<number, number[]> = { 1: [180], 2: [104, 256], 3: [90, 180, 270], 4: [84, 152, 208, 276] };

function wide({ w, h }: Frame, players: number, own: number, big: boolean): Stage {
  const handH = big ? 232 : 204;
  const hand = { x: 222, y: h - handH - 24, w: w - 444, h: handH };
  const oval = { x: w / 2 - Math.min(460, w * 0.356), y: 22, w: 2 * Math.min(460, w * 0.356), h: h - handH - 50 };
  const [cx, cy] = [w / 2, oval.y + oval.h / 2];
  const plates: (Box | null)[] = Array.from({ length: players }, () => null);
  const places: Box[] = Array.from({ length: players }, () => ({ x: 0, y: 0, w: 0, h: 0 }));
  const backs: (Point | null)[] = Array.from({ length: players }, () => null);
  const turns: number[] = Array.from({ length: players }, () => 0);
  const cardW = Math.min(112, (oval.h - 180) / 2 / TALL);
  const cardH = cardW * TALL;
  const plateW = 172;
  const plateH = 66;
  const there = others(players, own);
  there.forEach((seat, i) => {
    const degrees = ANGLES[there.length]?.[i] ?? (360 * (i + 1)) / players;
    const angle = (degrees * Math.PI) / 180;
    const [dx, dy] = [-Math.sin(angle), Math.cos(angle)];
    const flat = Math.abs(dx) > 0.8;
    const px = flat ? (dx < 0 ? oval.x - 78 : oval.x + oval.w + 78) : cx + dx * oval.w * 0.5;
    const py = cy + dy * (oval.h / 2) * (flat ? 1 : 0.9);
    plates[seat] = {
      x: Math.max(24, Math.min(w - 24 - plateW, px - plateW / 2)),
      y: flat ? py - plateH / 2 : Math.max(36, py - plateH / 2),
      w: plateW,
      h: plateH,
    };
    const plate = plates[seat] ?? oval;
    backs[seat] = beside(plate, dx < -0.01 ? 1 : -1);
    const out = flat ? oval.w * (there.length === 2 ? 0.2 : 0.29) : there.length === 1 ? 0 : 92;
    places[seat] = {
      x: cx + Math.sign(Math.round(dx * 100)) * (there.length === 3 && !flat ? 0 : out) - cardW / 2,
      y: flat ? cy - cardH / 2 - 6 : Math.max(plate.y + plateH + 10, 112),
      w: cardW,
      h: cardH,
    };
    turns[seat] = [-3, -2, 2, 3, 2][i] ?? 0;
  });
  places[own] = { x: cx - cardW / 2, y: oval.y + oval.h - 76 - cardH, w: cardW, h: cardH };
  plates[own] = { x: 20, y: h - 203, w: plateW, h: plateH };
  const terms = { x: 20, y: 16, w: 196, h: 143 };
  const sides: [Box, Box] = [
    { x: 20, y: h - 348, w: 196, h: 128 },
    { x: w - 216, y: 16, w: 196, h: 128 },
  ];
  const sentence = { x: w / 2 - 300, y: oval.y + oval.h - 66, w: 600, h: 54 };
  const controls = { x: w - 250, y: h - 330, w: 230, h: 116 };
  const people = { x: 36, y: 36, w: 258, h: 400 };
  const centre = { x: w / 2 - 310, y: 14, w: 620, h: h - handH - 14 - 44 };
  return { terms, plates, backs, places, turns, sides, sentence, controls, centre, people, hand, oval };
}

/** The own hand: by suits, the highest first. */
export function layHand(cards: readonly string[], frame: Frame, box: Box, big: boolean): Laid {
  const fan: Fan =
    frame.shape === "wide"
      ? { box, most: big ? 146 : 126, show: 0.62, rise: 0.12, tilt: 1.1, sag: 13, gap: 14 }
      : frame.shape === "low"
        ? { box, most: big ? 110 : 96, show: 0.62, rise: 0.19, gap: 10 }
        : { box, most: big ? 120 : 100, show: 0.62, rise: 0.18, gap: 4 };
  return layFan(
    cards.map((card) => card.charCodeAt(0)),
    fan,
  );
}
