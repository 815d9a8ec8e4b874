/** The naysayers: heads in a box of 100 × 104, and the plain tokens of 2007. */

import { INK } from "./suits";

export interface Character {
  ground: string;
  head: string;
}

export const HEADS: Record<string, Character> = {
  bear: {
    ground: "#f2b98c",
    head:
      `<circle cx="22" cy="27" r="16" fill="#6d3a20"/><circle cx="78" cy="27" r="16" fill="#6d3a20"/>` +
      `<circle cx="23" cy="29" r="8" fill="#c98a5c"/><circle cx="77" cy="29" r="8" fill="#c98a5c"/>` +
      `<path d="M50 13C79 13 93 35 93 57C93 80 76 95 50 95C24 95 7 80 7 57C7 35 21 13 50 13Z" fill="#8a4b2a"/>` +
      `<path d="M50 13C79 13 93 35 93 57C93 80 76 95 50 95Z" fill="#1f1a17" opacity=".13"/>` +
      `<ellipse cx="50" cy="71" rx="25" ry="20" fill="#f0cfa0"/>` +
      `<path d="M50 51A25 20 0 0 1 50 91Z" fill="#1f1a17" opacity=".1"/>` +
      `<path d="M39 60Q50 54 61 60Q60 69 50 71Q40 69 39 60Z" fill="#1f1a17"/>` +
      `<path d="M50 70V79M38 80.5Q50 77.5 62 80.5" stroke="#1f1a17" stroke-width="3" fill="none" stroke-linecap="round"/>` +
      `<circle cx="32" cy="46" r="8" fill="#fffaf0"/><circle cx="33" cy="47.4" r="4.2" fill="#1f1a17"/>` +
      `<path d="M23.4 45.6A8.6 8.6 0 0 1 40.6 45.6Z" fill="#a8663d"/>` +
      `<path d="M22.5 45.6H41.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<circle cx="68" cy="46" r="8" fill="#fffaf0"/><circle cx="69" cy="47.4" r="4.2" fill="#1f1a17"/>` +
      `<path d="M59.4 45.6A8.6 8.6 0 0 1 76.6 45.6Z" fill="#93552f"/>` +
      `<path d="M58.5 45.6H77.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M22 33L40 35.5M78 33L60 35.5" stroke="#1f1a17" stroke-width="4" stroke-linecap="round"/>`,
  },
  wolf: {
    ground: "#b5d2da",
    head:
      `<path d="M14 50L15 3L44 27Z" fill="#46586a"/><path d="M86 50L85 3L56 27Z" fill="#46586a"/>` +
      `<path d="M21 36L21.5 16L34 27Z" fill="#d7b9a4"/><path d="M79 36L78.5 16L66 27Z" fill="#d7b9a4"/>` +
      `<path d="M50 20L80 30L97 62L82 66L84 76L69 77L59 95Q50 99 41 95L31 77L16 76L18 66L3 62L20 30Z" fill="#5f7387"/>` +
      `<path d="M50 20L80 30L97 62L82 66L84 76L69 77L59 95Q54 98 50 98Z" fill="#1f1a17" opacity=".13"/>` +
      `<path d="M50 47L60 56L78 60L67 75L59 93Q50 97 41 93L33 75L22 60L40 56Z" fill="#f3ead6"/>` +
      `<path d="M50 47L60 56L78 60L67 75L59 93Q54 96 50 96Z" fill="#1f1a17" opacity=".1"/>` +
      `<path d="M42 75Q50 71 58 75Q57 82 50 84Q43 82 42 75Z" fill="#1f1a17"/>` +
      `<path d="M50 83V88.5M41 89.5Q50 87 59 89.5" stroke="#1f1a17" stroke-width="2.8" fill="none" stroke-linecap="round"/>` +
      `<circle cx="34" cy="52" r="7" fill="#fffaf0"/><circle cx="35" cy="53.3" r="3.6" fill="#1f1a17"/>` +
      `<path d="M26.4 51.6A7.6 7.6 0 0 1 41.6 51.6Z" fill="#4b5d6f"/>` +
      `<path d="M25.5 51.6H42.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<circle cx="66" cy="52" r="7" fill="#fffaf0"/><circle cx="67" cy="53.3" r="3.6" fill="#1f1a17"/>` +
      `<path d="M58.4 51.6A7.6 7.6 0 0 1 73.6 51.6Z" fill="#43535f"/>` +
      `<path d="M57.5 51.6H74.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M23 38.5L41 43.5M77 38.5L59 43.5" stroke="#1f1a17" stroke-width="4" stroke-linecap="round"/>` +
      `<path d="M50 24V38" stroke="#46586a" stroke-width="6" stroke-linecap="round"/>`,
  },
  eagle: {
    ground: "#8fb0a2",
    head:
      `<path d="M2 100C4 84 10 74 18 66L80 70C88 78 94 88 96 100Z" fill="#4a2f22"/>` +
      `<path d="M14 76L6 66L16 64L5 53L17 52L9 39L21 40L16 26L29 29C36 14 52 8 64 12C80 17 84 32 80 48C78 62 82 70 88 80L76 77L74 88L62 80L56 92L46 81L36 91L31 79L18 87Z" fill="#fbf1dc"/>` +
      `<path d="M64 12C80 17 84 32 80 48C78 62 82 70 88 80L76 77L74 88L62 80C68 60 70 36 58 11Z" fill="#1f1a17" opacity=".1"/>` +
      `<path d="M70 32C90 27 101 42 96 66C92 56 85 53 72 55C66 48 66 38 70 32Z" fill="#f0a321"/>` +
      `<path d="M70 45Q80 43 88 48" stroke="#1f1a17" stroke-width="2.6" fill="none" stroke-linecap="round"/>` +
      `<path d="M72 55C66 48 66 38 70 32C75 31 78 31 81 32C77 40 77 48 80 54Z" fill="#fbc04f"/>` +
      `<circle cx="54" cy="38" r="8.5" fill="#fffaf0"/><circle cx="56" cy="39.5" r="4.4" fill="#7b4a12"/>` +
      `<path d="M44.9 37.6A9.1 9.1 0 0 1 63.1 37.6Z" fill="#e5d3ae"/>` +
      `<path d="M44 37.6H64" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M40 25L66 33" stroke="#1f1a17" stroke-width="5" stroke-linecap="round"/>`,
  },
  tiger: {
    ground: "#f3dc98",
    head:
      `<circle cx="20" cy="25" r="14" fill="#b9561a"/><circle cx="80" cy="25" r="14" fill="#b9561a"/>` +
      `<circle cx="21" cy="27" r="7" fill="#f7e3c4"/><circle cx="79" cy="27" r="7" fill="#f7e3c4"/>` +
      `<path d="M50 12C78 12 91 31 91 52L97 66L87 70L88 80L74 82C68 92 60 96 50 96C40 96 32 92 26 82L12 80L13 70L3 66L9 52C9 31 22 12 50 12Z" fill="#e98136"/>` +
      `<path d="M50 12C78 12 91 31 91 52L97 66L87 70L88 80L74 82C68 92 60 96 50 96Z" fill="#1f1a17" opacity=".13"/>` +
      `<path d="M50 56C58 56 64 58 72 64C80 70 72 84 64 84C60 92 56 94 50 94C44 94 40 92 36 84C28 84 20 70 28 64C36 58 42 56 50 56Z" fill="#fbeed7"/>` +
      `<path d="M50 56C58 56 64 58 72 64C80 70 72 84 64 84C60 92 56 94 50 94Z" fill="#1f1a17" opacity=".09"/>` +
      `<path d="M50 13V32M37 16L41 29M63 16L59 29" stroke="#1f1a17" stroke-width="5" stroke-linecap="round"/>` +
      `<path d="M10 50L22 54M8 61L19 63M90 50L78 54M92 61L81 63" stroke="#1f1a17" stroke-width="4.6" stroke-linecap="round"/>` +
      `<path d="M41 63Q50 59 59 63Q57 70 50 72Q43 70 41 63Z" fill="#9c3a2d"/>` +
      `<path d="M50 72V79M39 80.5Q50 77.5 61 80.5" stroke="#1f1a17" stroke-width="3" fill="none" stroke-linecap="round"/>` +
      `<circle cx="33" cy="47" r="8" fill="#fffaf0"/><circle cx="34" cy="48.4" r="4.2" fill="#3c5a2a"/>` +
      `<path d="M24.4 46.6A8.6 8.6 0 0 1 41.6 46.6Z" fill="#f4a866"/>` +
      `<path d="M23.5 46.6H42.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<circle cx="67" cy="47" r="8" fill="#fffaf0"/><circle cx="68" cy="48.4" r="4.2" fill="#3c5a2a"/>` +
      `<path d="M58.4 46.6A8.6 8.6 0 0 1 75.6 46.6Z" fill="#e29450"/>` +
      `<path d="M57.5 46.6H76.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M23 36L41 37.5M77 36L59 37.5" stroke="#1f1a17" stroke-width="4" stroke-linecap="round"/>`,
  },
  crane: {
    ground: "#cda6bb",
    head:
      `<path d="M28 104C22 84 38 76 40 62C41 54 30 50 27 40C22 22 36 10 50 11C62 12 68 22 66 32C64 44 58 48 59 60C61 76 56 90 60 104Z" fill="#fdf7e8"/>` +
      `<path d="M66 32C64 44 58 48 59 60C61 76 56 90 60 104H48C46 84 52 70 51 58C51 50 58 44 60 34Z" fill="#26242b"/>` +
      `<path d="M28 28C30 14 40 8 50 9C60 10 66 17 66.5 25C56 20 42 20 28 28Z" fill="#c4342a"/>` +
      `<path d="M62 27L99 45L96 49L62 41Q58 34 62 27Z" fill="#e0a83c"/>` +
      `<path d="M63 35L97 47" stroke="#1f1a17" stroke-width="2.2" stroke-linecap="round"/>` +
      `<circle cx="48" cy="32" r="7.5" fill="#fffaf0"/><circle cx="50" cy="33.4" r="3.9" fill="#1f1a17"/>` +
      `<path d="M39.9 31.6A8.1 8.1 0 0 1 56.1 31.6Z" fill="#e6d6b4"/>` +
      `<path d="M39 31.6H57" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M37 23L56 26" stroke="#1f1a17" stroke-width="4" stroke-linecap="round"/>`,
  },
  hawk: {
    ground: "#e7c9a0",
    head:
      `<path d="M4 100C6 82 14 72 22 64L78 66C88 76 94 88 95 100Z" fill="#d8b98d"/>` +
      `<path d="M16 100C18 88 20 80 26 70L76 70C84 80 86 90 88 100H78L74 90L68 100H60L54 90L48 100H40L36 90L28 100Z" fill="#8f5a33"/>` +
      `<path d="M18 72C10 44 22 12 54 11C76 11 86 28 82 46C80 60 78 66 80 74C60 84 36 84 18 72Z" fill="#7a4526"/>` +
      `<path d="M54 11C76 11 86 28 82 46C80 60 78 66 80 74C74 77 68 79 61 80C68 58 68 34 54 11Z" fill="#1f1a17" opacity=".14"/>` +
      `<path d="M40 52C46 62 46 70 42 79C54 81 62 80 70 77C62 70 60 60 62 50Z" fill="#f0dcb8"/>` +
      `<path d="M72 34C86 32 94 42 90 60C86 53 81 51 73 52C68 46 68 39 72 34Z" fill="#5d6a73"/>` +
      `<path d="M72 34C68 39 68 46 73 52C76 51.5 78 51.5 80 51.8C77 46 77 40 79 35C77 34 74 33.7 72 34Z" fill="#f3b61f"/>` +
      `<path d="M62 50C60 60 58 66 60 76" stroke="#1f1a17" stroke-width="4" fill="none" stroke-linecap="round"/>` +
      `<circle cx="55" cy="38" r="8.5" fill="#fffaf0"/><circle cx="57" cy="39.5" r="4.4" fill="#a85a08"/>` +
      `<path d="M45.9 37.6A9.1 9.1 0 0 1 64.1 37.6Z" fill="#a76a42"/>` +
      `<path d="M45 37.6H65" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M40 26L68 33" stroke="#1f1a17" stroke-width="5.5" stroke-linecap="round"/>`,
  },
  dove: {
    ground: "#8fa7c9",
    head:
      `<path d="M6 102C4 80 16 70 24 58C20 30 34 12 54 12C74 12 84 28 80 46C78 56 84 66 88 78C91 88 92 96 92 102Z" fill="#e9e4ee"/>` +
      `<path d="M54 12C74 12 84 28 80 46C78 56 84 66 88 78C91 88 92 96 92 102H62C70 74 72 40 54 12Z" fill="#1f1a17" opacity=".1"/>` +
      `<path d="M12 102C12 88 20 78 32 74C34 84 44 88 54 86C52 96 44 100 40 102Z" fill="#c6bcd3"/>` +
      `<path d="M24 60C36 70 62 72 79 56C80 60 82 64 84 68C66 84 36 82 20 65Z" fill="#a99bbd"/>` +
      `<path d="M77 34L98 42Q90 50 78 48Q72 41 77 34Z" fill="#d98a6a"/>` +
      `<path d="M77 34Q72 41 78 48Q82 48.4 85 47.6Q82 41 84 36.6Z" fill="#f1dccb"/>` +
      `<path d="M80 42L93 43" stroke="#1f1a17" stroke-width="2" stroke-linecap="round"/>` +
      `<circle cx="57" cy="38" r="8" fill="#fffaf0"/><circle cx="59" cy="39.4" r="4.2" fill="#8c3a22"/>` +
      `<path d="M48.4 37.6A8.6 8.6 0 0 1 65.6 37.6Z" fill="#c9bfd6"/>` +
      `<path d="M47.5 37.6H66.5" stroke="#1f1a17" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M46 27L66 29" stroke="#1f1a17" stroke-width="4" stroke-linecap="round"/>`,
  },
};

