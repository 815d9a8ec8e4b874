/** What the models of both tables share: whose seat is at the bottom, the frame, the voice, and the lock on moves. */

import type { TableProps } from "./contract";
import { stable } from "../net/structural_sharing";
import { frame } from "./layout";
import { Lock } from "./move_lock.svelte";
import type { Person } from "./people";
import { Announcer, Fit } from "./screen.svelte";

export abstract class TableModel<View extends { seat: number | null }> {
  readonly fit = new Fit();
  readonly announcer = new Announcer();
  readonly lock: Lock;

  /** The id of the card that the keyboard is on, and of the one that was refused just now. */
  focused = $state<string | null>(null);
  shaking = $state<string | null>(null);

  constructor(protected props: TableProps) {
    this.lock = new Lock(
      () => props.seen,
      (move) => props.act(move),
    );
  }

  view = $derived.by(() => this.props.seen.view as View);
  players = $derived.by(() => this.props.seen.info.players);
  own = $derived.by(() => this.view.seat);
  /** The seat that is drawn at the bottom. */
  base = $derived.by(() => this.own ?? 0);
  frame = $derived.by(stable(() => frame(this.fit.w, this.fit.h, this.fit.text)));
  big = $derived.by(() => this.props.settings.bigCards);

  abstract get people(): Person[];
  name = (seat: number | undefined): string => this.people[seat ?? -1]?.name ?? "";

  /** The card shakes its head. */
  protected shake(id: string): void {
    this.shaking = null;
    requestAnimationFrame(() => (this.shaking = id));
  }
}
