/** What a game's table gets from the page around it. */

import type { Clocks, Happened, Present, TableInfo, You } from "../net/messages";
import type { Settings } from "../settings/preferences";
import type { Moment } from "./moment.svelte";
import type { Words } from "../i18n";

/** A table as this seat sees it now, all from the server. */
export interface Seen {
  seq: number;
  info: TableInfo;
  you: You;
  view: any;
  legal: string[];
  clocks: Clocks;
  present: Present;
  connected: boolean;
}

/** How far a game is, in two short lines. */
export interface Progress {
  title: string;
  below: string;
}

/** Why a message was not carried out. */
export interface Refused {
  code: string;
  detail: string;
  rule?: string | null;
  params?: Record<string, unknown>;
}

/**
 * A reason to show. With `code` and `params` (of docs/notation.md) the page says it in the language of the reader
 * (`words.refusal`); otherwise it shows `detail` as it is.
 */
export interface Why {
  detail: string;
  rule?: string | null;
  code?: string;
  params?: Record<string, unknown>;
}

/** The bar above the box of the table says round and phase, and has menu, clock, hint and chat. */
export interface TableProps {
  /** What is shown, and what can be played. */
  seen: Seen;
  /** Where it comes from: a game may let a moment stay before it shows the next. */
  moment: Moment;
  /** Sends a move with the length of the log that was seen, and says why if it is refused; null when it was carried out. */
  act: (move: string) => Promise<Refused | null>;
  /** Shows "why not" with the rule's number and a link to it. */
  why: (text: Why) => void;
  /** The move that a hint points at: what it takes has a ring. */
  hinted?: string | null;
  /** What the bar says of what is shown: how far the game is. */
  onprogress?: (said: Progress) => void;
  /** The log of the table as this seat may see it. */
  history?: () => Promise<Happened[]>;
  /** What was added to it since this page is connected. */
  news?: readonly Happened[];
  /** The end of the game was seen at the table: time for the final standing. */
  onend?: () => void;
  settings: Settings;
  words: Words;
}
