// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { characterOf, HEADS } from "../src/art/characters";
import { nopeFace, readNope } from "../src/games/nope/face";
import { bonusFace, nyetCards, nyetFace } from "../src/games/nyet/face";
import { SUITS } from "../src/art/suits";

describe("every card", () => {
  it("of Nyet! shows rank, silhouette and letter", () => {
    for (const suit of Object.values(SUITS)) {
      const face = nyetFace(`${suit.letter}9`);
      expect(face).toContain(">9</text>");
      expect(face).toContain(suit.shape);
      expect(face).toContain(`>${suit.letter}</text>`);
    }
  });

  it("of Nope! shows the silhouettes and letters of all its colours", () => {
    for (const card of ["R1", "GB2", "joker", "restart", "see:Y", "pick:RGBY"]) {
      const face = nopeFace(card, "x");
      const { shows } = readNope(card);
      for (const letter of shows) expect(face).toContain(SUITS[letter as "R"].shape);
      expect(face).toContain(`>${shows}</text>`);
    }
  });

  it("is well-formed", () => {
    const faces = [
      nyetFace("R1", { low: true, supertrump: true }),
      nopeFace("see:B", "a", true),
      bonusFace(),
      nyetCards.back,
    ];
    for (const face of faces) {
      const parsed = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg">${face}</svg>`,
        "text/xml",
      );
      expect(parsed.querySelector("parsererror")).toBeNull();
    }
  });
});

it("marks say what a card is in this round", () => {
  const plain = nyetFace("B1", { low: true });
  expect(nyetFace("B1", { low: true, trump: true })).not.toBe(plain);
  expect(nyetFace("B1", { low: true, supertrump: true })).toContain("#ffcf5c");
  expect(nyetFace("B7")).not.toContain("#ffcf5c");
});

it("a see-through has a hole only when it is laid", () => {
  expect(nopeFace("see:R", "a", true)).toContain("mask");
  expect(nopeFace("see:R", "a")).not.toContain("mask");
});

it("characters of an edition of one's own get their letter", () => {
  expect(characterOf("owl").head).toContain(">O</text>");
  expect(characterOf("bear")).toBe(HEADS.bear);
});
