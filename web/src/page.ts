/** The page itself, once its words are there. */

import { mount } from "svelte";
import "./app.css";
import App, { type Ready } from "./App.svelte";
import { followLanguage, i18n } from "./i18n/language.svelte";
import { keepSettings } from "./settings/settings.svelte";
import type { Words } from "./i18n";

/** `ready`: the page that the address asks for, if it has come along. */
export function show(words: Words, ready: Ready | null): void {
  i18n.words = words;
  keepSettings();
  followLanguage();
  mount(App, { target: document.getElementById("page") as HTMLElement, props: { ready } });
}
