/** Keys that open something at the table, wherever the focus is; never while somebody writes. */

export type Wanted = "hints" | "chat" | "menu" | "keys" | "rules";

const KEYS: Record<string, Wanted> = { h: "hints", c: "chat", m: "menu", r: "rules", "?": "keys" };

export function shortcut(event: KeyboardEvent): Wanted | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as HTMLElement | null;
  if (target?.closest?.("input, textarea, select, [contenteditable]")) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}
