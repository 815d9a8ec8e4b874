/** The languages. Each dictionary is a chunk of its own; the type of the English one is what all must have. */

import type { en } from "./en";
import type { Language } from "../kept";

export type Words = typeof en;

const DICTIONARIES: Record<Language, () => Promise<Words>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
};

/** The language that was chosen, or the first of the reader's that there is a dictionary for. */
export function languageFor(chosen: Language | "auto", wanted = navigator.languages): Language {
  if (chosen !== "auto") return chosen;
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (language !== undefined && language in DICTIONARIES) return language as Language;
  }
  return "en";
}

export function loadWords(language: Language): Promise<Words> {
  return DICTIONARIES[language]();
}
