/** The languages. Each dictionary is a chunk of its own; the type of the English one is what all must have. */

import type { en } from "./en";
import type { Language } from "../settings.svelte";

export type Words = typeof en;

const DICTIONARIES: Record<Language, () => Promise<Words>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
};

/** The first language of the reader that there is a dictionary for. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (language !== undefined && language in DICTIONARIES) return language as Language;
  }
  return "en";
}

export function loadWords(language: Language): Promise<Words> {
  return DICTIONARIES[language]();
}
