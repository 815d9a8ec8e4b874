/** The table of Nyet! as it is shown: derived from what the server said, and from what the reader has picked. */

import { untrack } from "svelte";
import type { Held as HeldCard } from "../../table/Hand.svelte";
import type { Box, Spot } from "../../table/layout";
import { TableModel } from "../../table/table_model.svelte";
import { peopleOf } from "../../table/people";
import { idsFor, risen, spotIn, type Lift, type Piece } from "../../table/pieces";
import { afterPaint } from "../../table/screen.svelte";
import type { TableProps } from "../../table/contract";
import { tapLifts } from "../../settings/settings.svelte";
import { play } from "../../ui/sounds";
import { stable } from "../../net/structural_sharing";
import { announce, ledLetter, said, yourTurn } from "./announce";
import { Hold } from "./finished_trick.svelte";
import { layHand, stage } from "./layout";
import { agreedOf, heldOrder, isFull, marksOf, playerOf, takenLine, titleOf, type Counts } from "./view";
import type { NyetView, Reason } from "./view_types";

export class NyetModel extends TableModel<NyetView> {
  readonly hold: Hold;
  /** The view as far as words, turns and the lift of cards go: while cards are played these follow by a frame. */
  told = $state.raw<NyetView>(null as unknown as NyetView);

  chosen = $state<string[]>([]);
  picked = $state<string | null>(null);
  showTricks = $state(false);

  constructor(props: TableProps) {
    super(props);
    this.hold = new Hold(
      untrack(() => this.view),
      () => props.settings.trickSeconds,
      props.moment,
    );
    this.told = untrack(() => this.view);
    let before: NyetView | null = null;
    $effect.pre(() => {
      void this.view;
      untrack(() => {
        if (this.phase === "play" && this.told.phase === "play") afterPaint(this.catchUp);
        else this.catchUp();
      });
    });
    $effect(() => {
      const current = this.view;
      untrack(() => this.announcer.say(announce(before, current, this.people, this.words)));
      if (before) sound(before, current);
      before = current;
    });
    $effect(() => {
      void [this.view.phase, this.view.rounds.length, this.view.taken.length, this.view.vetoes.length];
      untrack(() => {
        this.picked = null;
        if (!this.mine) this.chosen = [];
      });
    });
    $effect(() => () => this.hold.stop());
  }

  private catchUp = (): void => {
    this.told = this.view;
  };

  words = $derived.by(() => this.props.words.nyet);
  agreed = $derived.by(stable(() => agreedOf(this.props.seen.info)));

  // what is shown: the finished trick while it stays, then the end of a round until it is dismissed, then the view
  held = $derived.by(() => (isFull(this.view) ? this.hold.trick : null));
  terms = $derived.by(() => this.view.terms);
  sides = $derived.by(() => this.view.sides);
  bonus = $derived.by(() => this.view.bonus);
  phase = $derived.by(() => (this.hold.ended || this.view.phase === "over" ? "ended" : this.view.phase));
  mine = $derived.by(() => this.own !== null && this.told.to_act.includes(this.own) && this.phase !== "ended");
  people = $derived.by(
    stable(() => {
      const sides = this.phase === "ended" ? null : this.sides;
      return peopleOf(this.props.seen, this.props.words, sides);
    }),
  );

  stage = $derived.by(stable(() => stage(this.frame, this.players, this.base, this.big, this.phase === "veto")));

