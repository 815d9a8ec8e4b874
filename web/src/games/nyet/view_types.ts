/* Written by `python -m tools.wire_types` from naysay.nyet.view. Do not edit. */

/**
 * The table as one seat sees it, or a spectator (`seat` is None).
 *
 * It is made of what `public` and `own` say. `blocked` is about the cards that this seat could choose from now: it is
 * empty unless the seat is to act, and to act with cards. Some fields follow from others, so that who shows a table
 * needs no rules: how many vetoes and tricks the round has, the sums of both sides, who passes cards to whom.
 */
export interface NyetView {
  game: string;
  seat: number | null;
  phase: "deal" | "discard" | "over" | "play" | "team" | "veto";
  rule: string | null;
  to_act: number[];
  dealer: number;
  first_veto: number;
  low: number;
  rounds: RoundScore[];
  last_sums: Sums | null;
  last_tricks: Trick[];
  totals: number[];
  hand_sizes: number[];
  aside: number;
  board: Row[];
  vetoes: [number, string, string][];
  veto_count: number;
  terms: Terms | null;
  sides: number[] | null;
  bonus: number | null;
  chosen: number[];
  leader: number | null;
  trick: string[];
  led: string | null;
  taken: Trick[];
  trick_count: number | null;
  tricks: number[];
  loot: number[];
  sums: Sums | null;
  hand: string[];
  gave: string[];
  gives_to: number | null;
  got: string[];
  got_from: number | null;
  can_follow: boolean | null;
  misleading: ("hand" | "lead") | null;
  blocked: Blocked[];
}
/**
 * A finished round: its terms, the sides (0: the first player's), and how the points came about, by seat.
 */
export interface RoundScore {
  terms: Terms;
  sides: number[];
  bonus: number | null;
  tricks: number[];
  loot: number[];
  scores: number[];
  last_trick: Trick;
}
/**
 * What the veto left open: the rules of this round. Colours are letters.
 */
export interface Terms {
  first: number;
  discard: DiscardRule;
  trump: string | null;
  supertrump: string | null;
  supertrump_suit: string | null;
  points: number;
}
/**
 * What a box of the discard row asks of everyone.
 *
 * How many cards, whether low ones may go, and to whom (+1 left, -1 right, 0 nobody).
 */
export interface DiscardRule {
  count: number;
  not_low: boolean;
  passed_to: number;
}
/**
 * A finished trick: the cards in the order they were played, who took it, and the cards that became loot.
 *
 * `loot_places` are the places of the loot among the cards; `won_as` says what the winning card was.
 */
export interface Trick {
  leader: number;
  cards: string[];
  winner: number;
  loot: string[];
  loot_places: number[];
  won_as: "suit" | "supertrump" | "trump";
}
/**
 * The arithmetic of a round: units by seat, both sides, and which side scores more (None: neither).
 */
export interface Sums {
  units: number[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  sides: [SideSum, SideSum];
  better: number | null;
}
/**
 * What one side took: `units` are its tricks and loot as they count, `points` what these are worth.
 *
 * `score` is what each of its players gets: the points, or where that was agreed the difference.
 */
export interface SideSum {
  tricks: number;
  loot: number;
  units: number;
  points: number;
  score: number;
}
/**
 * A row of the board; settled once a single box is open.
 */
export interface Row {
  name: string;
  boxes: Box[];
  settled: boolean;
}
/**
 * A box of the board: covered by a seat, covered for the whole game (`by` is None), or open.
 */
export interface Box {
  name: string;
  open: boolean;
  by: number | null;
}
/**
 * A card in a seat's own hand that may not be played or discarded now, and why.
 */
export interface Blocked {
  card: string;
  reason: Reason;
}
/**
 * Why something may not be done.
 *
 * A stable code for clients, English for people, the number of the rule, the code's parameters.
 */
export interface Reason {
  code: string;
  detail: string;
  rule: string;
  params: {
    [k: string]: unknown;
  };
}
