import { sayPoints } from "../../i18n/say";
import type { GamePage } from "../game_page";
import { nyetCards } from "./face";

export const nyet: GamePage = {
  id: "nyet",
  title: "Nyet!",
  cards: nyetCards,
  picture: [{ card: "R1", marks: { low: true, supertrump: true } }, { card: "G13" }, { card: "Y7" }],
  rules: true,
  value: sayPoints,
};
