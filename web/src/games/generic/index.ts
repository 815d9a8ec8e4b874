import { drawBack, numeral } from "../../art/card_art";
import { INK } from "../../art/suits";
import { sayScore } from "../../i18n/say";
import type { GamePage } from "../game_page";

const GROUND = "#2f5d50";

/** Its table, loaded when there is such a game. */
export const genericTable = () => import("./GenericTable.svelte");

/** A game that this page knows nothing about; its cards bear its initial. */
export function generic(id: string): GamePage {
  const title = id.charAt(0).toUpperCase() + id.slice(1);
  const back = drawBack({
    base: GROUND,
    shade: "#244a40",
    light: "#5b8a7b",
    mark: (x, y) => `M${x + 3} ${y}v6`,
    face: numeral(50, 88, 50, INK, /^\p{L}/u.exec(title)?.[0] ?? "?"),
  });
  return {
    id,
    title,
    cards: { face: () => back, back, ground: GROUND },
    picture: [{ card: "back" }, { card: "back" }, { card: "back" }],
    rules: false,
    value: sayScore,
  };
}
