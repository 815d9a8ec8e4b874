import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compressed, documents, rules } from "./tools/plugins.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PAGE = "src/page.ts";
/** What several pages share; the generic table and the others, too. */
const SHARED = [
  "page.ts",
  "i18n/plurals.ts",
  "table/AwayMark.svelte",
  "table/move_lock.svelte.ts",
  "table/people.ts",
  "table/screen.svelte.ts",
  "ui/Invite.svelte",
  "ui/Pick.svelte",
  "ui/Shell.svelte",
  "ui/sounds.ts",
];

export default defineConfig({
  plugins: [
    svelte(),
    rules(here("../docs/rules")),
    documents({ "index.html": [PAGE], "table.html": [PAGE, "src/pages/Table.svelte"] }),
    compressed(),
  ],
  build: {
    outDir: here("../src/naysay/server/page"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // few files: each request costs a slow processor more than its bytes. What is shared comes with the first page.
        codeSplitting: {
          groups: [
            { name: "main", tags: ["$initial"] },
            { name: "page", test: (id) => SHARED.some((file) => id.endsWith(`/src/${file}`)) },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: "http://localhost:8000", ws: true } },
  },
});
