/** Marks, glyphs of the action cards and icons, each in a 24 × 24 box. */

import { INK } from "./suits";

export const CHEVRON = "M12 3L21.5 12.5V20L12 10.5L2.5 20V12.5Z";
export const CROWN = "M3.2 20.5L1.6 7.2L7.6 11.6L12 3.4L16.4 11.6L22.4 7.2L20.8 20.5Z";
export const SACK =
  "M8.2 1.8L12 3.2L15.8 1.8L14.8 6.4C19.6 8.8 21.8 13.4 21.8 17C21.8 21.2 18.4 22.6 12 22.6C5.6 22.6 2.2 21.2 2.2 17C2.2 13.4 4.4 8.8 9.2 6.4Z";

export const CHERRIES =
  `<path d="M7.5 15C8 9 11 4.5 16.5 2.4C16 7 16.2 10 17 14" fill="none" stroke="#2d6a3f" stroke-width="1.8" stroke-linecap="round"/>` +
  `<path d="M16.5 2.4C19 1 22 1.6 23 3.6C20.5 5.8 18 5.2 16.5 2.4Z" fill="#58a86c"/>` +
  `<circle cx="7" cy="17.5" r="5.6" fill="#c4342a"/><circle cx="17.6" cy="17.5" r="5.6" fill="#a42319"/>` +
  `<path d="M4.6 15.6q.8-1.6 2.4-1.8M15.4 15.6q.8-1.6 2.4-1.8" stroke="#fff" stroke-width="1.3" stroke-linecap="round" fill="none" stroke-opacity=".85"/>`;

export function ringArrow(ink: string): string {
  return (
    `<path d="M18.6 7.2A8.4 8.4 0 1 0 20.4 13" fill="none" stroke="${ink}" stroke-width="3.6" stroke-linecap="round"/>` +
    `<path d="M21.6 1.6V10H13.2Z" fill="${ink}"/>`
  );
}

export function lens(ink: string): string {
  return (
    `<circle cx="10.4" cy="10.4" r="7.6" fill="none" stroke="${ink}" stroke-width="3.4"/>` +
    `<path d="M16.4 16.4L22 22" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`
  );
}

export function hand(ink: string): string {
  return (
    `<g fill="${ink}"><rect x="8" y=".8" width="4.6" height="13" rx="2.3"/>` +
    `<path d="M8 10.5H18.2Q20.4 10.5 20.4 12.8V16.4Q20.4 20 17 20H10.6Q7.6 20 5.8 17.4L3 13Q2 11.2 3.6 10.4Q5.2 9.8 6.4 11.2L8 13Z"/>` +
    `<rect x="8.4" y="21" width="11.2" height="3" rx="1.2"/></g>`
  );
}

export const KNUCKLES = "M12.6 10.7v4.2M15.3 10.8v4.1M18 10.9v4M8.1 13.5q2 .2 2.6 2.4";

/** The jester, around (58, 78): 76 wide and 90 high. */
export const JESTER =
  `<g stroke="${INK}" stroke-width="1.4"><path d="M30 84C20 60 26 50 34 46C40 56 46 60 58 60C70 60 76 56 82 46C92 50 96 62 88 84Z" fill="#7b3f6e"/>` +
  `<path d="M46 60Q52 40 58 36Q66 42 71 59Z" fill="#ffcf5c"/><circle cx="33" cy="45" r="5" fill="#ffcf5c"/>` +
  `<circle cx="83" cy="45" r="5" fill="#ffcf5c"/><circle cx="58" cy="35" r="5" fill="#fbf3e0"/>` +
  `<path d="M34 82C34 66 46 62 58 62C72 62 82 68 82 84C82 108 72 120 58 120C44 120 34 106 34 82Z" fill="#fbf3e0"/></g>` +
  `<path d="M58 62C72 62 82 68 82 84C82 108 72 120 58 120Z" fill="${INK}" fill-opacity=".09"/>` +
  `<circle cx="48" cy="87" r="6.6" fill="#fffaf0"/><circle cx="49.5" cy="88.2" r="3.4" fill="${INK}"/>` +
  `<circle cx="69" cy="87" r="6.6" fill="#fffaf0"/><circle cx="70.5" cy="88.2" r="3.4" fill="${INK}"/>` +
  `<path d="M40.8 86.7A7.2 7.2 0 0 1 55.2 86.7ZM61.8 86.7A7.2 7.2 0 0 1 76.2 86.7Z" fill="#e3c9a4"/>` +
  `<g fill="none" stroke="${INK}" stroke-linecap="round"><path d="M39.9 86.7H56.1M60.9 86.7H77.1" stroke-width="2.6"/>` +
  `<path d="M58 90V99Q61 101 63 99" stroke-width="2"/><path d="M49 108.5H68" stroke-width="2.8"/></g>`;

