/** What a person likes: kept in this browser, read by every page. */

export type Language = "en" | "de";
export const LANGUAGES: readonly Language[] = ["en", "de"];

export interface Settings {
  /** How fast cards move. */
  speed: "slow" | "normal" | "fast" | "none";
  /** Seconds that a full trick stays on the table; 0: until a tap. */
  trickSeconds: number;
  /** `two`: the first tap lifts, the second plays. `one`: a tap plays. `auto`: two with a finger, one with a mouse. */
  tap: "auto" | "two" | "one";
  sounds: boolean;
  leftHanded: boolean;
  theme: "auto" | "dark" | "light";
  bigCards: boolean;
  language: Language | "auto";
}

export const DEFAULTS: Readonly<Settings> = {
  speed: "normal",
  trickSeconds: 1.8,
  tap: "auto",
  sounds: false,
  leftHanded: false,
  theme: "auto",
  bigCards: false,
  language: "auto",
};

const KEY = "naysay.settings";
const PACE: Record<Settings["speed"], number> = { slow: 1.8, normal: 1, fast: 0.5, none: 0 };

/** Settings as they were stored; what does not fit is the default. */
export function readSettings(stored: string | null): Settings {
  const found: Settings = { ...DEFAULTS };
  let given: unknown;
  try {
    given = JSON.parse(stored ?? "{}");
  } catch {
    return found;
  }
  if (typeof given !== "object" || given === null) return found;
  const from = given as Record<string, unknown>;
  const oneOf = <T>(value: unknown, allowed: readonly T[], otherwise: T): T =>
    allowed.includes(value as T) ? (value as T) : otherwise;
  found.speed = oneOf(from.speed, ["slow", "normal", "fast", "none"], found.speed);
  found.tap = oneOf(from.tap, ["auto", "two", "one"], found.tap);
  found.theme = oneOf(from.theme, ["auto", "dark", "light"], found.theme);
  found.language = oneOf(from.language, ["auto", ...LANGUAGES], found.language);
  found.sounds = from.sounds === true;
  found.leftHanded = from.leftHanded === true;
  found.bigCards = from.bigCards === true;
  const seconds = from.trickSeconds;
  if (typeof seconds === "number" && seconds >= 0 && seconds <= 30) found.trickSeconds = seconds;
  return found;
}

/** Something that this browser remembers; where it may not remember, nothing. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      return; // a private window: it holds until the page is left
    }
  },
};

export const settings: Settings = $state(readSettings(memory.get(KEY)));

/** Call once: keeps the settings, and shows those that concern the whole page. */
export function keepSettings(): void {
  const lighter = matchMedia("(prefers-color-scheme: light)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const show = () => {
    const root = document.documentElement;
    root.dataset.theme = themeOf(settings.theme, lighter.matches);
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

export function themeOf(wanted: Settings["theme"], light: boolean): "dark" | "light" {
  if (wanted !== "auto") return wanted;
  return light ? "light" : "dark";
}

/** How long a motion of so many milliseconds takes by the settings; 0 where no motion is wanted. */
export function motion(milliseconds: number): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return milliseconds * PACE[settings.speed];
}

/** Whether the first tap only lifts a card, by the settings and by what tapped. */
export function tapLifts(pointer: string): boolean {
  if (settings.tap !== "auto") return settings.tap === "two";
  return pointer !== "mouse";
}
