/** A finished trick stays on the table until its time is over or somebody taps; the end of a round until it was read. */

import { motion } from "../settings.svelte";
import { lootPlaces, tricksIn } from "./model";
import type { NyetView, RoundScore, Terms, Trick } from "./types";

export interface Finished {
  trick: Trick;
  terms: Terms;
  sides: number[];
  bonus: number | null;
  /** How many rounds were scored before this one. */
  round: number;
  /** Which trick of the round, from 0, and of how many. */
  number: number;
  of: number;
  /** Lies still, loses its loot, is swept away. */
  stage: "still" | "loot" | "off";
  /** The places of the trick that became loot. */
  loot: number[];
}

const LOOT_AFTER = 900;
const SWEEP = 340;

export class Hold {
  trick = $state.raw<Finished | null>(null);
  /** A round is over, and its arithmetic was not dismissed yet. */
  ended = $state(false);
  /** The tricks of the round that is shown, as far as they are known. */
  past = $state.raw<Trick[]>([]);
  /** How many tricks that round has, and how many of the first are not known. */
  total = $state(0);
  missing = $state(0);

  private last: NyetView;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    view: NyetView,
    private seconds: () => number,
  ) {
    this.last = view;
    const score = view.phase === "over" ? view.rounds.at(-1) : undefined;
    if (score) this.know([score.last_trick], score);
    else this.follow(view);
  }

  see(view: NyetView): void {
    const before = this.last;
    if (view === before) return;
    this.last = view;
    const scored = view.rounds.length - before.rounds.length;
    if (scored === 0) {
      if (this.trick === null || this.trick.round === view.rounds.length) this.follow(view);
      const trick = view.taken.at(-1);
      if (view.taken.length === before.taken.length + 1 && trick && view.terms && view.sides) {
        this.start({
          trick,
          terms: view.terms,
          sides: view.sides,
          bonus: view.bonus,
          round: view.rounds.length,
          number: view.taken.length - 1,
          of: tricksIn(view),
          stage: "still",
          loot: lootPlaces(trick, view.sides),
        });
      }
    } else if (scored > 0) this.finish(before, view, scored === 1);
  }

  /** Take the trick away now. */
  release(): void {
    if (this.trick) this.sweep(this.trick);
  }

  /** The end of the round was read. */
  dismiss(): void {
    this.ended = false;
    this.follow(this.last);
  }

  stop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  /** All tricks of the round that is over, from elsewhere. */
  fill(tricks: Trick[]): void {
    if (tricks.length !== this.total) return;
    this.past = tricks;
    this.missing = 0;
  }

  private know(tricks: Trick[], score: RoundScore): void {
    this.total = score.tricks.reduce((sum, count) => sum + count, 0);
    this.past = tricks;
    this.missing = this.total - tricks.length;
  }

  private follow(view: NyetView): void {
    if (this.ended || view.phase === "over") return;
    this.past = view.taken;
    this.total = tricksIn(view);
    this.missing = 0;
  }

  private finish(before: NyetView, view: NyetView, here: boolean): void {
    const score = view.rounds.at(-1);
    if (!score) return;
    const trick = score.last_trick;
    const complete = here && before.taken.length === score.tricks.reduce((sum, count) => sum + count, 0) - 1;
    this.know(complete ? [...before.taken, trick] : [trick], score);
    this.ended = true;
    if (!here) return this.clear();
    this.start({
      ...score,
      trick,
      round: view.rounds.length - 1,
      number: this.total - 1,
      of: this.total,
      stage: "still",
      loot: lootPlaces(trick, score.sides),
    });
  }

  private start(trick: Finished): void {
    this.stop();
    this.trick = trick;
    const stays = this.seconds() * 1000;
    const loot = stays > 0 ? Math.min(LOOT_AFTER, stays / 2) : LOOT_AFTER;
    if (trick.loot.length > 0) this.later(loot, () => (this.trick = { ...trick, stage: "loot" }));
    if (stays > 0) this.later(stays, () => this.sweep({ ...trick }));
  }

  private sweep(trick: Finished): void {
    this.stop();
    const time = motion(SWEEP);
    if (time === 0) return this.clear();
    this.trick = { ...trick, stage: "off" };
    this.later(time, () => this.clear());
  }

  private clear(): void {
    this.stop();
    this.trick = null;
    this.follow(this.last);
  }

  private later(milliseconds: number, what: () => void): void {
    this.timers.push(setTimeout(what, milliseconds));
  }
}
