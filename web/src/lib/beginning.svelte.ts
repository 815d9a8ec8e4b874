/** From a button to a table: asks the server once, goes there, or says why not. */

import { Refusing } from "./api";
import type { Choices } from "./choices";
import { me } from "./me.svelte";
import { openTable } from "./opening";
import { route } from "./route.svelte";

export class Beginning {
  busy = $state(false);
  failed = $state.raw<Refusing | null>(null);

  /** Open a table by these choices; who has said no name is called like a guest. */
  async begin(choices: Choices, guest: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await me.arrive(guest);
      route.go(`/t/${await openTable(choices)}`);
    } catch (error) {
      if (!(error instanceof Refusing)) throw error;
      this.failed = error;
    } finally {
      this.busy = false;
    }
  }
}
