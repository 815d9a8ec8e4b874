/** Values that are made anew with every message and are mostly the same: what is equal stays the same object. */

/** `now`, with every part of it that equals the same part of `before` taken from there. Plain values only. */
export function shareStructure<Value>(before: unknown, now: Value): Value {
  if (before === now || typeof now !== "object" || now === null || typeof before !== "object" || before === null) {
    return now;
  }
  if (Array.isArray(now)) return (Array.isArray(before) ? shareList(before, now) : now) as Value;
  if (Array.isArray(before)) return now;
  const [old, made] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const names = Object.keys(made);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    const part = shareStructure(old[name], made[name]);
    if (part !== made[name]) made[name] = part;
    same &&= part === old[name] && name in old;
  }
  return (same ? old : made) as Value;
}

function shareList(before: unknown[], now: unknown[]): unknown[] {
  let same = now.length === before.length;
  for (let i = 0; i < now.length; i++) {
    const part: unknown = shareStructure(before[i], now[i]);
    if (part !== now[i]) now[i] = part;
    same &&= part === before[i];
  }
  return same ? before : now;
}

/** For `$derived.by`: what is made again and equals what was made last is that; nothing that depends on it is done again. */
export function stable<Value>(make: () => Value): () => Value {
  let last: Value | undefined;
  return () => (last = shareStructure(last, make()));
}
