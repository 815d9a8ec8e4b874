/** What this browser remembers of a person, without a page around it. */

import { LANGUAGES } from "../i18n";

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
  /** The code of a language, or `auto`. */
  language: string;
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

/** What each of them may be. */
export const CHOICES: { readonly [Key in keyof Settings]: readonly Settings[Key][] } = {
  speed: ["slow", "normal", "fast", "none"],
  trickSeconds: [0, 1, 1.8, 3, 5],
  tap: ["auto", "two", "one"],
  sounds: [false, true],
  leftHanded: [false, true],
  theme: ["auto", "dark", "light"],
  bigCards: [false, true],
  language: ["auto", ...LANGUAGES],
};

export const KEY = "naysay.settings";

/** Settings as they were stored; what does not fit is the default. */
export function readSettings(text: string | null): Settings {
  let given: unknown;
  try {
    given = JSON.parse(text ?? "{}");
  } catch {
    return { ...DEFAULTS };
  }
  const stored = new Map<string, unknown>(Object.entries(given ?? {}));
  const fitting = Object.entries<readonly unknown[]>(CHOICES).filter(([key, allowed]) =>
    allowed.includes(stored.get(key)),
  );
  return { ...DEFAULTS, ...Object.fromEntries(fitting.map(([key]) => [key, stored.get(key)])) };
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
  /** Whether it is remembered. */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false; // a private window: it holds until the page is left
    }
  },
};

export const LIGHT = "(prefers-color-scheme: light)";

/** Dark or light; where the reader has not chosen, as the system is. */
export function themeOf(wanted: Settings["theme"]): "dark" | "light" {
  if (wanted !== "auto") return wanted;
  return matchMedia(LIGHT).matches ? "light" : "dark";
}
