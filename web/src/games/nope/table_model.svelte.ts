/** The table of Nope! as it is shown: derived from what the server said, and from what the reader has picked. */

import { untrack } from "svelte";
import type { Held } from "../../table/Hand.svelte";
import type { Spot } from "../../table/layout";
import { TableModel } from "../../table/table_model.svelte";
import { peopleOf } from "../../table/people";
import { idsFor, risen, spotIn, type Lift, type Piece } from "../../table/pieces";
import type { TableProps } from "../../table/contract";
import { tapLifts } from "../../settings/settings.svelte";
import { play } from "../../ui/sounds";
import { stable } from "../../net/structural_sharing";
import { announce, asked } from "./announce";
import { layHand, stage } from "./layout";
import { colourOf, completions, heldOrder, laidEver, lastOf, namingsIn, nopesSaid, optionsIn, setsIn } from "./view";
import type { NopeView } from "./view_types";

/** How many discards are drawn. */
const VISIBLE = 4;
const TILTS = [-9, -4, -7, -2, -6, -3, -10, -5];

export class NopeModel extends TableModel<NopeView> {
  /** The ids of the chosen cards in the order in which they are laid: the last is on top. */
  picked = $state<string[]>([]);
  /** The sheet of a selection is put aside, to look at the table. */
  aside = $state(false);

  constructor(props: TableProps) {
    super(props);
    let before: NopeView | null = null;
    $effect(() => {
      const current = this.view;
      untrack(() => {
        this.announcer.say(announce(before, current, this.people, this.words));
        if (before && current.history.length > before.history.length) play("card");
        if (before?.history.length !== current.history.length) this.picked = [];
        if (current.phase !== "name") this.aside = false;
      });
      before = current;
    });
  }

  words = $derived.by(() => this.props.words.nope);
  people = $derived.by(stable(() => peopleOf(this.props.seen, this.props.words, null)));
  mine = $derived.by(() => this.own !== null && this.view.to_act.includes(this.own));
  naming = $derived.by(() => this.mine && this.view.phase === "name");

  hand = $derived.by(stable(() => heldOrder(this.view.hand)));
  /** There are sets to choose from. */
  choosing = $derived.by(() => this.mine && !this.naming && this.options.length > 1);
  stage = $derived.by(
    stable(() => stage(this.frame, this.players, this.base, this.hand.length, this.big, this.choosing)),
  );
  laid = $derived.by(stable(() => layHand(this.hand, this.frame, this.stage.hand, this.big)));
  ids = $derived.by(
    stable(() =>
      this.hand.map((card, i) => `${card}.${this.hand.slice(0, i).filter((other) => other === card).length}`),
    ),
  );
  private cardOf = (id: string): string => this.hand[this.ids.indexOf(id)] ?? "";

  // sets
  legal = $derived.by(() => this.props.seen.legal);
  sets = $derived.by(stable(() => setsIn(this.legal)));
  namings = $derived.by(stable(() => namingsIn(this.legal)));
  canDraw = $derived.by(() => this.legal.includes("draw"));
  options = $derived.by(stable(() => optionsIn(this.sets, this.view.demand)));
  chosen = $derived.by(stable(() => this.picked.map(this.cardOf)));
  move = $derived.by(() => {
    const move = `discard ${this.chosen.join(" ")}`;
    return this.chosen.length > 0 && this.legal.includes(move) ? move : null;
  });
  /** The option of the switch that the chosen cards belong to. */
  option = $derived.by(() => {
    const key = this.chosen.toSorted().join(" ");
    return this.options.find((one) => one.sets.some((set) => set.toSorted().join(" ") === key))?.id ?? null;
  });
  /** The cards that may join those that are chosen. */
  private joining = $derived.by(stable(() => completions(this.chosen, this.sets).flat()));

  choose = (id: string): void => {
    const set = this.options.find((one) => one.id === id)?.sets[0];
    if (set) this.picked = idsFor(set, this.hand, this.ids);
  };