  // the hand
  hand = $derived.by(stable(() => (this.phase === "ended" ? [] : heldOrder(this.view.hand))));
  laid = $derived.by(stable(() => layHand(this.hand, this.frame, this.stage.hand, this.big)));
  ids = $derived.by(
    stable(() =>
      this.hand.map((card, i) => {
        const copies = this.hand.slice(0, i).filter((other) => other === card).length;
        return `${this.view.rounds.length}:${card}.${copies}`;
      }),
    ),
  );
  private reasonOf = (card: string): Reason | null =>
    this.told.blocked.find((blocked) => blocked.card === card)?.reason ?? null;
  lifted = $derived.by(stable(() => this.chosen.filter((id) => this.ids.includes(id))));
  cardOf = (id: string | undefined): string => this.hand[this.ids.indexOf(id ?? "")] ?? "";
  /** Cards can be tapped now, to play them or to give them away. */
  active = $derived.by(() => this.mine && (this.phase === "play" || this.phase === "discard"));
  toGive = $derived.by(() => (this.view.phase === "discard" && this.mine ? (this.view.terms?.discard.count ?? 0) : 0));
  given = $derived.by(
    stable(() => {
      const left = this.lifted.map(this.cardOf);
      return this.view.hand.filter((card) => {
        const found = left.indexOf(card);
        if (found >= 0) left.splice(found, 1);
        return found >= 0;
      });
    }),
  );

  /** The cards of the hand that a hint points at. */
  private hinted = $derived.by(
    stable(() => {
      const [verb, ...cards] = this.props.hinted?.split(" ") ?? [];
      return verb === "play" || verb === "discard" ? idsFor(cards, this.hand, this.ids) : [];
    }),
  );

  tap = (index: number, pointer: string): void => {
    const [id, card] = [this.ids[index], this.hand[index]];
    if (!id || !card || this.lock.busy || this.told !== this.view) return;
    const reason = this.reasonOf(card);
    if (!this.active || reason) return this.refuse(id, reason);
    if (this.toGive > 0) {
      const on = this.lifted.includes(id);
      this.chosen = on ? this.lifted.filter((other) => other !== id) : [...this.lifted, id].slice(-this.toGive);
    } else if (this.lifted.includes(id) || !tapLifts(pointer)) this.send(`play ${card}`);
    else this.chosen = [id];
  };

  private refuse(id: string, reason: Reason | null): void {
    this.shake(id);
    if (reason) this.props.why(reason);
    else if (this.mine) this.props.why({ detail: yourTurn(this.view, this.words), rule: this.view.rule });
    else this.notYourTurn();
  }

  private notYourTurn(): void {
    if (this.own === null || this.view.to_act.length === 0) return;
    const { rule, to_act } = this.view;
    this.props.why({ code: "not_your_turn", detail: this.turnLine, rule, params: { to_act } });
  }

  /** Show the tricks of the round. */
  openTricks = (): void => {
    this.showTricks = true;
  };

  /** While a finished trick lies there, a tap takes it away, and does nothing else. */
  look = (event: Event): void => {
    if (!this.held) return;
    this.hold.release();
    if ((event.target as Element).closest("[data-hand]")) event.stopPropagation();
  };

  send = (move: string): void => {
    if (this.told === this.view) this.lock.send(move);
  };

  pick = (row: string, box: string): void => {
    const move = `veto ${row} ${box}`;
    if (this.props.seen.legal.includes(move)) {
      if (this.picked === `${row} ${box}`) this.send(move);
      else this.picked = `${row} ${box}`;
    } else if (this.mine)
      void this.props.act(move); // the server says why not
    else this.notYourTurn();
  };

