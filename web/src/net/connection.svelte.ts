/** The line to a table: opens it, keeps it alive, opens it again, and sends everything once more that was not answered. */

import { openSocket } from "./early_socket";
import type { FromServer } from "./messages";

/** A message without its id: the line gives it one, and keeps it when it is sent again. */
export type Outgoing = { type: string } & Record<string, unknown>;

export type Answer = Extract<FromServer, { type: "done" | "refused" | "hinted" | "pong" }>;

/** What the line needs from the browser; tests bring their own. */
export interface Surroundings {
  open: (url: string) => WebSocket;
  later: (milliseconds: number, job: () => void) => () => void;
  newId: () => string;
  random: () => number;
}

const FIRST_WAIT = 150;
const LONGEST_WAIT = 4000;
const HEARTBEAT = 12_000;
const PATIENCE = 4000;
const QUICK_PATIENCE = 1200; // after sleep or a change of network nobody wants to wait long
const GIVEN_UP = new Set([4001, 4004]); // the server does not know us, or there is no such table

const usual: Surroundings = {
  open: openSocket,
  later: (milliseconds, job) => {
    const timer = setTimeout(job, milliseconds);
    return () => clearTimeout(timer);
  },
  newId,
  random: Math.random,
};

/** A new id for a message. `crypto.randomUUID` is missing on plain http; these bytes are not. */
export function newId(): string {
  return randomHex(12);
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

interface Waiting {
  text: string;
  resolve: (answer: Answer) => void;
}

export class Connection {
  /** The server's first message has come, and no silence since. */
  connected = $state(false);
  /** Why the line will not be opened again: the closing code. */
  ended = $state<number | null>(null);

  private socket: WebSocket | null = null;
  private waiting: Record<string, Waiting> = {};
  private attempts = 0;
  private closed = false;
  private cancelRetry: (() => void) | null = null;
  private cancelBeat: (() => void) | null = null;
  private cancelDoubt: (() => void) | null = null;

  constructor(
    private url: string,
    private take: (message: FromServer) => void,
    private around: Surroundings = usual,
  ) {}

  /** Open the line, and keep it open until `close`. */
  start(): void {
    window.addEventListener("online", this.check);
    window.addEventListener("offline", this.doubt);
    window.addEventListener("pageshow", this.check);
    document.addEventListener("visibilitychange", this.check);
    this.open();
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("online", this.check);
    window.removeEventListener("offline", this.doubt);
    window.removeEventListener("pageshow", this.check);
    document.removeEventListener("visibilitychange", this.check);
    this.cancelRetry?.();
    this.drop();
  }

  /** Send a message and wait for its answer, however often the line is cut meanwhile. */
  ask(message: Outgoing): Promise<Answer> {
    const id = this.around.newId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve) => {
      this.waiting[id] = { text, resolve };
      if (this.connected) this.socket?.send(text);
    });
  }

  private open(): void {
    if (this.closed) return;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.drop();
    const socket = this.around.open(this.url);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(socket, event.data as string);
    socket.onclose = (event) => this.lost(socket, event.code);
    this.beSure(PATIENCE + QUICK_PATIENCE);
  }

  private receive(socket: WebSocket, text: string): void {
    if (socket !== this.socket) return;
    this.cancelDoubt?.();
    this.cancelDoubt = null;
    const message = JSON.parse(text) as FromServer;
    this.take(message);
    if (message.type === "table") {
      this.attempts = 0;
      this.connected = true;
      for (const { text: again } of Object.values(this.waiting)) socket.send(again);
    }
    if ("id" in message && message.id !== null) {
      const asked = this.waiting[message.id];
      delete this.waiting[message.id];
      asked?.resolve(message as Answer);
    }
    this.beat();
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.drop();
    if (GIVEN_UP.has(code)) {
      this.ended = code;
      return;
    }
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts);
    this.attempts += 1;
    this.cancelRetry = this.around.later(longest * (0.6 + 0.4 * this.around.random()), () => this.open());
  }

  /** Something may have happened to the line: look at once. */
  private check = (): void => {
    if (document.visibilityState === "hidden" || this.ended !== null) return;
    this.attempts = 0;
    if (this.connected) this.ping(QUICK_PATIENCE);
    else if (this.socket === null || this.cancelRetry !== null) this.open();
  };

  /** The browser says that it is offline: no waiting for the silence. */
  private doubt = (): void => {
    if (this.connected) this.ping(QUICK_PATIENCE);
  };

  private beat(): void {
    this.cancelBeat?.();
    this.cancelBeat = this.around.later(HEARTBEAT, () => this.ping(PATIENCE));
  }

  private ping(patience: number): void {
    this.socket?.send(JSON.stringify({ type: "ping", id: this.around.newId() }));
    this.beSure(patience);
  }

  /** If nothing comes for so long, the line is dead, whatever the browser thinks. */
  private beSure(patience: number): void {
    this.cancelDoubt?.();
    this.cancelDoubt = this.around.later(patience, () => {
      const socket = this.socket;
      if (socket !== null) this.lost(socket, 1006);
    });
  }

  private drop(): void {
    this.cancelBeat?.();
    this.cancelDoubt?.();
    this.cancelDoubt = null;
    this.connected = false;
    const socket = this.socket;
    this.socket = null;
    if (socket !== null) {
      socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }
}
