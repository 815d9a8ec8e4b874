/** The naysayers: heads in a box of 100 × 104, and the plain tokens of 2007. */

import { INK } from "./suits";

export interface Character {
  ground: string;
  head: string;
}

const short = (value: number) => String(Math.round(value * 10) / 10);

const shape = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;
/** The darker half. */
const shade = (path: string, opacity: number) => `<path d="${path}" fill="${INK}" fill-opacity="${opacity}"/>`;
const line = (path: string, width: number) =>
  `<path d="${path}" stroke="${INK}" stroke-width="${width}" fill="none" stroke-linecap="round"/>`;

/** An eye that looks a little to the right, half closed by a straight lid. */
function eye(x: number, y: number, r: number, glance: number, lid: string, iris = INK): string {
  const [left, right, edge] = [short(x - r - 0.6), short(x + r + 0.6), short(y - 0.4)];
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#fffaf0"/>` +
    `<circle cx="${x + glance}" cy="${short(y + 0.1 + 0.165 * r)}" r="${short(0.5 * r + 0.15)}" fill="${iris}"/>` +
    shape(`M${left} ${edge}A${short(r + 0.6)} ${short(r + 0.6)} 0 0 1 ${right} ${edge}Z`, lid) +
    line(`M${short(x - r - 1.5)} ${edge}H${short(x + r + 1.5)}`, 2.6)
  );
}

