/** Sends moves, each once: nothing more goes out until the log has moved or the server has refused. */

import type { Refused, Seen } from "./contract";

export class Lock {
  private sentAt = $state(-1);

  constructor(
    private seen: () => Seen,
    /** Sends it, and says why not if it is refused. */
    private act: (move: string) => Promise<Refused | null>,
  ) {}

  get busy(): boolean {
    return this.sentAt >= this.seen().seq;
  }

  /** True if the move was sent. What the server does not list is never sent. */
  send(move: string): boolean {
    if (this.busy || !this.seen().legal.includes(move)) return false;
    this.sentAt = this.seen().seq;
    void this.act(move).then((refused) => {
      if (refused !== null) this.sentAt = -1;
    });
    return true;
  }
}
