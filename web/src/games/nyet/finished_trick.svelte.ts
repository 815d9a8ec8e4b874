/** A finished trick stays on the table until its time is over or somebody taps; the end of a round until it was read. */

import type { Seen } from "../../table/contract";
import type { Game, Moment } from "../../table/moment.svelte";
import { motion } from "../../settings/settings.svelte";
import { isFull, withFullTrick, type Counts } from "./view";
import type { NyetView, RoundScore, Trick } from "./view_types";

export interface Finished {
  trick: Trick;
  /** Lies still, loses its loot, is swept away. */
  stage: "still" | "loot" | "off";
  /** What was taken in the round once it is counted. */
  after: Counts;
}

const LOOT_AFTER = 900;
const SWEEP = 340;

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

export class Hold {
  trick = $state.raw<Finished | null>(null);
  /** A round is over, and its arithmetic was not dismissed yet. */
  ended = $state(false);
  /** The tricks of the round that is shown, as far as they are known. */
  past = $state.raw<Trick[]>([]);
  /** How many tricks that round has, and how many of the first are not known. */
  total = $state(0);
  missing = $state(0);

  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    view: NyetView,
    private seconds: () => number,
    private moment: Moment,
  ) {
    const score = view.phase === "over" ? view.rounds.at(-1) : undefined;
    if (score) this.know(view.last_tricks, score);
    else this.follow(view);
    moment.linger = (before, next) => this.linger(before, next);
  }

  /** Take the trick away now; once that has begun, it goes on. */
  release(): void {
    if (this.trick && this.trick.stage !== "off") this.sweep(this.trick);
  }

  /** The end of the round was read. */
  dismiss(): void {
    this.moment.go();
  }

  /** The table goes away. */
  stop(): void {
    this.quiet();
    this.moment.linger = null;
  }

  private linger({ view: before }: Seen, next: Seen): Game | null {
    const held = this.trick;
    this.trick = null;
    this.ended = false;
    const view = next.view as NyetView | null;
    if (view === null || before === null || view === before) return null;
    return this.pause(before as NyetView, next, isFull(before) ? held : null);
  }

  /** The last moment of the trick, or of the round, that is over in the next. */
  private pause(
    before: NyetView,
    { seq, view: next }: { seq: number; view: NyetView },
    held: Finished | null,
  ): Game | null {
    const still = (view: NyetView): Game => ({ seq, view, legal: [] });
    const scored = next.rounds.length - before.rounds.length;
    const score = scored > 0 ? next.rounds.at(-1) : undefined;
    const taken = score ? sum(score.tricks) : next.taken.length;
    const trick = score ? score.last_trick : next.taken.at(-1);
    if (scored < 2 && taken === before.taken.length + 1 && trick && before.sides) {
      const view = withFullTrick(before, trick, held?.after ?? before);
      this.follow(view);
      const after = score ? { tricks: score.tricks, loot: score.loot, sums: next.last_sums } : next;
      this.start({ trick, stage: "still", after });
      return still(view);
    }
    if (!score) {
      this.follow(next);
      return null;
    }
    this.know(taken === before.taken.length && scored === 1 ? before.taken : next.last_tricks, score);
    if (next.phase === "over") return null;
    this.ended = true;
    return still(next);
  }

  /** The tricks of a round that is over; the server tells them until the next one is settled, and later the last. */
  private know(tricks: Trick[], score: RoundScore): void {
    this.total = sum(score.tricks);
    this.past = tricks.length > 0 ? tricks : [score.last_trick];
    this.missing = this.total - this.past.length;
  }

  private follow(view: NyetView): void {
    if (view.phase === "over") return;
    this.past = view.taken;
    this.total = view.trick_count ?? 0;
    this.missing = 0;
  }

  private start(trick: Finished): void {
    this.quiet();
    this.trick = trick;
    const stays = this.seconds() * 1000;
    const loot = stays > 0 ? Math.min(LOOT_AFTER, stays / 2) : LOOT_AFTER;
    if (trick.trick.loot.length > 0) this.later(loot, () => (this.trick = { ...trick, stage: "loot" }));
    if (stays > 0) this.later(stays, () => this.release());
  }

  private sweep(trick: Finished): void {
    this.quiet();
    const time = motion(SWEEP);
    if (time === 0) return this.moment.go();
    this.trick = { ...trick, stage: "off" };
    this.later(time, () => this.moment.go());
  }

  private quiet(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private later(milliseconds: number, what: () => void): void {
    this.timers.push(setTimeout(what, milliseconds));
  }
}
