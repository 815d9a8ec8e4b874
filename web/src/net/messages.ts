/* Written by `python -m tools.wire_types` from naysay.server.web.messages. Do not edit. */

export type FromClient =
  | Move
  | Sit
  | Ask
  | Withdraw
  | Agree
  | Contribute
  | Stand
  | Seat
  | Start
  | Pause
  | Close
  | Finish
  | Kick
  | Mute
  | Say
  | Hint
  | Rematch
  | Ping;
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
 * Take a free seat; after the start only your own, which a bot plays. For any other, `ask`.
 *
 *     Before the start with a character of your choice, if the game has any; again from your seat, to choose another.
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
  character?: string | null;
}
/**
 * Ask for the seat of a bot in a running game: the host, or all who play; or have it from the next deal on.
 */
export interface Ask {
  type: "ask";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  seat: number;
  name?: string | null;
}
/**
 * Ask no longer.
 */
export interface Withdraw {
  type: "withdraw";
  /**
   * An id of your choice, new for each message
   */
  id: string;
}
/**
 * Let somebody have the seat that they ask for; `on` false: not now.
 */
export interface Agree {
  type: "agree";
  /**
   * An id of your choice, new for each message
   */
  id: string;
  request: number;
  on?: boolean;
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
 * Ask for a pause, or take that back. It begins when all who play want it; anyone ends it by `on` false, or says
 *     by it that there shall be none now.
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
 * Only bots are still in: they shall play without pauses.
 */
export interface Finish {
  type: "finish";
  /**
   * An id of your choice, new for each message
   */
  id: string;
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
 * Write to the chat. What spectators write, players see only after the game.
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
 * What everybody at the table knows of it. `options` differ from the defaults; `agreed` is all that makes a
 *     difference, with its value; `characters` are those that can be chosen, in a game that has any.
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
  agreed: Record<string, any>;
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
  seating?: "ask" | "next_deal";
  requests?: RequestInfo[];
  bots_alone?: boolean;
  hurried?: boolean;
  characters?: string[];
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
 *
 *     `character`, in a game that has any, is the seat's as things stand: before the start it may change if not `chosen`.
 *     `owner`: who has left the seat to a bot of the house.
 */
export interface SeatInfo {
  player: "bot" | "free" | "house" | "person";
  name?: string;
  level?: string | null;
  away?: boolean;
  host?: boolean;
  wishes?: string[];
  character?: string | null;
  chosen?: boolean;
  owner?: string | null;
}
/**
 * The promise of the shuffles: the commit, and the `cards` of the first deck in the order before they are shuffled;
 *     the contributions since the start, the seed after the end.
 */
export interface FairInfo {
  commit: string;
  contributions?: string[];
  seed?: string | null;
  cards?: string;
}
/**
 * Somebody asks for the seat of a bot: by seat who is asked, and who of them has agreed already.
 */
export interface RequestInfo {
  number: number;
  seat: number;
  name: string;
  bot?: boolean;
  asked?: number[];
  agreed?: number[];
}
/**
 * Who you are at this table. `back`: the seat that you left to a bot; `may_take`: seats to take or to ask for;
 *     `request`: the number of your request for one.
 */
export interface You {
  name: string;
  seat: number | null;
  host: boolean;
  muted?: boolean;
  back?: number | null;
  may_take?: number[];
  request?: number | null;
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
  request?: number | null;
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
 * A move, its score within this hint; by search: points expected for you (Nope!: your chance to win) with their
 *     error, how often your side takes the trick, and the lead over the others in points, which makes the order.
 */
export interface CandidateInfo {
  move: string;
  score: number;
  why: WhyInfo[];
  expected?: number | null;
  error?: number | null;
  takes?: number | null;
  lead?: number | null;
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
 * A game that can be played here; where it has editions, those have the options, and one of them is the usual one.
 *
 *     `preparing`: the bots that are still being compiled; another one plays for them until they are ready.
 *     `deals_anew`: new hands are dealt again and again, not only once.
 */
export interface GameInfo {
  id: string;
  title: string;
  players: number[];
  bots: string[];
  editions: EditionInfo[];
  options: OptionInfo[];
  preparing: string[];
  usual_edition?: string | null;
  deals_anew?: boolean;
}
/**
 * An edition by its id, with its values and options.
 */
export interface EditionInfo {
  id: string;
  values: Record<string, any>;
  options: OptionInfo[];
}
/**
 * An option of a game, its usual value, what else it may be, and with how many players all this holds.
 */
export interface OptionInfo {
  id: string;
  kind: "amount" | "names" | "number" | "seats" | "word";
  players: number[];
  usual?: any;
  words?: string[];
  ranges?: {
    [k: string]: number[];
  };
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
 * Who you are here. `before`: who this browser was before it continued as you, if it was anybody.
 */
export interface Me {
  name: string;
  bot?: boolean;
  before?: string;
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
  seating?: "ask" | "next_deal";
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
  character?: string | null;
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
  result?: Record<string, any> | null;
  you?: number | null;
}
/**
 * Where the new table is.
 */
export interface TableMade {
  id: string;
  link: string;
  commit: string;
}
/**
 * Whose private link it is, and whether that is you already.
 */
export interface Whose {
  name: string;
  you: boolean;
}
