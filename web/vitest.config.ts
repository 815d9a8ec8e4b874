import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  // a document takes seconds to make: those that need one say so in their first line
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
