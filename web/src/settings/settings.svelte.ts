/** What a person likes: kept in this browser, read by every page. */

import { KEY, LIGHT, memory, readSettings, themeOf, type Settings } from "./preferences";

const PACE: Record<Settings["speed"], number> = { slow: 1.8, normal: 1, fast: 0.5, none: 0 };

const STILL = "(prefers-reduced-motion: reduce)";

export const settings: Settings = $state(readSettings(memory.get(KEY)));

/** Call once: keeps the settings, and shows those that concern the whole page. */
export function keepSettings(): void {
  const lighter = matchMedia(LIGHT);
  const still = matchMedia(STILL);
  const show = () => {
    const root = document.documentElement;
    root.dataset.theme = themeOf(settings.theme);
    root.style.setProperty("--pace", String(still.matches ? 0 : PACE[settings.speed]));
  };
  lighter.addEventListener("change", show);
  still.addEventListener("change", show);
  $effect.root(() => {
    $effect(() => {
      memory.set(KEY, JSON.stringify(settings));
      show();
    });
  });
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, readSettings(event.newValue));
  });
}

let still: MediaQueryList | undefined;

/** How long a motion of so many milliseconds takes by the settings; 0 where no motion is wanted. */
export function motion(milliseconds: number): number {
  still ??= matchMedia(STILL);
  if (still.matches) return 0;
  return milliseconds * PACE[settings.speed];
}

/** Whether the first tap only lifts a card, by the settings and by what tapped. */
export function tapLifts(pointer: string): boolean {
  if (settings.tap !== "auto") return settings.tap === "two";
  return pointer !== "mouse";
}
