/** From a button to a table: asks the server once, goes there, or says why not. */

import { RequestRefused } from "../net/api";
import type { Choices } from "../settings/table_choices";
import { me } from "../net/me.svelte";
import { openTable } from "../net/open_table";
import { navigation } from "./navigation.svelte";

export class GameStart {
  busy = $state(false);
  failed = $state.raw<RequestRefused | null>(null);

  /** Open a table by these choices; who has said no name is called like a guest. */
  async begin(choices: Choices, guest: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await me.arrive(guest);
      navigation.go(`/t/${await openTable(choices)}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      this.failed = error;
    } finally {
      this.busy = false;
    }
  }
}