/** The tokens of the edition of 2007: a colour and a cut. */
export const PLAIN: Record<string, Character> = {
  turquoise: { ground: "#2fb6b0", head: cut("M30 50H70") },
  lilac: { ground: "#a98bd6", head: cut("M50 30V70") },
  green: { ground: "#6fb34f", head: cut("M34 34L66 66") },
  orange: { ground: "#ee8a34", head: cut("M30 50H70M50 30V70") },
  white: { ground: "#fffaf0", head: cut("M50 34a16 16 0 1 0 .1 0Z") },
};

function cut(path: string): string {
  return `<path d="${path}" stroke="${INK}" stroke-width="9" fill="none" stroke-linecap="round"/>`;
}

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

/** The order in which seats of Nope! get their heads. */
export const SEATS_OF_NOPE = ["bear", "wolf", "eagle", "tiger", "crane", "hawk"];

/** A coin with 26 scallops in a box of 100 × 100. */
export const SCALLOPS = (() => {
  const at = (i: number) => {
    const angle = (i / 26) * 2 * Math.PI;
    return `${(50 + 45.8 * Math.cos(angle)).toFixed(1)} ${(50 + 45.8 * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${at(0)}${Array.from({ length: 26 }, (_, i) => `A5.6 5.6 0 0 1 ${at(i + 1)}`).join("")}Z`;
})();