  // sentences
  turnLine = $derived.by(() => {
    const { told: view, words } = this;
    const name = this.name(view.to_act[0]);
    if (view.phase === "veto") return words.theirVeto(name);
    if (view.phase === "team") return words.theyPlayFirst(name);
    if (view.phase === "discard") return words.waitingFor(view.to_act.map(this.name));
    return view.phase === "play" ? words.theirTurn(name) : words.dealing;
  });
  progress = $derived.by(stable(() => titleOf(this.view, this.agreed, this.words, this.hold.ended)));
  /** Who gets the cards that this seat passes on. */
  receiver = $derived.by(() => {
    const to = this.view.gives_to;
    return to === null ? null : this.name(to);
  });
  sentence = $derived.by(
    stable((): { lead: string; rest: string; suit: string | null } => {
      const { held, told: view, words } = this;
      if (held) return { lead: "", rest: takenLine(held.trick, this.people, words), suit: null };
      if (!this.mine) {
        const gave = view.phase === "discard" && view.gave.length > 0 ? ` ${words.youGave(view.gave)}` : "";
        return { lead: this.own === null ? words.watching : "", rest: this.turnLine + gave, suit: null };
      }
      if (view.phase === "veto") {
        return {
          lead: words.yourVeto,
          rest: this.picked ? this.consequence(this.picked) : words.coverOne,
          suit: null,
        };
      }
      if (view.phase === "discard" && view.terms) {
        const { count, not_low } = view.terms.discard;
        const rest = this.receiver ? words.passOn(count, this.receiver) : words.giveUp(count, not_low);
        return { lead: words.your, rest: this.frame.shape === "wide" ? `${rest} ${words.secretly}` : rest, suit: null };
      }
      const rest = yourTurn(view, words).slice(words.your.length).trim();
      return { lead: words.your, rest, suit: ledLetter(view) };
    }),
  );
  private consequence(picked: string): string {
    const [row = "", box = ""] = picked.split(" ");
    const boxes = this.view.board.find((one) => one.name === row)?.boxes ?? [];
    const left = boxes.filter((one) => one.open && one.name !== box);
    const spoken = (name: string) => said(row, name, this.people);
    return this.words.consequence(
      row,
      spoken(box),
      left.map((one) => spoken(one.name)),
    );
  }
  /** The loud button: what it says, and the move that it makes; "" only takes the trick away. */
  button = $derived.by(
    stable((): { text: string; move: string | null } | null => {
      const { words, picked, given } = this;
      if (this.mine && this.phase === "veto") {
        if (!picked) return { text: words.chooseBox, move: null };
        const [row = "", box = ""] = picked.split(" ");
        return { text: words.nyetTo(row, said(row, box, this.people)), move: `veto ${picked}` };
      }
      if (this.mine && this.phase === "discard") {
        if (given.length < this.toGive) return { text: words.chooseCards(this.toGive - given.length), move: null };
        const text = this.receiver ? words.passCards(given, this.receiver) : words.discardCards(given);
        return { text, move: `discard ${given.join(" ")}` };
      }
      const card = this.cardOf(this.lifted[0]);
      if (this.mine && this.phase === "play" && card) return { text: words.play(card), move: `play ${card}` };
      if (this.held) return { text: words.goOn, move: "" };
      return this.mine && this.phase === "play" ? { text: words.chooseCard, move: null } : null;
    }),
  );
  press = (): void => {
    if (this.button?.move === "") this.hold.release();
    else if (this.button?.move) this.send(this.button.move);
  };

  // counts
  counts = $derived.by(
    stable((): Counts & { cards: number[] } => {
      const { held, view } = this;
      const { tricks, loot, sums } = held !== null && held.stage !== "still" ? held.after : view;
      return { tricks, loot, sums, cards: view.hand_sizes };
    }),
  );
  /** Where each side has its panel. */
  panels = $derived.by(
    stable((): Record<number, Box> => {
      const side = this.own !== null && this.sides ? (this.sides[this.own] ?? 0) : 0;
      return { [side]: this.stage.sides[0], [1 - side]: this.stage.sides[1] };
    }),
  );

