/** What the server tells of a table of Nyet!: the fields of `naysay.nyet.view.View` that the page reads. */

export interface Reason {
  code: string;
  detail: string;
  rule: string;
  params: Record<string, unknown>;
}

export interface Blocked {
  card: string;
  reason: Reason;
}

export interface VetoBox {
  name: string;
  open: boolean;
  by: number | null;
}

export interface Row {
  name: string;
  boxes: VetoBox[];
  settled: boolean;
}

export interface Terms {
  first: number;
  discard: { count: number; not_low: boolean; passed_to: number };
  trump: string | null;
  supertrump: string | null;
  supertrump_suit: string | null;
  points: number;
}

export interface Trick {
  leader: number;
  cards: string[];
  winner: number;
  loot: string[];
}

export interface RoundScore {
  terms: Terms;
  sides: number[];
  bonus: number | null;
  tricks: number[];
  loot: number[];
  scores: number[];
  last_trick: Trick;
}

export interface NyetView {
  seat: number | null;
  phase: "deal" | "veto" | "team" | "discard" | "play" | "over";
  to_act: number[];
  dealer: number;
  rounds: RoundScore[];
  totals: number[];
  hand_sizes: number[];
  board: Row[];
  vetoes: [number, string, string][];
  terms: Terms | null;
  sides: number[] | null;
  bonus: number | null;
  chosen: number[];
  leader: number | null;
  trick: string[];
  led: string | null;
  taken: Trick[];
  tricks: number[];
  loot: number[];
  hand: string[];
  gave: string[];
  got: string[];
  blocked: Blocked[];
}