export const HEADS: Record<string, Character> = {
  bear: {
    ground: "#f2b98c",
    head:
      `<circle cx="22" cy="27" r="16" fill="#6d3a20"/><circle cx="78" cy="27" r="16" fill="#6d3a20"/>` +
      `<circle cx="23" cy="29" r="8" fill="#c98a5c"/><circle cx="77" cy="29" r="8" fill="#c98a5c"/>` +
      shape("M50 13C79 13 93 35 93 57C93 80 76 95 50 95C24 95 7 80 7 57C7 35 21 13 50 13Z", "#8a4b2a") +
      shade("M50 13C79 13 93 35 93 57C93 80 76 95 50 95Z", 0.13) +
      `<ellipse cx="50" cy="71" rx="25" ry="20" fill="#f0cfa0"/>` +
      shade("M50 51A25 20 0 0 1 50 91Z", 0.1) +
      shape("M39 60Q50 54 61 60Q60 69 50 71Q40 69 39 60Z", "#1f1a17") +
      line("M50 70V79M38 80.5Q50 77.5 62 80.5", 3) +
      eye(32, 46, 8, 1, "#a8663d") +
      eye(68, 46, 8, 1, "#93552f") +
      line("M22 33L40 35.5M78 33L60 35.5", 4),
  },
  wolf: {
    ground: "#b5d2da",
    head:
      shape("M14 50L15 3L44 27Z", "#46586a") +
      shape("M86 50L85 3L56 27Z", "#46586a") +
      shape("M21 36L21.5 16L34 27Z", "#d7b9a4") +
      shape("M79 36L78.5 16L66 27Z", "#d7b9a4") +
      shape("M50 20L80 30L97 62L82 66L84 76L69 77L59 95Q50 99 41 95L31 77L16 76L18 66L3 62L20 30Z", "#5f7387") +
      shade("M50 20L80 30L97 62L82 66L84 76L69 77L59 95Q54 98 50 98Z", 0.13) +
      shape("M50 47L60 56L78 60L67 75L59 93Q50 97 41 93L33 75L22 60L40 56Z", "#f3ead6") +
      shade("M50 47L60 56L78 60L67 75L59 93Q54 96 50 96Z", 0.1) +
      shape("M42 75Q50 71 58 75Q57 82 50 84Q43 82 42 75Z", "#1f1a17") +
      line("M50 83V88.5M41 89.5Q50 87 59 89.5", 2.8) +
      eye(34, 52, 7, 1, "#4b5d6f") +
      eye(66, 52, 7, 1, "#43535f") +
      line("M23 38.5L41 43.5M77 38.5L59 43.5", 4) +
      `<path d="M50 24V38" stroke="#46586a" stroke-width="6" stroke-linecap="round"/>`,
  },
  eagle: {
    ground: "#8fb0a2",
    head:
      shape("M2 100C4 84 10 74 18 66L80 70C88 78 94 88 96 100Z", "#4a2f22") +
      shape(
        "M14 76L6 66L16 64L5 53L17 52L9 39L21 40L16 26L29 29C36 14 52 8 64 12C80 17 84 32 80 48C78 62 82 70 88 80L76 77L74 88L62 80L56 92L46 81L36 91L31 79L18 87Z",
        "#fbf1dc",
      ) +
      shade("M64 12C80 17 84 32 80 48C78 62 82 70 88 80L76 77L74 88L62 80C68 60 70 36 58 11Z", 0.1) +
      shape("M70 32C90 27 101 42 96 66C92 56 85 53 72 55C66 48 66 38 70 32Z", "#f0a321") +
      line("M70 45Q80 43 88 48", 2.6) +
      shape("M72 55C66 48 66 38 70 32C75 31 78 31 81 32C77 40 77 48 80 54Z", "#fbc04f") +
      eye(54, 38, 8.5, 2, "#e5d3ae", "#7b4a12") +
      line("M40 25L66 33", 5),
  },
  tiger: {
    ground: "#f3dc98",
    head:
      `<circle cx="20" cy="25" r="14" fill="#b9561a"/><circle cx="80" cy="25" r="14" fill="#b9561a"/>` +
      `<circle cx="21" cy="27" r="7" fill="#f7e3c4"/><circle cx="79" cy="27" r="7" fill="#f7e3c4"/>` +
      shape(
        "M50 12C78 12 91 31 91 52L97 66L87 70L88 80L74 82C68 92 60 96 50 96C40 96 32 92 26 82L12 80L13 70L3 66L9 52C9 31 22 12 50 12Z",
        "#e98136",
      ) +
      shade("M50 12C78 12 91 31 91 52L97 66L87 70L88 80L74 82C68 92 60 96 50 96Z", 0.13) +
      shape(
        "M50 56C58 56 64 58 72 64C80 70 72 84 64 84C60 92 56 94 50 94C44 94 40 92 36 84C28 84 20 70 28 64C36 58 42 56 50 56Z",
        "#fbeed7",
      ) +
      shade("M50 56C58 56 64 58 72 64C80 70 72 84 64 84C60 92 56 94 50 94Z", 0.09) +
      line("M50 13V32M37 16L41 29M63 16L59 29", 5) +
      line("M10 50L22 54M8 61L19 63M90 50L78 54M92 61L81 63", 4.6) +
      shape("M41 63Q50 59 59 63Q57 70 50 72Q43 70 41 63Z", "#9c3a2d") +
      line("M50 72V79M39 80.5Q50 77.5 61 80.5", 3) +
      eye(33, 47, 8, 1, "#f4a866", "#3c5a2a") +
      eye(67, 47, 8, 1, "#e29450", "#3c5a2a") +
      line("M23 36L41 37.5M77 36L59 37.5", 4),
  },
  crane: {
    ground: "#cda6bb",
    head:
      shape(
        "M28 104C22 84 38 76 40 62C41 54 30 50 27 40C22 22 36 10 50 11C62 12 68 22 66 32C64 44 58 48 59 60C61 76 56 90 60 104Z",
        "#fdf7e8",
      ) +
      shape("M66 32C64 44 58 48 59 60C61 76 56 90 60 104H48C46 84 52 70 51 58C51 50 58 44 60 34Z", "#26242b") +
      shape("M28 28C30 14 40 8 50 9C60 10 66 17 66.5 25C56 20 42 20 28 28Z", "#c4342a") +
      shape("M62 27L99 45L96 49L62 41Q58 34 62 27Z", "#e0a83c") +
      line("M63 35L97 47", 2.2) +
      eye(48, 32, 7.5, 2, "#e6d6b4") +
      line("M37 23L56 26", 4),
  },
  hawk: {
    ground: "#e7c9a0",
    head:
      shape("M4 100C6 82 14 72 22 64L78 66C88 76 94 88 95 100Z", "#d8b98d") +
      shape(
        "M16 100C18 88 20 80 26 70L76 70C84 80 86 90 88 100H78L74 90L68 100H60L54 90L48 100H40L36 90L28 100Z",
        "#8f5a33",
      ) +
      shape("M18 72C10 44 22 12 54 11C76 11 86 28 82 46C80 60 78 66 80 74C60 84 36 84 18 72Z", "#7a4526") +
      shade("M54 11C76 11 86 28 82 46C80 60 78 66 80 74C74 77 68 79 61 80C68 58 68 34 54 11Z", 0.14) +
      shape("M40 52C46 62 46 70 42 79C54 81 62 80 70 77C62 70 60 60 62 50Z", "#f0dcb8") +
      shape("M72 34C86 32 94 42 90 60C86 53 81 51 73 52C68 46 68 39 72 34Z", "#5d6a73") +
      shape("M72 34C68 39 68 46 73 52C76 51.5 78 51.5 80 51.8C77 46 77 40 79 35C77 34 74 33.7 72 34Z", "#f3b61f") +
      line("M62 50C60 60 58 66 60 76", 4) +
      eye(55, 38, 8.5, 2, "#a76a42", "#a85a08") +
      line("M40 26L68 33", 5.5),
  },
  dove: {
    ground: "#8fa7c9",
    head:
      shape(
        "M6 102C4 80 16 70 24 58C20 30 34 12 54 12C74 12 84 28 80 46C78 56 84 66 88 78C91 88 92 96 92 102Z",
        "#e9e4ee",
      ) +
      shade("M54 12C74 12 84 28 80 46C78 56 84 66 88 78C91 88 92 96 92 102H62C70 74 72 40 54 12Z", 0.1) +
      shape("M12 102C12 88 20 78 32 74C34 84 44 88 54 86C52 96 44 100 40 102Z", "#c6bcd3") +
      shape("M24 60C36 70 62 72 79 56C80 60 82 64 84 68C66 84 36 82 20 65Z", "#a99bbd") +
      shape("M77 34L98 42Q90 50 78 48Q72 41 77 34Z", "#d98a6a") +
      shape("M77 34Q72 41 78 48Q82 48.4 85 47.6Q82 41 84 36.6Z", "#f1dccb") +
      line("M80 42L93 43", 2) +
      eye(57, 38, 8, 2, "#c9bfd6", "#8c3a22") +
      line("M46 27L66 29", 4),
  },
};

