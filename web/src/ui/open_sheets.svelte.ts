/** Which sheets are open: what is said meanwhile is shown in the uppermost one, as nothing else can be seen or heard. */

import { getContext, setContext } from "svelte";
import type { Why } from "../table/contract";

/** What a table says to its reader. */
export interface Said {
  readonly why: Why | null;
  readonly game: string;
  name: (seat: number) => string;
  onclose: () => void;
}

class Sheets {
  private open = $state.raw<readonly symbol[]>([]);

  get top(): symbol | undefined {
    return this.open.at(-1);
  }

  opened(sheet: symbol): void {
    this.open = [...this.open, sheet];
  }

  closed(sheet: symbol): void {
    this.open = this.open.filter((one) => one !== sheet);
  }
}

export const sheets = new Sheets();

const KEY = Symbol("said");
export const tellSheets = (said: Said): Said => setContext(KEY, said);
export const saidHere = (): Said | undefined => getContext<Said | undefined>(KEY);