  // pictures
  trick = $derived.by(() => this.view.trick);
  leader = $derived.by(() => this.view.leader);
  private marks = (card: string) => marksOf(card, this.terms, this.view.low);
  cards = $derived.by(
    stable(() =>
      this.hand.map((card, i): HeldCard => {
        const { words, active } = this;
        const id = this.ids[i] ?? card;
        const marks = this.marks(card);
        const parts = [words.card(card)];
        if (marks.supertrump) parts.push(words.marks.supertrump);
        else if (marks.trump) parts.push(words.marks.trump);
        if (marks.low) parts.push(words.marks.low);
        const lifted = this.lifted.includes(id);
        if (this.hinted.includes(id)) parts.push(words.hinted);
        if (active) parts.push(this.reasonOf(card) !== null ? words.cannotPlay : lifted ? words.lifted : words.canPlay);
        return {
          id,
          label: parts.join(", "),
          pressed: active && lifted,
          disabled: active && this.reasonOf(card) !== null,
        };
      }),
    ),
  );
  pieces = $derived.by(
    stable((): Piece[] => {
      const list = this.hand.map((card, i): Piece => {
        const id = this.ids[i] ?? card;
        const blocked = this.reasonOf(card) !== null;
        const free = this.active && !blocked && this.told.blocked.length > 0;
        const lift: Lift = this.lifted.includes(id) ? "lifted" : free ? "up" : "rest";
        const spot = { ...risen(this.laid.spots[i] ?? spotIn(this.stage.hand), lift), z: 100 + i };
        const hinted = this.hinted.includes(id);
        return {
          id,
          card,
          spot,
          marks: this.marks(card),
          dim: this.active && blocked,
          ring: lift === "lifted",
          hinted,
        };
      });
      if (this.phase === "play") this.trick.forEach((card, place) => list.push(...this.played(card, place)));
      return list;
    }),
  );

  /** A card of the trick, and the pale copy that stays while loot travels. */
  private played(card: string, place: number): Piece[] {
    const { held, stage } = this;
    const seat = playerOf(this.leader ?? 0, place, this.players);
    const round = this.view.rounds.length;
    const copies = this.hand.filter((other) => other === card).length;
    const fromHand = seat === this.own;
    const number = this.view.taken.length - (held ? 1 : 0);
    const piece: Piece = {
      id: fromHand ? `${round}:${card}.${copies}` : `${round}.${number}.${seat}`,
      card,
      spot: spotIn(stage.places[seat] ?? stage.hand, stage.turns[seat], 10 + place),
      marks: this.marks(card),
      from: spotIn(stage.plates[seat] ?? stage.hand, 0, 40),
      ring: held !== null && seat === held.trick.winner && held.stage !== "off",
    };
    if (!held || held.stage === "still") return [piece];
    const looted = held.trick.loot_places.indexOf(place);
    const gone: Piece = {
      ...piece,
      spot: this.taken(this.sides?.[held.trick.winner] ?? 0),
      leaving: true,
      flat: true,
    };
    if (held.stage === "off") return [gone];
    if (looted < 0) return [piece];
    const ghost: Piece = { ...piece, id: `ghost.${piece.id}`, ghost: true, from: undefined, ring: false };
    return [ghost, { ...gone, delay: looted * 160 }];
  }

  /** The way of the loot, from where it was played to the side that took it. */
  paths = $derived.by(
    stable((): string[] => {
      const { held, stage } = this;
      if (!held || held.stage !== "loot") return [];
      const to = this.panels[this.sides?.[held.trick.winner] ?? 0] ?? stage.hand;
      return held.trick.loot_places.map((place) => {
        const box = stage.places[playerOf(held.trick.leader, place, this.players)] ?? stage.hand;
        const [x, y] = [box.x + box.w / 2, box.y + box.h];
        const endX = Math.max(to.x + 20, Math.min(to.x + to.w - 20, x)); // where the panel is nearest
        const endY = Math.max(to.y, Math.min(to.y + to.h, y));
        return `M${x} ${y}Q${(x + endX) / 2} ${Math.max(y, endY) + 46} ${endX} ${endY}`;
      });
    }),
  );

  /** Where taken cards vanish: the middle of a side's panel. */
  private taken(side: number): Spot {
    const box = this.panels[side] ?? this.stage.hand;
    return { x: box.x + box.w / 2 - 12, y: box.y + box.h / 2 - 17, w: 24, turn: 14, z: 60 };
  }
}

/** Paper for a card, wood for a token, a purse for loot, three notes for the end of a round. */
function sound(before: NyetView, now: NyetView): void {
  if (now.rounds.length > before.rounds.length) play("round");
  else if (now.taken.length > before.taken.length && now.taken.at(-1)?.loot.length) play("loot");
  else if (now.vetoes.length > before.vetoes.length) play("token");
  else if (now.trick.length !== before.trick.length || now.chosen.length > before.chosen.length) play("card");
}
