/** The page itself, once its words are there. */

import { mount } from "svelte";
import "./app.css";
import App, { type Ready } from "./App.svelte";
import { keepSpeaking, speech } from "./lib/language.svelte";
import { keepSettings } from "./lib/settings.svelte";
import type { Words } from "./lib/words";

/** `ready`: the page that the address asks for, if it has come along. */
export function show(words: Words, ready: Ready | null): void {
  speech.words = words;
  keepSettings();
  keepSpeaking();
  mount(App, { target: document.getElementById("page") as HTMLElement, props: { ready } });
}
