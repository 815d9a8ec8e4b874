/** A table that this browser looks at: what the server said last, and what can be asked of it. */

import { socketAddress } from "./early_socket";
import { noteContribution, noteOf, noteTable } from "../fair/seal_notes";
import { Connection, randomHex, type Answer, type Outgoing, type Surroundings } from "./connection.svelte";
import type { Refused, Seen } from "../table/contract";
import { shareStructure } from "./structural_sharing";
import type { FromServer, Happened, Hinted, Line, Present, Refusal, TableInfo } from "./messages";

export type { Refused, Seen, TableProps, Why } from "../table/contract";

export class Session {
  /** Null until the server's first message. Always replaced as a whole: the view is never changed in place. */
  seen = $state.raw<Seen | null>(null);
  lines = $state.raw<Line[]>([]);
  /** Entries of the log that came since the connection was opened. */
  news = $state.raw<Happened[]>([]);
  /** Why there is nothing to see, if there never will be. */
  refused = $state.raw<Refused | null>(null);
  /** Somebody has just said "not now" to what was asked for here: a seat, a pause or the end. */
  notNow = $state.raw<"seat" | "pause" | "close" | null>(null);
  /** How far the server's clock is ahead of `performance.now()`, in milliseconds: nobody can set that one. */
  clockOffset = 0;

  private line: Connection;

  constructor(
    readonly id: string,
    around?: Surroundings,
  ) {
    this.line = new Connection(socketAddress(id, location), (message) => this.take(message), around);
  }

  get connected(): boolean {
    return this.line.connected;
  }

  /** The server does not know who this is (4001), or there is no such table (4004). */
  get ended(): number | null {
    return this.line.ended;
  }

  start(): void {
    this.line.start();
  }

  close(): void {
    this.line.close();
  }

  /** A move, for the log as far as it was shown. */
  act = (move: string, seq: number): Promise<Refused | null> => this.ask({ type: "move", seq, move });

  /** Take a seat, with a character of one's choice; or, in one's own seat, another character. */
  sit = async (seat: number, character: string | null = null): Promise<Refused | null> => {
    const contribution = randomHex(16);
    const refused = await this.ask({ type: "sit", seat, contribution, ...(character ? { character } : {}) });
    if (refused === null) noteContribution(this.id, seat, contribution);
    return refused;
  };

  say = (text: string): Promise<Refused | null> => this.ask({ type: "say", text });

  /** What the strongest bot would do; or why it says nothing. */
  hint = async (): Promise<Hinted | Refused> => {
    const answer = await this.line.ask({ type: "hint" });
    return answer.type === "hinted" ? answer : refusalOf(answer);
  };

  /** Any other message; null when it was carried out. */
  ask = async (message: Outgoing): Promise<Refused | null> => {
    const answer = await this.line.ask(message);
    return answer.type === "refused" ? refusalOf(answer) : null;
  };

  private take(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.see({
          seq: message.seq,
          info: message.table,
          you: message.you,
          view: message.view ?? null,
          legal: message.legal ?? [],
          clocks: message.clocks,
          present: message.present,
          connected: true,
        });
        this.lines = message.chat;
        this.news = [];
        noteTable(message.table, message.you, Date.now());
        void this.contribute(message.table, message.you.seat);
        break;
      case "change":
        if (this.seen === null) break;
        this.notNow = declined(this.seen, message.entries) ?? this.notNow;
        this.news = [...this.news, ...message.entries];
        this.see({
          ...this.seen,
          seq: message.seq,
          info: message.table ?? this.seen.info,
          you: message.you ?? this.seen.you,
          view: message.view ?? null,
          legal: message.legal ?? [],
          clocks: message.clocks,
          present: message.table ? seated(this.seen, message.table) : this.seen.present,
        });
        if (message.table) noteTable(message.table, this.seen.you, Date.now());
        break;
      case "refused":
        if (message.id === null) this.refused = refusalOf(message);
        else if (message.view && this.seen && message.seq === this.seen.seq) {
          this.seen = { ...this.seen, view: message.view, legal: message.legal ?? [] };
        }
        break;
      case "said":
        this.lines = [...this.lines, message.line];
        break;
      case "pong":
        this.clockOffset = message.now - performance.now();
        break;
      case "presence":
        if (this.seen !== null) this.seen = { ...this.seen, present: message.present };
        break;
    }
  }

  /** In a rematch everybody sits already, and has added nothing to the shuffles. */
  private async contribute({ stage, previous }: TableInfo, seat: number | null): Promise<void> {
    if (stage !== "open" || !previous || seat === null || noteOf(this.id)?.contribution) return;
    const contribution = randomHex(16);
    const refused = await this.ask({ type: "contribute", contribution });
    if (refused === null) noteContribution(this.id, seat, contribution);
  }

  private see(seen: Seen): void {
    this.clockOffset = seen.clocks.now - performance.now();
    this.seen = shareStructure(this.seen, seen);
  }
}

/** What somebody else did not want now that was asked for here. */
function declined(before: Seen, entries: readonly Happened[]): "seat" | "pause" | "close" | null {
  const { seat, request } = before.you;
  const wishes = seat === null ? [] : (before.info.seats[seat]?.wishes ?? []);
  for (const { kind, on, request: number, seat: by, wish } of entries) {
    if (on !== false) continue;
    if (kind === "answered" && typeof number === "number" && number === request) return "seat";
    if (kind === "wished" && by !== seat && wish && wishes.includes(wish)) return wish as "pause" | "close";
  }
  return null;
}

/** Who sits down does so over a line, and so is here. */
function seated(before: Seen, info: TableInfo): Present {
  const seats = info.seats.map((one, seat) => {
    const was = before.info.seats[seat];
    const same = one.player === was?.player && one.name === was?.name;
    return same ? (before.present.seats[seat] ?? false) : one.player === "person" || one.player === "bot";
  });
  return { ...before.present, seats };
}

function refusalOf(answer: Answer | Refusal): Refused {
  if (answer.type !== "refused") return { code: "fault", detail: answer.type };
  return { code: answer.code, detail: answer.detail, rule: answer.rule, params: answer.params };
}
