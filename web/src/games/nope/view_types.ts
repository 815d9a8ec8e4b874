/* Written by `python -m tools.wire_types` from naysay.nope.view. Do not edit. */

/**
 * The table as one seat sees it, or a spectator (`seat` is None).
 *
 * It is made of what `public` and `own` say. Private are the hand, what may be done with it, and in `history` the
 * cards that oneself drew. `blocked` is about the cards that this seat could choose from now: it is empty unless the
 * seat is to act, and to act with cards. `over_counting` see-throughs lie on the discard that counts, and `draws`
 * cards are drawn at once.
 */
export interface NopeView {
  game: string;
  seat: number | null;
  phase: "deal" | "drawn" | "name" | "over" | "reshuffle" | "turn";
  rule: string | null;
  to_act: number[];
  turn: number;
  turns: number;
  demand: Demand | null;
  named: Demand | null;
  discards: string[];
  over_counting: number;
  pile: number;
  draws: number;
  to_draw: number;
  hand_sizes: number[];
  out: number[];
  winners: number[];
  history: Event[];
  hand: string[];
  can_make_set: boolean;
  blocked: Blocked[];
}
/**
 * What the player on turn faces: this many cards that all show one of these colours (letters).
 */
export interface Demand {
  count: number;
  colours: string;
}
/**
 * Something that everyone saw, and the demand that `seat` faced then.
 *
 * The first discard was `turned` (nobody faced anything yet), a seat `laid` cards, `drew` (the cards are told only to
 * who drew them), said `nope`, `named` (with the demand that it made), or the discards were `reshuffled`.
 */
export interface Event {
  kind: "drew" | "laid" | "named" | "nope" | "reshuffled" | "turned";
  seat: number;
  demand: Demand | null;
  cards: string[];
  count: number;
  named: Name | null;
}
/**
 * Who must act next, on how many cards of which colour, after laying a selection.
 */
export interface Name {
  seat: number;
  count: number;
  colour: string;
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
