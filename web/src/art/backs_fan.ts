/** A fan of backs in three shapes, however many cards there are: what lies below is not drawn. */

export interface FanShape {
  /** All cards together. */
  ground: string;
  /** The edges that can be seen. */
  edges: string;
  /** The middle of the uppermost back. */
  middle: [x: number, y: number];
}

const DEGREES = 4;
const MOST = 12; // of them the fan is as wide as it gets
const RADIUS = 105;
const [LEFT, TOP, RIGHT, BOTTOM] = [-13, -23, 13, 14];
const drawn = new Map<number, FanShape>();

export function fanOf(cards: number): FanShape {
  const known = drawn.get(cards) ?? draw(cards);
  drawn.set(cards, known);
  return known;
}

function draw(cards: number): FanShape {
  const step = (DEGREES * MOST) / Math.max(MOST, cards);
  const shape: FanShape = { ground: "", edges: "", middle: [0, 0] };
  for (let i = 0; i < cards; i++) {
    const angle = ((i - (cards - 1) / 2) * step * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const at = (x: number, y: number): [number, number] => {
      const out = RADIUS - y;
      return [x * cos + out * sin, RADIUS + x * sin - out * cos];
    };
    const say = (x: number, y: number) =>
      at(x, y)
        .map((value) => value.toFixed(1))
        .join(" ");
    const upper = i === cards - 1;
    const all = `M${say(LEFT, BOTTOM)}L${say(LEFT, TOP)}L${say(RIGHT, TOP)}L${say(RIGHT, BOTTOM)}Z`;
    shape.ground += all;
    shape.edges += upper
      ? all
      : `M${say(LEFT, BOTTOM)}L${say(LEFT, TOP)}L${say(LEFT + 9, TOP)}M${say(LEFT, BOTTOM)}L${say(LEFT + 9, BOTTOM)}`;
    if (upper) shape.middle = at(0, (TOP + BOTTOM) / 2);
  }
  return shape;
}