  /** The cards of the hand that a hint points at. */
  private hinted = $derived.by(
    stable(() => {
      const [verb, ...cards] = this.props.hinted?.split(" ") ?? [];
      return verb === "discard" ? idsFor(cards, this.hand, this.ids) : [];
    }),
  );

  tap = (index: number, pointer: string): void => {
    const [id, card] = [this.ids[index], this.hand[index]];
    if (!id || !card || this.lock.busy) return;
    if (!this.mine || this.naming) return this.notNow(id);
    if (this.picked.includes(id)) {
      if (this.picked.length === 1 && this.move) this.lay();
      else this.picked = this.picked.filter((other) => other !== id);
      return;
    }
    const together = completions([...this.chosen, card], this.sets);
    const alone = completions([card], this.sets);
    if (together.length === 0 && alone.length === 0) return this.refuse(id, card);
    this.picked = together.length > 0 ? [...this.picked, id] : [id];
    const rests = together.length > 0 ? together : alone;
    if (rests.length === 1 && rests[0])
      this.picked = [...this.picked, ...idsFor(rests[0], this.hand, this.ids, this.picked)];
    if (this.view.demand?.count === 1 && !tapLifts(pointer)) this.lay();
  };

  private refuse(id: string, card: string): void {
    this.shake(id);
    const blocked = this.view.blocked.find((one) => one.card === card);
    if (blocked) this.props.why(blocked.reason);
  }

  private notNow(id: string): void {
    this.shake(id);
    if (this.naming) this.props.why({ detail: this.words.whomAsk, rule: this.view.rule });
    else if (this.view.to_act.length > 0) {
      const detail = this.words.theirTurn(this.name(this.view.to_act[0]));
      const { rule, to_act } = this.view;
      this.props.why({ code: "not_your_turn", detail, rule, params: { to_act } });
    }
  }

  lay = (): void => {
    if (this.move) this.lock.send(this.move);
  };
  draw = (): void => {
    if (this.canDraw) this.lock.send("draw");
    else if (this.mine && !this.naming) void this.props.act("draw"); // the server says why not
  };
  /** Another card of the set comes to the top. */
  swap = (): void => {
    this.picked = [...this.picked.slice(-1), ...this.picked.slice(0, -1)];
  };
  sayName = (seat: number, count: number, colour: string): void => {
    this.lock.send(`name ${seat} ${count} ${colour}`);
  };

  // sentences
  sentence = $derived.by((): { lead: string; rest: string } => {
    const { view, words } = this;
    if (view.phase === "over") return { lead: words.gameOver, rest: "" };
    if (this.own === null) return { lead: words.watching, rest: this.turnLine };
    if (view.out.includes(this.own)) return { lead: "", rest: `${words.youAreOut} ${this.turnLine}` };
    if (!this.mine) return { lead: "", rest: this.turnLine };
    if (this.naming) return { lead: words.yourMove, rest: words.whomAsk };
    const drew = view.phase === "drawn" ? lastOf(view, "drew") : null;
    if (drew && drew.cards.length > 0) return { lead: "", rest: words.afterDraw(drew.cards) };
    if (!view.can_make_set) return { lead: words.yourMove, rest: asked(view, words, this.sets.length > 0) };
    const alone = this.options.some((one) => one.id === "action");
    return { lead: words.yourMove, rest: alone ? words.mustLayOrAction : words.mustLay };
  });
  turnLine = $derived.by(() => {
    const { view, words } = this;
    if (view.phase === "reshuffle") return words.reshuffling;
    if (view.phase === "deal") return words.dealing;
    const name = this.name(view.to_act[0]);
    return view.phase === "name" ? words.theyName(name) : words.theirTurn(name);
  });
  /** Beside the pile: who laid what counts. */
  note = $derived.by(() => {
    const { view, words } = this;
    const laid = view.history.findLast((event) => event.kind === "laid" || event.kind === "turned");
    if (!laid) return "";
    const person = this.people[laid.seat];
    const [name, you] = [person?.name ?? "", person?.you ?? false];
    if (view.over_counting > 0) return words.shows(name, you);
    const named = lastOf(view, "named");
    if (named && view.history.indexOf(named) > view.history.indexOf(laid)) {
      const by = this.people[named.seat];
      return words.namedBy(by?.name ?? "", by?.you ?? false);
    }
    return laid.kind === "turned" ? words.turned : words.laidBy(name, you);
  });
  layText = $derived.by(() => {
    const { chosen, words, view } = this;
    if (!this.move) {
      const more = (view.demand?.count ?? 1) - chosen.length;
      return chosen.length > 0 && more > 0 ? words.moreToChoose(more) : words.chooseSet(view.demand?.count ?? 1);
    }
    const [card = ""] = chosen;
    if (chosen.length === 1) return words.layCard(card);
    return words.lay(chosen.length, (view.demand && colourOf(chosen, view.demand)) ?? "");
  });
  nopes = $derived.by(() => nopesSaid(this.view.history));

