"""The rules of Nope!. Numbers like P5 are rulings, 5.1 are rules: see docs/rules/nope.md."""

from collections import Counter
from dataclasses import replace
from typing import Any, NoReturn

from naysay.game import Address, Card, Game, IllegalMove, Option, Reason, Seat, check_deck, quote
from naysay.nope import notation
from naysay.nope import options as _options
from naysay.nope import view as views
from naysay.nope.cards import COLOURS, ORDER, SELECTIONS, SHOWS, whole_deck
from naysay.nope.sets import action_cards, can_make_set, check, counting, demand, sets, spell
from naysay.nope.state import RULE_OF_PHASE, Demand, Discard, Draw, Event, Hand, Move, Name, Setup, State, draw_count


class Nope(Game[Setup, State, Move, views.View]):
    """Nope!: discard what is demanded, draw if you cannot; the last with cards wins."""

    id = "nope"
    title = "Nope!"
    players = (2, 3, 4, 5, 6)

    def setup(self, players: int, dealer: Seat, edition: object = None, options: object = None) -> Setup:
        """Check the plain values of a record; there is one edition, so a record names none."""
        if edition is not None:
            raise ValueError(f"Nope! has no editions: leave out edition {quote(edition)}")
        if type(players) is not int or players not in self.players:
            raise ValueError(f"Nope! is for 2 to 6 players, not {quote(players)}")
        if type(dealer) is not int or not 0 <= dealer < players:
            raise ValueError(f"dealer must be a seat from 0 to {players - 1}, not {quote(dealer)}")
        return Setup(players, dealer, _options.read(options, players))

    def describe(self, setup: Setup) -> dict[str, Any]:
        """The options as plain values."""
        return {"options": _options.describe(setup.options)}

    def options(self, setup: Setup) -> tuple[Option, ...]:
        """Action cards, an extra card for some, a turn limit."""
        return _options.offered(setup.options, setup.players)

    def start(self, setup: Setup) -> State:
        """Before the deal."""
        return State(setup, turn=(setup.dealer + 1) % setup.players, hands=((),) * setup.players)

    def to_shuffle(self, state: State) -> tuple[Card, ...]:
        """The deck to begin with; later the discards under the card that counts."""
        if state.phase == "deal":
            return whole_deck(state.setup.options.action_cards)
        if state.phase == "reshuffle":
            return in_order(_loose(state.discards))
        return ()

    def shuffled(self, state: State, deck: tuple[Card, ...]) -> State:
        """Deal, or go on drawing."""
        check_deck(self.to_shuffle(state), deck, "8.1" if state.phase == "reshuffle" else "2.1")
        if state.phase == "deal":
            return _deal(state, deck)
        kept = state.discards[len(deck) :]
        event = Event("reshuffled", state.turn, demand(kept, state.named), count=len(deck))
        return _draw(
            replace(state, phase="turn", pile=deck, discards=kept, history=(*state.history, event)), state.to_draw
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one player on turn."""
        return (state.turn,) if state.phase in ("name", "turn", "drawn") else ()

    def out(self, state: State) -> tuple[Seat, ...]:
        """Who has no cards left, and nothing left to name."""
        acting = self.to_act(state)
        return tuple(seat for seat in state.out if seat not in acting)

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every distinct move of `seat`; every order of a set is a move of its own."""
        if seat not in self.to_act(state):
            return ()
        if state.phase == "name":
            colours = SHOWS[state.discards[-1 - counting(state.discards)]]
            others = [other for other, hand in enumerate(state.hands) if hand and other != seat]  # P11
            return tuple(Name(other, count, colour) for other in others for count in (1, 2, 3) for colour in colours)
        hand, asked = state.hands[seat], demand(state.discards, state.named)
        alone = [(card,) for card in action_cards(hand, asked)]
        if can_make_set(hand, asked):
            return tuple(Discard(cards) for cards in dict.fromkeys((*sets(hand, asked), *alone)))
        return (*(Discard(cards) for cards in alone), Draw())

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after `seat` made `move`."""
        if seat not in self.to_act(state):
            _refuse_turn(state, seat)
        match move:
            case Name() if state.phase == "name":
                return _apply_name(state, seat, move)
            case Discard() if state.phase != "name":
                return _apply_discard(state, seat, move)
            case Draw() if state.phase != "name":
                return _apply_draw(state, seat)
        now = "name who is next" if state.phase == "name" else "discard or draw"
        raise IllegalMove(Reason("wrong_phase", f"you must {now}", RULE_OF_PHASE[state.phase], {"phase": state.phase}))

    def result(self, state: State) -> dict[str, Any] | None:
        """Who left in which order, and who won."""
        if state.phase != "over":
            return None
        return {"out": list(state.out), "winners": views.winners(state.hands)}

    def view(self, state: State, seat: Seat | None) -> views.View:
        """All that `seat` may know, or a spectator."""
        return views.View(**self.public(state), **self.own(state, seat))

    def public(self, state: State) -> dict[str, Any]:
        """Everything but the hands and what was drawn."""
        return views.public(state, self.to_act(state))

    def own(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """The hand, what this seat may do with it, and what it drew."""
        return views.own(state, seat, self.to_act(state))

    def told(self, move: Move) -> str | None:
        """Everything: cards are laid openly, and `draw` does not say what was drawn."""
        return self.write_move(move)

    def address(self, state: State) -> Address:
        """The deal; then the turn, and in it a move or a new draw pile."""
        if state.phase == "deal":
            return ("d",)
        return f"t{state.turns + 1}", "d" if state.phase == "reshuffle" else f"m{_move_of_turn(state)}"

    def read_move(self, text: str) -> Move:
        """The move that a record writes as `text`."""
        return notation.read_move(text)

    def write_move(self, move: Move) -> str:
        """The move as a record writes it."""
        return notation.write_move(move)


def in_order(cards: Hand) -> Hand:
    """Cards as a hand holds them: in the order of the deck list."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def hand_size(setup: Setup, seat: Seat) -> int:
    """How many cards a seat is dealt."""
    return 8 if setup.players == 2 or seat in setup.options.extra_card else 7


def _move_of_turn(state: State) -> int:
    """Which move of the turn is next: one may draw, then lay, then name."""
    if state.phase == "name":
        *before, last = (event.kind for event in state.history[-2:])
        return 1 if last == "turned" else 3 if before == ["drew"] else 2
    return 2 if state.phase == "drawn" else 1


def _deal(state: State, deck: Hand) -> State:
    """One card at a time, clockwise from the starting player, to everyone who still lacks cards."""
    setup = state.setup
    hands: list[list[Card]] = [[] for _ in range(setup.players)]
    dealt = 0
    for lap in range(8):
        for step in range(setup.players):
            seat = (state.turn + step) % setup.players
            if lap < hand_size(setup, seat):
                hands[seat].append(deck[dealt])
                dealt += 1
    first = deck[dealt]
    return replace(
        state,
        phase="name" if first in SELECTIONS else "turn",  # P5
        hands=tuple(in_order(tuple(hand)) for hand in hands),
        pile=deck[dealt + 1 :],
        discards=(first,),
        history=(Event("turned", state.turn, None, (first,)),),
    )


def _loose(discards: Hand) -> Hand:
    """The discards that may be shuffled: all under the card that counts."""
    return discards[: -1 - counting(discards)]


def _next(state: State) -> Seat:
    """The next player clockwise who still has cards."""
    players = state.setup.players
    return next(seat for step in range(1, players + 1) if state.hands[seat := (state.turn + step) % players])


def _end_turn(state: State, turn: Seat) -> State:
    turns = state.turns + 1
    limit = state.setup.options.max_turns
    return replace(state, phase="over" if turns == limit else "turn", turn=turn, turns=turns)


def _apply_discard(state: State, seat: Seat, move: Discard) -> State:
    hand, asked, cards = state.hands[seat], demand(state.discards, state.named), move.cards
    for card, times in Counter(cards).items():
        if hand.count(card) < times:
            _refuse("not_in_hand", f"{card} is not in this hand, or not so often: {' '.join(hand)}", "4.1", card=card)
    check(cards, asked)
    kept = list(hand)
    for card in cards:
        kept.remove(card)
    hands = (*state.hands[:seat], tuple(kept), *state.hands[seat + 1 :])
    laid = replace(
        state,
        hands=hands,
        discards=state.discards + cards,
        out=state.out if kept else (*state.out, seat),
        history=(*state.history, Event("laid", seat, asked, cards)),
    )
    if sum(map(bool, hands)) == 1:
        return replace(laid, phase="over", turns=laid.turns + 1)
    if counting(laid.discards) < len(cards):  # the card that counts is a new one
        if laid.discards[-1 - counting(laid.discards)] in SELECTIONS:  # P2
            return replace(laid, phase="name")
        laid = replace(laid, named=None)
    return _end_turn(laid, _next(laid))


def _apply_name(state: State, seat: Seat, move: Name) -> State:
    if move.seat == seat or move.seat not in range(state.setup.players) or not state.hands[move.seat]:
        _refuse(
            "cannot_be_named",
            f"you must name another player who still has cards, not seat {move.seat}",
            "6.4",
            seat=move.seat,
        )
    card = state.discards[-1 - counting(state.discards)]
    if move.count not in (1, 2, 3):
        _refuse("wrong_count", f"a selection asks for 1, 2 or 3 cards, not {move.count}", "6.4", count=move.count)
    if move.colour not in tuple(SHOWS[card]):
        allowed = [COLOURS[colour] for colour in SHOWS[card]]
        _refuse("cannot_name_colour", f"{card} lets you name {', '.join(allowed)}", "6.4", card=card, colours=allowed)
    named = Demand(move.count, move.colour)
    event = Event("named", seat, named, named=move)
    return _end_turn(replace(state, named=named, history=(*state.history, event)), move.seat)


def _apply_draw(state: State, seat: Seat) -> State:
    asked = demand(state.discards, state.named)
    if can_make_set(state.hands[seat], asked):
        detail = f"{spell(asked)} is demanded, and you can make a set: you must discard"
        rule = "5.3" if state.phase == "drawn" else "5.1"
        _refuse("must_discard", detail, rule, count=asked.count, colours=[COLOURS[colour] for colour in asked.colours])
    return _draw(state, draw_count(state.setup))


def _draw(state: State, count: int) -> State:
    """Draw as far as the pile reaches, stop for a reshuffle, or end the drawing: with a set, or with a "Nope!"."""
    seat, asked = state.turn, demand(state.discards, state.named)
    drawn, pile = state.pile[:count], state.pile[count:]
    hand = in_order(state.hands[seat] + drawn)
    event = Event("drew", seat, asked, drawn, len(drawn))
    state = replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        pile=pile,
        to_draw=count - len(drawn),
        history=(*state.history, event),
    )
    if state.to_draw and _loose(state.discards):
        return replace(state, phase="reshuffle")
    state = replace(state, to_draw=0)  # P10: what there is, even nothing
    if can_make_set(hand, asked):
        return replace(state, phase="drawn")
    return _end_turn(replace(state, history=(*state.history, Event("nope", seat, asked))), _next(state))


def _refuse(code: str, detail: str, rule: str, **params: object) -> NoReturn:
    raise IllegalMove(Reason(code, detail, rule, params))


def _refuse_turn(state: State, seat: Seat) -> NoReturn:
    if state.phase == "over":
        _refuse("game_over", "the game is over", "7.2")
    if state.phase in ("deal", "reshuffle"):
        _refuse("shuffle_due", "the cards are to be shuffled first", "2.1" if state.phase == "deal" else "8.1")
    _refuse("not_your_turn", f"seat {seat} may not act now; to act: {state.turn}", "5.1", to_act=(state.turn,))
