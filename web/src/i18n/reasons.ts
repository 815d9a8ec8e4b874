/* Written by `python -m tools.reason_words` from the reasons of the bots. Do not edit. */

/** The sentence of every reason, by its code. */
export type Reasons = {
  at_random: (p: { moves: number }) => string;
  denies_trump: (p: { colour: string; Colour: string }) => string;
  denies_super: (p: { colour: string; Colour: string }) => string;
  denies_first: (p: { seat: string }) => string;
  declines_first: () => string;
  denies_discard: (p: { box: string }) => string;
  keeps_colour: (p: { row: string; rowName: string; colour: string; Colour: string }) => string;
  raises_points: (p: { points: number }) => string;
  lowers_points: (p: { points: number }) => string;
  settles_row: (p: { row: string; rowName: string; box: string }) => string;
  leaves_open: (p: { row: string; rowName: string; box: string }) => string;
  plays_alone: (p: { players: number }) => string;
  makes_pair: (p: { players: number }) => string;
  makes_trio: (p: { players: number }) => string;
  partner_told: (p: { seat: string; row: string; rowName: string; boxes: number }) => string;
  partners_with: (p: { seat: string }) => string;
  takes_bonus: () => string;
  gives_bonus: (p: { seat: string }) => string;
  makes_void: (p: { colour: string; Colour: string }) => string;
  keeps_trumps: (p: { trumps: number }) => string;
  dumps_high: (p: { card: string; Card: string }) => string;
  saves_loot: (p: { card: string; Card: string }) => string;
  passes_to_partner: (p: { seat: string }) => string;
  passes_to_opponent: (p: { seat: string }) => string;
  keeps_card: (p: { card: string; Card: string }) => string;
  cashes_winner: (p: { card: string; Card: string }) => string;
  leads_top: (p: { card: string; Card: string }) => string;
  draws_trumps: (p: { colour: string; Colour: string }) => string;
  leads_partners_void: (p: { colour: string; Colour: string; seat: string }) => string;
  leads_low: (p: { card: string; Card: string }) => string;
  captures_loot: (p: { cards: string }) => string;
  ruffs: (p: { colour: string; Colour: string }) => string;
  overtakes: (p: { seat: string }) => string;
  takes_last: () => string;
  ducks: (p: { seat: string }) => string;
  leaves_to_partner: (p: { seat: string }) => string;
  cannot_win: () => string;
  dumps_loot: (p: { card: string; Card: string }) => string;
  plays_low: (p: { card: string; Card: string }) => string;
  only_move: () => string;
  last_resort: (p: { moves: number }) => string;
  draws_instead: (p: { cards: string }) => string;
  plays_action_alone: (p: { card: string; Card: string; saves: number }) => string;
  passes_demand: (p: { count: number; colours: string }) => string;
  will_name: (p: { seat: string; count: number; colour: string; Colour: string }) => string;
  hits_next: (p: { seat: string; count: number; percent: number }) => string;
  may_knock_out: (p: { seat: string; held: number; percent: number }) => string;
  cannot_come_back: (p: { count: number; colours: string }) => string;
  sheds_joker: (p: { card: string; Card: string }) => string;
  saves_action: (p: { card: string; Card: string }) => string;
  keeps_single_colours: (p: { count: number }) => string;
  keeps_cards: (p: { count: number }) => string;
  leaves_demand: (p: { count: number; colours: string }) => string;
  names_largest: (p: { seat: string; held: number }) => string;
  names_player: (p: { seat: string; held: number }) => string;
  demands: (p: { count: number; colours: string }) => string;
};

/** They only say what the move says itself. */
export const REPEATS_MOVE: ReadonlySet<string> = new Set(["denies_discard", "keeps_cards", "demands"]);
