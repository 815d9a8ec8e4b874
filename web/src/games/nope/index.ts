import { sayChance } from "../../i18n/say";
import type { GamePage } from "../game_page";
import { nopeCards } from "./face";

export const nope: GamePage = {
  id: "nope",
  title: "Nope!",
  cards: nopeCards,
  picture: [{ card: "RB2" }, { card: "GY3" }, { card: "joker" }],
  rules: true,
  value: sayChance,
};
