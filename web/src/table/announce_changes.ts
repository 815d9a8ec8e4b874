/** What concerns the whole table and has changed, in sentences: for those who hear it. */

import type { Seen } from "./contract";
import type { Line } from "../net/messages";
import type { Words } from "../i18n";

export interface Heard {
  seen: Pick<Seen, "connected" | "info" | "present" | "you">;
  /** The last line of the chat. */
  line: Line | undefined;
}

/** The sentences; `name` says what a seat is called. */
export function tableChanges(before: Heard, now: Heard, name: (seat: number) => string, words: Words): string[] {
  const said: string[] = [];
  const { connected, info, you } = now.seen;
  if (connected !== before.seen.connected) said.push(connected ? words.announce.connected : words.announce.lost);
  if (info.paused !== before.seen.info.paused) said.push(info.paused ? words.announce.paused : words.announce.resumed);
  info.seats.forEach((one, seat) => {
    const was = before.seen.info.seats[seat];
    if (was === undefined) return;
    if (one.player !== was.player || one.name !== was.name) {
      if (one.player === "free") said.push(words.announce.free(seat + 1));
      else if (one.owner) said.push(seat === you.back ? words.table.away : words.announce.away(one.owner));
      else if (was.owner && one.name === was.owner)
        said.push(seat === you.seat ? words.announce.youAgain : words.announce.again(name(seat)));
      else if (seat !== you.seat) said.push(words.announce.sat(name(seat), seat + 1));
      return;
    }
    if (one.player !== "person") return;
    const [here, wasHere] = [now.seen.present.seats[seat] ?? false, before.seen.present.seats[seat] ?? false];
    if (!!one.away !== !!was.away) {
      if (seat === you.seat) said.push(one.away ? words.table.away : words.announce.youAgain);
      else said.push(one.away ? words.announce.away(name(seat)) : words.announce.again(name(seat)));
    } else if (here !== wasHere && seat !== you.seat && connected && before.seen.connected) {
      said.push(here ? words.announce.came(name(seat)) : words.announce.went(name(seat)));
    }
  });
  for (const request of info.requests ?? []) {
    const known = (before.seen.info.requests ?? []).some((one) => one.number === request.number);
    if (!known && request.number !== you.request) said.push(words.table.asks(request.name, name(request.seat)));
  }
  for (const [wish, say] of [
    ["pause", words.table.wantPause],
    ["close", words.table.wantClose],
  ] as const) {
    const fresh = info.seats.flatMap((one, seat) =>
      one.wishes?.includes(wish) && !before.seen.info.seats[seat]?.wishes?.includes(wish) && seat !== you.seat
        ? [name(seat)]
        : [],
    );
    if (fresh.length && !info.paused) said.push(say(fresh));
  }
  const line = now.line;
  if (line && line.number > (before.line?.number ?? -1) && line.seat !== you.seat) {
    said.push(words.announce.chat(line.name, line.text));
  }
  return said;
}