/** Icons of the page: strokes in `currentColor`. */
export const ICONS = {
  cards: `<path d="M4.5 8.5L10 7V19.5H5.6Q4.5 19.5 4.5 18.4Z"/><rect x="9.5" y="4" width="10" height="14.5" rx="2"/>`,
  tricks: `<path d="M3.4 8.6L11.6 5.6L15.6 16.6L7.4 19.6Z" fill="currentColor" stroke="none" fill-opacity=".5"/><rect x="9" y="4.6" width="10" height="14" rx="1.6" transform="rotate(8 14 11.6)" fill="currentColor" stroke="none"/>`,
  sack: `<path d="${SACK}" fill="currentColor" stroke="none"/>`,
  chevron: `<path d="${CHEVRON}" fill="currentColor" stroke="none"/>`,
  crown: `<path d="${CROWN}" fill="currentColor" stroke="none"/>`,
  hint: `<path d="M9 17.5h6M10 20.5h4M9 17.5C9 14.5 6 13.4 6 9.6A6 6 0 0 1 18 9.6C18 13.4 15 14.5 15 17.5"/>`,
  swap: `<path d="M4 8h15M15.5 4.5L19 8l-3.5 3.5M20 16H5M8.5 12.500L5 16l3.5 3.5"/>`,
  tick: `<path d="M5 12.500l4.5 4.500L19 7.5"/>`,
  cross: `<path d="M6 6l12 12M18 6L6 18"/>`,
  left: `<path d="M14.5 5.500L8 12l6.5 6.5"/>`,
  right: `<path d="M9.5 5.500L16 12l-6.5 6.5"/>`,
  sheet: `<path d="M5 4.500h14v15H5ZM5 9.500h14M10 9.500v10M14.5 9.500v10"/>`,
  eye: `<path d="M2.5 12S6 5.5 12 5.500S21.5 12 21.5 12S18 18.5 12 18.500S2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/>`,
  clock: `<circle cx="12" cy="12" r="8.5"/><path d="M12 7.500V12l3 2"/>`,
  away: `<path d="M5 19.500L19 4.500M8.5 8A4 4 0 0 0 14 12M5 20C5.5 16.5 8.5 14.5 12 14.500C15.5 14.5 18.5 16.5 19 20"/>`,
} as const;

export type IconName = keyof typeof ICONS;

/** What row 2 of the board shows: how many cards go, where to, and whether low ones may. */
export function discardIcon(box: string): string {
  const sheet = (x: number, y: number, turn: number) =>
    `<rect x="${x}" y="${y}" width="8.5" height="12" rx="1.6" transform="rotate(${turn} ${x + 4} ${y + 6})" fill="#fffaf0"/>`;
  const two = box.includes("two");
  if (box === "none") return sheet(7.8, 6, 0) + `<path d="M3.5 20.500L20.5 3.5" stroke="#c4342a" stroke-width="2.2"/>`;
  if (box.startsWith("pass")) {
    const right = box.includes("right");
    const cards = right
      ? two
        ? sheet(1.5, 5, -8) + sheet(4, 6, 6)
        : sheet(2.5, 6, 0)
      : two
        ? sheet(11.5, 5, -8) + sheet(14, 6, 6)
        : sheet(13, 6, 0);
    return cards + (right ? `<path d="M14.5 12H22M19 9l3 3l-3 3"/>` : `<path d="M9.5 12H2M5 9l-3 3l3 3"/>`);
  }
  const low = box.includes("not-low");
  const cards = two ? sheet(low ? 1 : 4.6, 2, -8) + sheet(low ? 4.5 : 10.4, 2, 8) : sheet(low ? 2.5 : 7.8, 1.5, 0);
  const arrow = low
    ? `<path d="M6.8 16.500V22.500M4.3 20.200l2.5 2.500l2.5-2.5"/>`
    : `<path d="M12 16V22.500M9.5 20.200l2.5 2.500l2.5-2.5"/>`;
  const sack = `<g transform="translate(13 7) scale(.46)"><path d="${SACK}" fill="${INK}" stroke="none"/></g><path d="M13.5 19L23.5 6.5" stroke="#c4342a" stroke-width="2.2"/>`;
  return cards + arrow + (low ? sack : "");
}
