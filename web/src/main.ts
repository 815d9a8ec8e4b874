/** First of all: whatever has to come over the line is asked for at once, before anything is drawn. */

import { openEarly, socketAddress } from "./net/early_socket";
import { KEY, memory, readSettings, themeOf } from "./settings/preferences";
import { routeOf } from "./pages/routes";
import { languageFor, loadWords } from "./i18n";

const route = routeOf(location.pathname);
const { language, theme } = readSettings(memory.get(KEY));
document.documentElement.dataset.theme = themeOf(theme);
if (route.page === "table") openEarly(socketAddress(route.id, location));
const table = route.page === "table" ? import("./pages/Table.svelte") : null;
void Promise.all([import("./page"), loadWords(languageFor(language)), table]).then(([{ show }, words, ready]) =>
  show(words, ready && { page: "table", component: ready.default }),
);
