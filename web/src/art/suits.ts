/** The five suits: colour, silhouette in a 24 × 24 box, and the weather behind the numbers. */

export type Letter = "R" | "B" | "Y" | "G" | "K";
export type Colour = "red" | "blue" | "yellow" | "green" | "black";

export interface Suit {
  letter: Letter;
  colour: Colour;
  base: string;
  light: string;
  dark: string;
  /** What is printed on the base. */
  ink: string;
  /** Big numerals on cream. */
  numeral: string;
  shape: string;
  /** The ground behind the number, around (x, y). */
  weather: (x: number, y: number) => string;
}

export const CREAM = "#fbf3e0";
export const INK = "#1f1a17";
export const GOLD = "#ffcf5c";

/** Every second of 2n sectors around (x, y). */
export function rays(x: number, y: number, radius: number, count: number, share = 0.5): string {
  const point = (turn: number) => {
    const angle = turn * 2 * Math.PI;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: count }, (_, i) => `M${x} ${y}L${point(i / count)}L${point((i + share) / count)}Z`).join(
    "",
  );
}

/** Circles as one path: fewer elements are drawn faster. */
function rings(circles: readonly (readonly [number, number, number])[]): string {
  return circles.map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");
}

function rain(): string {
  const drops = [];
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 9; column++) drops.push(`M${column * 14 - 6 + (row % 2) * 7} ${6 + row * 26}l-5 13`);
  return drops.join("");
}

const STARS: readonly (readonly [number, number, number])[] = [
  [46, 14, 2],
  [14, 84, 1.8],
  [12, 112, 2.4],
  [89, 66, 2.2],
  [30, 128, 1.8],
  [91, 124, 2],
  [44, 50, 1.6],
];
const FIRS_FAR = "M-10 96L.5 66L11 96L21.5 66L32 96L42.5 66L53 96L63.5 66L74 96L84.5 66L95 96L105.5 66L116 96V141H-10Z";
const FIRS_NEAR = "M-2 122L11 88L24 122L37 88L50 122L63 88L76 122L89 88L102 122V141H-2Z";

export const SUITS: Record<Letter, Suit> = {
  R: {
    letter: "R",
    colour: "red",
    base: "#c4342a",
    light: "#d9594a",
    dark: "#a42319",
    ink: CREAM,
    numeral: "#9c1f16",
    shape: "M12 1.6L15.06 8.59L22.65 9.34L16.95 14.41L18.58 21.86L12 18L5.42 21.86L7.05 14.41L1.35 9.34L8.94 8.59Z",
    weather: (x, y) => `<path d="${rays(x, y, 160, 14)}" fill="#a42319" fill-opacity=".6"/>`,
  },
  B: {
    letter: "B",
    colour: "blue",
    base: "#1d4c9e",
    light: "#3a6abf",
    dark: "#163c80",
    ink: CREAM,
    numeral: "#173f86",
    shape: "M12 .8C15.6 6.2 20.4 10.3 20.4 15.2A8.4 8.4 0 0 1 3.6 15.2C3.6 10.3 8.4 6.2 12 .8Z",
    weather: (x, y) =>
      `<path d="${rings([42, 58, 78, 98, 118].map((r) => [x, y, r]))}" fill="none" stroke="#163c80" stroke-width="8" stroke-opacity=".75"/>`,
  },
  Y: {
    letter: "Y",
    colour: "yellow",
    base: "#f3b61f",
    light: "#fbd063",
    dark: "#dc9a0c",
    ink: "#3a2605",
    numeral: "#7d4d00",
    shape: "M15.6 1.6A10.7 10.7 0 1 0 22.6 15.2A8.6 8.6 0 0 1 15.6 1.6Z",
    weather: (x, y) =>
      `<circle cx="${x}" cy="${y}" r="74" fill="#fbd063" fill-opacity=".35"/><circle cx="${x}" cy="${y}" r="52" ` +
      `fill="#fbd063" fill-opacity=".5"/><path d="${rings(STARS)}" fill="#dc9a0c" fill-opacity=".75"/>`,
  },
  G: {
    letter: "G",
    colour: "green",
    base: "#5dad71",
    light: "#86c797",
    dark: "#4d9c61",
    ink: "#0c2c1a",
    numeral: "#1c6339",
    shape: "M12 .6L17.6 7.8H15.2L19.8 13.8H17L22.4 20.2H13.8V23.6H10.2V20.2H1.6L7 13.8H4.2L8.8 7.8H6.4Z",
    weather: () =>
      `<path d="${FIRS_FAR}" fill="#4d9c61" fill-opacity=".45"/><path d="${FIRS_NEAR}" fill="#4d9c61" fill-opacity=".8"/>`,
  },
  K: {
    letter: "K",
    colour: "black",
    base: "#29262e",
    light: "#5d5769",
    dark: "#1b191f",
    ink: CREAM,
    numeral: "#29262e",
    shape:
      "M5.6 14.8A5.2 5.2 0 0 1 4.9 4.9A6.9 6.9 0 0 1 17.7 3.7A5.7 5.7 0 0 1 18.6 14.8ZM12.6 16.2H16.4L14.2 18.8H16.8L9.6 24L11.2 20.2H8.6Z",
    weather: () =>
      `<path d="${rain()}" stroke="#4a4553" stroke-width="2" stroke-linecap="round" stroke-opacity=".45"/>`,
  },
};

const BY_COLOUR = new Map(Object.values(SUITS).map((suit) => [suit.colour as string, suit]));

/** The suit of a letter or of a colour's name. */
export function suitOf(name: string): Suit {
  return SUITS[name as Letter] ?? BY_COLOUR.get(name) ?? SUITS.K;
}

/** The silhouette of a suit with its upper left corner at (x, y). */
export function shapeAt(suit: Suit, x: number, y: number, size: number, fill = suit.ink, extra = ""): string {
  return `<path d="${suit.shape}" transform="translate(${x} ${y}) scale(${+(size / 24).toFixed(4)})" fill="${fill}"${extra}/>`;
}
