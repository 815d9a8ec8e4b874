/** When a clock warns. */

/** So much is left when it does, in milliseconds. */
export const WARNINGS = [60_000, 10_000, 5_000] as const;
/** From here on the clock is loud; who begins a turn with less is told at once. */
export const HURRY = 10_000;

/** The warning that is due, if any: `before` is what was left at the last look at this turn, null at the first. */
export function warningDue(before: number | null, left: number): number | null {
  const due = WARNINGS.filter((at) => left <= at && (before === null ? at <= HURRY : before > at));
  return due.length > 0 ? Math.min(...due) : null;
}
