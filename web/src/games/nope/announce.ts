/** What changed between two views, in sentences: for those who hear the table. */

import type { Who } from "../../table/people";
import type { NopeWords } from "./words.en";
import type { Event as Happening, NopeView } from "./view_types";

export function announce(before: NopeView | null, now: NopeView, people: readonly Who[], words: NopeWords): string[] {
  const fresh = now.history.slice(before === null ? now.history.length : before.history.length);
  const lines = fresh.map((event) => told(event, people, words, now.seat));
  const person = (seat: number): Who => people[seat] ?? { name: "", you: false };
  for (const seat of now.out.slice(before?.out.length ?? now.out.length)) {
    lines.push(words.isOut(person(seat).name, person(seat).you));
  }
  if (now.phase === "over") {
    const winners = now.winners.map(person);
    if (before?.phase !== "over") {
      lines.push(
        winners.length === 1 && winners[0]
          ? words.wins(winners[0].name, winners[0].you)
          : words.share(winners.map((one) => one.name)),
      );
    }
  } else if (now.demand && (before === null || fresh.length > 0) && now.to_act[0] !== undefined) {
    const { name, you } = person(now.to_act[0]);
    lines.push(words.nowFaces(name, you, now.demand.count, now.demand.colours));
    if (you) lines.push(asked(now, words, new Set(now.blocked.map((one) => one.card)).size < new Set(now.hand).size));
  } else if (now.phase === "name" && now.to_act[0] === now.seat && before?.phase !== "name") {
    lines.push(words.whomAsk);
  }
  return lines;
}

/** What the own turn asks for; `action` tells whether a card of the hand may go alone or in a set. */
export function asked(view: NopeView, words: NopeWords, action: boolean): string {
  if (view.can_make_set) return words.mustLay;
  return action ? words.canDrawOrAction : words.canDraw;
}

/** An event in a sentence. */
export function told(event: Happening, people: readonly Who[], words: NopeWords, own: number | null): string {
  const { name, you } = people[event.seat] ?? { name: "", you: false };
  switch (event.kind) {
    case "turned":
      return words.turnedOver(event.cards[0] ?? "");
    case "laid":
      return words.laid(name, you, event.cards);
    case "drew":
      return event.seat === own && event.cards.length > 0
        ? words.youDrew(event.cards)
        : words.drew(name, you, event.count);
    case "nope":
      return words.saidNope(name, you);
    case "named": {
      const { seat = 0, count = 0, colour = "" } = event.named ?? {};
      return words.named(name, you, people[seat]?.name ?? "", count, colour);
    }
    default:
      return words.reshuffled;
  }
}
