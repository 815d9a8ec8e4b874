/** The languages: each dictionary is a file with a name of two letters, and a chunk of its own. */

import type { en } from "./en";

/** What every dictionary must have. */
export type Words = typeof en;

const MAIN_LANGUAGE = "en";
const DICTIONARIES = import.meta.glob<Record<string, Words>>("./[a-z][a-z].ts");

/** Every language by its code, English first. */
export const LANGUAGES: readonly string[] = [
  ...new Set([MAIN_LANGUAGE, ...Object.keys(DICTIONARIES).map((file) => file.slice(2, 4))]),
];

/** The language that was chosen, or the first of the reader's that there is a dictionary for. */
export function languageFor(chosen: string, wanted = navigator.languages): string {
  const tags = chosen === "auto" ? wanted.map((tag) => tag.toLowerCase().split("-")[0]!) : [chosen];
  return tags.find((tag) => LANGUAGES.includes(tag)) ?? MAIN_LANGUAGE;
}

export async function loadWords(language: string): Promise<Words> {
  return (await DICTIONARIES[`./${language}.ts`]!())[language]!;
}

/** What a language calls itself. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
