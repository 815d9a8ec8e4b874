/** What a view has to tell besides what the seats and the moves show already. */

const ELSEWHERE = new Set(["game", "seat", "to_act", "out"]);

export type Field = [name: string, value: unknown];

export const fieldsOf = (view: object): Field[] => Object.entries(view).filter(([name]) => !ELSEWHERE.has(name));

/** "hand_sizes" as people write it. */
export function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The seats of a field that lists some; none where a game has no such field. */
export function seatsIn(view: Record<string, unknown>, name: string): number[] {
  const value = view[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}
