/** The words of the page, in the language of the reader. */

import { settings } from "./settings.svelte";
import { languageFor, loadWords, type Words } from "./words";

class Speech {
  /** There before anything is shown. */
  words = $state.raw<Words>(null as unknown as Words);
}

export const speech = new Speech();

async function speak(): Promise<void> {
  const language = languageFor(settings.language);
  const words = await loadWords(language);
  document.documentElement.lang = language;
  speech.words = words;
}

/** Follow the setting. Call once. */
export function keepSpeaking(): void {
  $effect.root(() => {
    $effect(() => {
      if (settings.language) void speak();
    });
  });
}
