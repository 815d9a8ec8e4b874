/** The words of the page, in the language of the reader. */

import { settings } from "./settings.svelte";
import { languageFor, loadWords, type Words } from "./words";

class Speech {
  words = $state.raw<Words>(null as unknown as Words);
}

export const speech = new Speech();

/** Load the words before anything is shown; later whenever the setting changes. */
export async function speak(): Promise<void> {
  const language = settings.language === "auto" ? languageFor(navigator.languages) : settings.language;
  const words = await loadWords(language);
  document.documentElement.lang = language;
  speech.words = words;
}

/** Follow the setting. Call once, after the first `speak`. */
export function keepSpeaking(): void {
  $effect.root(() => {
    $effect(() => {
      if (settings.language) void speak();
    });
  });
}
