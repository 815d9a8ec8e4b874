"""What a seat may know. Built field by field from what is allowed; nothing is taken away from a state."""

from dataclasses import dataclass
from typing import Any

from naysay.game import Blocked, Seat, check_seat
from naysay.nope.sets import blocked, can_make_set, counting, demand
from naysay.nope.state import RULE_OF_PHASE, Demand, Event, Hand, Phase, Setup, State, draw_count


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, or a spectator (`seat` is None).

    It is made of what `public` and `own` say. Private are the hand, what may be done with it, and in `history` the
    cards that oneself drew. `blocked` is about the cards that this seat could choose from now: it is empty unless the
    seat is to act, and to act with cards. `over_counting` see-throughs lie on the discard that counts, and `draws`
    cards are drawn at once.
    """

    game: str
    seat: Seat | None
    setup: Setup
    phase: Phase
    rule: str | None
    to_act: tuple[Seat, ...]
    turn: Seat
    turns: int
    demand: Demand | None
    named: Demand | None
    discards: Hand
    over_counting: int
    pile: int
    draws: int
    to_draw: int
    hand_sizes: tuple[int, ...]
    out: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    history: tuple[Event, ...]
    hand: Hand
    can_make_set: bool
    blocked: tuple[Blocked, ...]


def public(state: State, to_act: tuple[Seat, ...]) -> dict[str, Any]:
    """What everybody sees."""
    return {
        "game": "nope",
        "setup": state.setup,
        "phase": state.phase,
        "rule": RULE_OF_PHASE.get(state.phase),
        "to_act": to_act,
        "turn": state.turn,
        "turns": state.turns,
        "demand": _asked(state),
        "named": state.named,
        "discards": state.discards,
        "over_counting": counting(state.discards),
        "pile": len(state.pile),
        "draws": draw_count(state.setup),
        "to_draw": state.to_draw,
        "hand_sizes": tuple(map(len, state.hands)),
        "out": state.out,
        "winners": tuple(winners(state.hands)) if state.phase == "over" else (),
    }


def own(state: State, seat: Seat | None, to_act: tuple[Seat, ...]) -> dict[str, Any]:
    """What a seat sees that others do not, and the history as it saw it."""
    check_seat(seat, state.setup.players)
    hand = () if seat is None else state.hands[seat]
    acting = _asked(state) if seat in to_act else None
    return {
        "seat": seat,
        "history": tuple([_seen(event, seat) for event in state.history]),
        "hand": hand,
        "can_make_set": acting is not None and can_make_set(hand, acting),
        "blocked": tuple(Blocked(card, reason) for card, reason in blocked(hand, acting)) if acting else (),
    }


def _asked(state: State) -> Demand | None:
    return demand(state.discards, state.named) if state.phase in ("turn", "drawn", "reshuffle") else None


def winners(hands: tuple[Hand, ...]) -> list[Seat]:
    """Who holds most cards: the last one with any, or after the turn limit all who share the win (P12)."""
    most = max(map(len, hands))
    return [seat for seat, hand in enumerate(hands) if len(hand) == most]


def _seen(event: Event, seat: Seat | None) -> Event:
    """An event as `seat` saw it: the cards that others drew stay hidden."""
    if event.kind == "drew" and event.seat != seat:
        return Event("drew", event.seat, event.demand, count=event.count)
    return event
