/** What this browser remembers of a person, without a page around it. */

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

export const KEY = "naysay.settings";

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

/** Where it may not remember, there is nothing. */
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

export const LIGHT = "(prefers-color-scheme: light)";

/** Dark or light; where the reader has not chosen, as the system is. */
export function themeOf(wanted: Settings["theme"]): "dark" | "light" {
  if (wanted !== "auto") return wanted;
  return matchMedia(LIGHT).matches ? "light" : "dark";
}
