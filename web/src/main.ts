/** First of all: whatever has to come over the line is asked for at once, before anything is drawn. */

import { openAhead, socketAddress } from "./lib/ahead";
import { KEY, memory, readSettings, themeOf } from "./lib/kept";
import { placeOf } from "./lib/places";
import { languageFor, loadWords } from "./lib/words";

const place = placeOf(location.pathname);
const { language, theme } = readSettings(memory.get(KEY));
document.documentElement.dataset.theme = themeOf(theme);
if (place.page === "table") openAhead(socketAddress(place.id, location));
const table = place.page === "table" ? import("./pages/Table.svelte") : null;
void Promise.all([import("./page"), loadWords(languageFor(language)), table]).then(([{ show }, words, ready]) =>
  show(words, ready && { page: "table", component: ready.default }),
);