  // pictures
  cards = $derived.by(() =>
    this.hand.map((card, i): Held => {
      const { words } = this;
      const id = this.ids[i] ?? card;
      const place = this.picked.indexOf(id);
      const active = this.mine && !this.naming;
      const parts = [words.card(card)];
      if (place >= 0) parts.push(words.placeInSet(place + 1, this.picked.length));
      else if (active) parts.push(this.fitting(card) ? words.fits : words.cannotLay);
      if (this.hinted.includes(id)) parts.push(words.hinted);
      return { id, label: parts.join(", "), pressed: active && place >= 0, disabled: active && !this.fitting(card) };
    }),
  );
  private fitting = (card: string): boolean => this.sets.some((set) => set.includes(card));
  pieces = $derived.by(stable((): Piece[] => [...this.inHand(), ...this.onPile()]));

  private inHand(): Piece[] {
    const active = this.mine && !this.naming;
    const several = this.picked.length > 1 || (this.view.demand?.count ?? 1) > 1;
    return this.hand.map((card, i) => {
      const id = this.ids[i] ?? card;
      const place = this.picked.indexOf(id);
      const joins = this.chosen.length === 0 ? this.fitting(card) : this.joining.includes(card);
      const lift: Lift = place >= 0 ? "lifted" : active && joins && this.view.blocked.length > 0 ? "up" : "rest";
      const spot = { ...risen(this.laid.spots[i] ?? spotIn(this.stage.hand), lift), z: 100 + i };
      const top = place === this.picked.length - 1;
      const tag = place >= 0 && several ? `${place + 1}${top && this.move ? ` · ${this.words.top}` : ""}` : undefined;
      const dim =
        active && (this.chosen.length === 0 ? !this.fitting(card) : place < 0 && !joins && !this.fitting(card));
      const hinted = this.hinted.includes(id);
      return { id, card, spot, from: spotIn(this.stage.pile), dim, ring: place >= 0, hinted, tag };
    });
  }

  private onPile(): Piece[] {
    const { view, stage: at } = this;
    const ever = laidEver(view);
    const laid = lastOf(view, "laid");
    const fresh = laid?.cards.length ?? 0;
    const shown = view.discards.slice(-VISIBLE);
    return shown.map((card, i): Piece => {
      const depth = shown.length - 1 - i;
      const number = ever - depth;
      const turn = depth === 0 ? 2 : (TILTS[number % TILTS.length] ?? 0);
      const spot = spotIn(at.discards, turn, 20 + i);
      spot.x -= depth * at.discards.w * 0.04;
      const from: Spot | undefined = depth < fresh && laid ? this.originOf(laid.seat) : undefined;
      return { id: `laid.${number}`, card, spot, from, laid: true };
    });
  }

  private originOf(seat: number): Spot {
    return spotIn(this.stage.plates[seat] ?? this.stage.hand, 0, 40);
  }
}
