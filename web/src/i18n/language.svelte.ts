/** The words of the page, in the language of the reader. */

import { settings } from "../settings/settings.svelte";
import { languageFor, loadWords, type Words } from ".";

class Speech {
  /** There before anything is shown. */
  words = $state.raw<Words>(null as unknown as Words);
}

export const i18n = new Speech();

async function speak(): Promise<void> {
  const language = languageFor(settings.language);
  const words = await loadWords(language);
  document.documentElement.lang = language;
  i18n.words = words;
}

/** Follow the setting. Call once. */
export function followLanguage(): void {
  $effect.root(() => {
    $effect(() => {
      if (settings.language) void speak();
    });
  });
}
