import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import config from "./svelte.config.js";

const globals = [
  "window document navigator location history localStorage sessionStorage fetch crypto matchMedia WebSocket URL",
  "setTimeout clearTimeout setInterval clearInterval requestAnimationFrame cancelAnimationFrame performance console",
  "HTMLElement HTMLInputElement HTMLButtonElement HTMLSelectElement HTMLDialogElement Element Event KeyboardEvent MouseEvent PointerEvent",
  "ResizeObserver NodeFilter AudioContext GainNode confirm process structuredClone queueMicrotask Response getComputedStyle",
]
  .join(" ")
  .split(" ");

export default ts.config(
  { ignores: ["node_modules", "src/net/messages.ts", "src/games/*/view_types.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: Object.fromEntries(globals.map((name) => [name, "readonly"])) } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig: config },
    },
  },
  {
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "off",
      "svelte/no-navigation-without-resolve": "off",
      "svelte/no-at-html-tags": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
);