/** The tokens of the edition of 2007: a colour and a cut. */
export const PLAIN: Record<string, Character> = {
  turquoise: { ground: "#2fb6b0", head: line("M30 50H70", 9) },
  lilac: { ground: "#a98bd6", head: line("M50 30V70", 9) },
  green: { ground: "#6fb34f", head: line("M34 34L66 66", 9) },
  orange: { ground: "#ee8a34", head: line("M30 50H70M50 30V70", 9) },
  white: { ground: "#fffaf0", head: line("M50 34a16 16 0 1 0 .1 0Z", 9) },
};

const OTHERS = ["#d9a77f", "#9fc1cb", "#a3bf9b", "#e6cf86", "#c4a5c9", "#b4b9d8"];

/** Who plays a seat: drawn, or for an edition of one's own the first letter on a ground. */
export function characterOf(name: string): Character {
  const known = HEADS[name] ?? PLAIN[name];
  if (known) return known;
  const place = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const letter = (name[0] ?? "?").toUpperCase();
  return {
    ground: OTHERS[place % OTHERS.length] ?? "#d9a77f",
    head: `<text x="50" y="69" font-size="56" fill="${INK}" text-anchor="middle">${letter}</text>`,
  };
}

/** The heads of the seats in a game without characters. */
export const HEADS_BY_SEAT = ["bear", "wolf", "eagle", "tiger", "crane", "hawk"];

/** A coin with 26 scallops in a box of 100 × 100. */
export const SCALLOPS = (() => {
  const at = (i: number) => {
    const angle = (i / 26) * 2 * Math.PI;
    return `${(50 + 45.8 * Math.cos(angle)).toFixed(1)} ${(50 + 45.8 * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${at(0)}${Array.from({ length: 26 }, (_, i) => `A5.6 5.6 0 0 1 ${at(i + 1)}`).join("")}Z`;
})();
