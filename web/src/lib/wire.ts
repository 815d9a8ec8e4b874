/* Written by `python -m tools.wire_types` from naysay.server.wire. Do not edit. */

export type FromClient =
  Move | Sit | Contribute | Stand | Seat | Start | Pause | Close | Kick | Mute | Say | Hint | Rematch | Ping;
export type FromServer = Table | Change | Done | Refusal | Said | Presence | Hinted | Pong;

/**
 * Make a move: `seq` is the log length that you saw, `move` the text of a legal move.
 */
export interface Move {
  type: "move";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  seq: number;
  move: string;
}
/**
 * Take a seat: a free one, or after the start one that a bot of the house plays.
 */
export interface Sit {
  type: "sit";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  seat: number;
  name?: string | null;
  /**
   * 16 random bytes as hex, or nothing
   */
  contribution?: string;
}
/**
 * Add bytes for the shuffles to your seat, before the start.
 */
export interface Contribute {
  type: "contribute";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  /**
   * 16 random bytes as hex, or nothing
   */
  contribution: string;
}
/**
 * Leave your seat; during a game a bot goes on.
 */
export interface Stand {
  type: "stand";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * Put a bot of the house into a free seat or your own; `level` null sends it away (the host, before the start).
 */
export interface Seat {
  type: "seat";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  seat: number;
  level: string | null;
}
/**
 * Begin the game (the host).
 */
export interface Start {
  type: "start";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * Ask for a pause, or take that back. It begins when all who play want it; anyone ends it by `on` false.
 */
export interface Pause {
  type: "pause";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  on: boolean;
}
/**
 * Close the table before the start (the host), or during a game when all who play want it.
 */
export interface Close {
  type: "close";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  on?: boolean;
}
/**
 * Send a person away, before the start (the host).
 */
export interface Kick {
  type: "kick";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  seat: number;
}
/**
 * Let a person write to the chat no longer, or again (the host).
 */
export interface Mute {
  type: "mute";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  /**
   * What others call you
   */
  name: string;
  on?: boolean;
}
/**
 * Write to the chat. What watchers write, players see only after the game.
 */
export interface Say {
  type: "say";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  text: string;
}
/**
 * Ask the strongest bot what it would do with what you see.
 */
export interface Hint {
  type: "hint";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * The same people at a new table, after the game.
 */
export interface Rematch {
  type: "rematch";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * Are you there?
 */
export interface Ping {
  type: "ping";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * Everything, as you may see it: the first message of every connection.
 */
export interface Table {
  type: "table";
  seq: number;
  table: TableInfo;
  you: You;
  clocks: Clocks;
  present: Present;
  chat: Line[];
  view?: any;
  legal?: string[];
}
/**
 * What everybody at the table knows of it.
 */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  stage: "closed" | "open" | "over" | "playing";
  players: number;
  dealer: number;
  edition: any;
  options: Record<string, any>;
  clock: Clock;
  public: boolean;
  watchers: boolean;
  hints: boolean;
  grace: number | null;
  closes_after: number;
  pace: number;
  seats: SeatInfo[];
  fair: FairInfo;
  paused: boolean;
  made_at: number;
  previous?: string | null;
  rematch?: string | null;
  result?: Record<string, any> | null;
}
/**
 * How long a person may think: not limited, so long for each move, or from a bank that each move adds to.
 */
export interface Clock {
  kind?: "bank" | "days" | "move" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
}
/**
 * Who plays a seat: nobody, a person, somebody's own bot, or a bot of the house. `away`: a bot stands in.
 */
export interface SeatInfo {
  player: "bot" | "free" | "house" | "person";
  name?: string;
  level?: string | null;
  away?: boolean;
  host?: boolean;
  wishes?: string[];
}
/**
 * The promise of the shuffles; the contributions since the start, the seed after the end.
 */
export interface FairInfo {
  commit: string;
  contributions?: string[];
  seed?: string | null;
}
/**
 * Who you are at this table.
 */
export interface You {
  name: string;
  seat: number | null;
  host: boolean;
  muted?: boolean;
}
/**
 * By seat: when its time is up, and what is in its bank. All in milliseconds; compare with `now`.
 */
export interface Clocks {
  now: number;
  deadlines?: (number | null)[];
  banks?: number[];
}
/**
 * Who is connected: by seat, and how many watch.
 */
export interface Present {
  seats: boolean[];
  watchers: number;
}
/**
 * A line of chat.
 */
export interface Line {
  number: number;
  at: number;
  name: string;
  text: string;
  room: "players" | "watchers";
  seat?: number | null;
}
/**
 * The log grew to `seq` entries; these are new. View and legal moves are whole; `table` comes when it changed.
 */
export interface Change {
  type: "change";
  seq: number;
  entries: Happened[];
  clocks: Clocks;
  view?: any;
  legal?: string[];
  table?: TableInfo | null;
  you?: You | null;
}
/**
 * An entry of the log as you may see it. `move` is missing where it is secret.
 */
export interface Happened {
  seq: number;
  at: number;
  kind: string;
  seat?: number | null;
  move?: string | null;
  by?: string | null;
  level?: string | null;
  why?: string | null;
  on?: boolean | null;
  wish?: string | null;
  cards?: number | null;
  table?: string | null;
}
/**
 * Your message was carried out and is kept; `seq` is the log length it led to.
 */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}
/**
 * Your message was not carried out. With a move comes what you see now.
 */
export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  detail: string;
  params?: Record<string, any>;
  rule?: string | null;
  seq?: number | null;
  view?: any;
  legal?: string[];
}
/**
 * A new line of chat.
 */
export interface Said {
  type: "said";
  line: Line;
}
/**
 * Somebody came or went.
 */
export interface Presence {
  type: "presence";
  present: Present;
}
/**
 * What the bot would do with what you see, the best first.
 */
export interface Hinted {
  type: "hinted";
  id: string;
  seq: number;
  level: string;
  candidates: CandidateInfo[];
}
/**
 * A move, its score within this hint; by search: points expected, their error, how often it takes the trick.
 */
export interface CandidateInfo {
  move: string;
  score: number;
  why: WhyInfo[];
  expected?: number | null;
  error?: number | null;
  takes?: number | null;
}
/**
 * A reason: a code of docs/reasons.md with its parameters.
 */
export interface WhyInfo {
  code: string;
  params: Record<string, any>;
}
/**
 * Yes; the log has `seq` entries.
 */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
  seq: number;
}
/**
 * A game that can be played here.
 */
export interface GameInfo {
  id: string;
  title: string;
  players: number[];
  bots: string[];
  editions: EditionInfo[];
}
/**
 * An edition by its id, with its values.
 */
export interface EditionInfo {
  id: string;
  values: Record<string, any>;
}
/**
 * The entries of a table's log as you may see them.
 */
export interface History {
  seq: number;
  entries: Happened[];
}
/**
 * A private link, valid once until an instant: who opens it continues as you.
 */
export interface Link {
  link: string;
  until: number;
}
/**
 * Who you are here.
 */
export interface Me {
  name: string;
  bot?: boolean;
}
/**
 * A table to be made. Times in seconds; null stands for a fitting default.
 */
export interface NewTable {
  game?: string;
  players?: number | null;
  edition?: string | Record<string, any> | null;
  options?: Record<string, any>;
  bots?: {
    [k: string]: string;
  };
  clock?: Clock;
  public?: boolean;
  watchers?: boolean;
  hints?: boolean;
  grace?: number | null;
  closes_after?: number | null;
  pace?: number;
}
/**
 * One of your own bots; its token is shown once, when it is made.
 */
export interface OwnBot {
  id: string;
  name: string;
  token?: string | null;
}
/**
 * Why a request was not granted.
 */
export interface Problem {
  code: string;
  detail: string;
  params?: Record<string, any>;
}
/**
 * A game against bots of the house, at once.
 */
export interface Quick {
  game?: string;
  players?: number | null;
  edition?: string | Record<string, any> | null;
  options?: Record<string, any>;
  level?: string;
  seat?: number;
  hints?: boolean;
  pace?: number;
  /**
   * 16 random bytes as hex, or nothing
   */
  contribution?: string;
}
/**
 * Some tables; ask again with `before` = `next` for the older ones.
 */
export interface TableList {
  tables: TableRow[];
  next?: number | null;
}
/**
 * A table in a list.
 */
export interface TableRow {
  id: string;
  game: string;
  title: string;
  stage: string;
  players: number;
  seats: SeatInfo[];
  changed_at: number;
  edition?: any;
  options?: Record<string, any>;
  clock?: Clock;
  watchers?: boolean;
  winners?: number[] | null;
}
/**
 * Where the new table is.
 */
export interface TableMade {
  id: string;
  link: string;
  commit: string;
}
