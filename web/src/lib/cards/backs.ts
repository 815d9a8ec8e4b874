/** The backs: wine with small crosses and the bear, plum with small dashes and the jester. */

import { HEADS } from "./characters";
import { JESTER } from "./marks";
import { edge } from "./nyet-face";
import { CREAM } from "./suits";

function pattern(mark: (x: number, y: number) => string): string {
  const marks = [];
  for (let row = 0; row < 11; row++)
    for (let column = 0; column < 9; column++) marks.push(mark(column * 13 - (row % 2 ? 8 : 1.5), 2 + row * 13));
  return marks.join("");
}

function back(base: string, shade: string, light: string, marks: string, face: string): string {
  return (
    `<rect width="100" height="140" fill="${base}"/><path d="${marks}" stroke="${light}" stroke-width="1.8" stroke-linecap="round" stroke-opacity=".75"/>` +
    `<rect x="7.5" y="7.5" width="85" height="125" rx="4" fill="none" stroke="${CREAM}" stroke-width="1.6" stroke-opacity=".85"/>` +
    `<circle cx="50" cy="70" r="31" fill="${shade}"/><circle cx="50" cy="70" r="28" fill="${CREAM}"/>${face}${edge(CREAM)}`
  );
}

export const BACKS = {
  nyet: back(
    "#7c2b36",
    "#661f2a",
    "#a4525a",
    pattern((x, y) => `M${x} ${y}l6 6m0-6l-6 6`),
    `<g transform="translate(26 45) scale(.48)">${HEADS.bear?.head ?? ""}</g>`,
  ),
  nope: back(
    "#46345f",
    "#382850",
    "#6d5a8c",
    pattern((x, y) => `M${x} ${y + 3}h7.2`),
    `<g transform="translate(50 70) scale(.68) translate(-58 -78)">${JESTER}</g>`,
  ),
};
