"""What a seat may know. Built field by field from what is allowed; nothing is taken away from a state."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal

from naysay._fast import cached_by_identity
from naysay.game import Blocked, Seat, check_seat
from naysay.nyet import discards
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import ROWS, Edition, Options
from naysay.nyet.scoring import Took, add_up, count
from naysay.nyet.state import (
    RULE_OF_PHASE,
    Hand,
    Phase,
    Round,
    RoundScore,
    Setup,
    State,
    Sums,
    Terms,
    Trick,
    Veto,
)
from naysay.nyet.tricks import followers, misleading_supertrump, must_follow, suit

MOST_KEPT: Final = 4096


_NOTHING: Final[dict[str, Any]] = {
    "hand": (),
    "gave": (),
    "gives_to": None,
    "got": (),
    "got_from": None,
    "can_follow": None,
    "misleading": None,
    "blocked": (),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the board: covered by a seat, covered for the whole game (`by` is None), or open."""

    name: str
    open: bool
    by: Seat | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board; settled once a single box is open."""

    name: str
    boxes: tuple[Box, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, or a spectator (`seat` is None).

    It is made of what `public` and `own` say. `blocked` is about the cards that this seat could choose from now: it is
    empty unless the seat is to act, and to act with cards. Some fields follow from others, so that who shows a table
    needs no rules: how many vetoes and tricks the round has, the sums of both sides, who passes cards to whom.
    """

    game: str
    seat: Seat | None
    setup: Setup
    phase: Phase
    rule: str | None
    to_act: tuple[Seat, ...]
    dealer: Seat
    first_veto: Seat
    low: int
    rounds: tuple[RoundScore, ...]
    last_sums: Sums | None
    last_tricks: tuple[Trick, ...]
    totals: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    aside: int
    board: tuple[Row, ...]
    vetoes: tuple[tuple[Seat, str, str], ...]
    veto_count: int
    terms: Terms | None
    sides: tuple[int, ...] | None
    bonus: Seat | None
    chosen: tuple[Seat, ...]
    leader: Seat | None
    trick: Hand
    led: str | None
    taken: tuple[Trick, ...]
    trick_count: int | None
    tricks: tuple[int, ...]
    loot: tuple[int, ...]
    sums: Sums | None
    hand: Hand
    gave: Hand
    gives_to: Seat | None
    got: Hand
    got_from: Seat | None
    can_follow: bool | None
    misleading: Literal["lead", "hand"] | None
    blocked: tuple[Blocked, ...]

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.setup.edition

    @property
    def options(self) -> Options:
        """What the match is played by."""
        return self.setup.options


def public(state: State, phase: Phase, dealer: Seat, first_veto: Seat, to_act: tuple[Seat, ...]) -> dict[str, Any]:
    """What everybody sees (N12)."""
    setup, public = state.setup, state.round or _between(state.setup.players)
    playing = phase == "play"
    tricks, loot = _count(public.taken, setup.players)
    board, vetoes, veto_count = _board(setup.edition, public.open, public.vetoes)
    return {
        "game": "nyet",
        "setup": setup,
        "phase": phase,
        "rule": RULE_OF_PHASE.get(phase),
        "to_act": to_act,
        "dealer": dealer,
        "first_veto": first_veto,
        "low": setup.edition.low,
        "rounds": state.rounds,
        "last_sums": _last_sums(setup, state.rounds),
        "last_tricks": state.last_tricks,
        "totals": state.totals,
        "hand_sizes": tuple(map(len, public.hands)),
        "aside": len(public.aside),
        "board": board,
        "vetoes": vetoes,
        "veto_count": veto_count,
        "terms": public.terms,
        "sides": public.sides,
        "bonus": public.bonus,
        "chosen": tuple([other for other, gave in enumerate(public.gave) if gave]),
        "leader": public.leader if playing else None,
        "trick": public.trick,
        "led": COLOURS[suit(public.trick[0], public.terms)] if public.terms and public.trick else None,
        "taken": public.taken,
        "trick_count": _trick_count(setup, public.terms) if public.terms else None,
        "tricks": tricks,
        "loot": loot,
        "sums": _sums(setup, public.terms, public.sides, public.bonus, public.taken) if public.sides else None,
    }


def own(state: State, seat: Seat | None, phase: Phase, to_act: tuple[Seat, ...]) -> dict[str, Any]:
    """What a seat sees that others do not; a spectator has nothing of this."""
    check_seat(seat, state.setup.players)
    if seat is None or state.round is None:
        return {"seat": seat, **_NOTHING}
    round, terms = state.round, state.round.terms
    passed_to = terms.discard.passed_to if terms else 0
    follows = terms if phase == "play" and round.trick and seat in to_act else None
    hand = round.hands[seat]
    return {
        "seat": seat,
        "hand": hand,
        "gave": (round.gave[seat] or ()) if round.gave else (),
        "gives_to": (seat + passed_to) % state.setup.players if passed_to else None,
        "got": _got(round, seat) if phase == "play" else (),
        "got_from": (seat - passed_to) % state.setup.players if passed_to else None,
        "can_follow": followers(hand, round.trick, follows) is not hand if follows else None,
        "misleading": misleading_supertrump(hand, round.trick, follows) if follows else None,
        "blocked": _blocked(state.setup.edition, round, seat, phase) if seat in to_act else (),
    }


@cache
def _between(players: int) -> Round:
    """Nothing is dealt: the round that a view shows between the rounds."""
    return Round(hands=((),) * players, aside=(), open=((),) * len(ROWS), leader=0)


@cached_by_identity  # it changes with every trick, and is looked at with every card
def _count(taken: tuple[Trick, ...], players: int) -> Took:
    return count(taken, players)


@cached_by_identity
def _sums(setup: Setup, terms: Terms, sides: tuple[int, ...], bonus: Seat | None, taken: tuple[Trick, ...]) -> Sums:
    return add_up(terms, sides, bonus, count(taken, setup.players), setup.options)


@cached_by_identity
def _last_sums(setup: Setup, rounds: tuple[RoundScore, ...]) -> Sums | None:
    """The arithmetic of the last finished round."""
    if not rounds:
        return None
    done = rounds[-1]
    return add_up(done.terms, done.sides, done.bonus, (done.tricks, done.loot), setup.options)


@cached_by_identity  # it changes with vetoes alone
def _board(
    edition: Edition, open: tuple[tuple[Veto, ...], ...], vetoes: tuple[tuple[Seat, Veto], ...]
) -> tuple[tuple[Row, ...], tuple[tuple[Seat, str, str], ...], int]:
    """Every row with its boxes, empty between the rounds; the vetoes in their order; and how many the round takes."""
    by: dict[str, list[tuple[str, Seat]]] = {name: [] for name in ROWS}
    for seat, veto in vetoes:
        by[veto.row].append((veto.box, seat))
    rows = [_row(name, edition.boxes[name], left, tuple(by[name])) for name, left in zip(ROWS, open, strict=True)]
    left = sum([max(0, len(row) - 1) for row in open])  # 3.3: until each row has a single open box
    return tuple(rows), tuple([(seat, veto.row, veto.box) for seat, veto in vetoes]), len(vetoes) + left


@lru_cache(MOST_KEPT)
def _row(name: str, boxes: tuple[str, ...], left: tuple[Veto, ...], by: tuple[tuple[str, Seat], ...]) -> Row:
    """A row with these boxes left; characters that nobody plays were never open."""
    if not left:
        return Row(name, (), settled=False)
    open, covered = {veto.box for veto in left}, dict(by)
    return Row(name, tuple([Box(box, box in open, covered.get(box)) for box in boxes]), settled=len(left) == 1)


def _trick_count(setup: Setup, terms: Terms) -> int:
    """How many tricks a round has: as many as cards are left in each hand."""
    gone = 0 if terms.discard.passed_to else terms.discard.count
    return setup.edition.hand[setup.players] - gone


def _got(round: Round, seat: Seat) -> Hand:
    """The cards that were passed to this seat."""
    if round.terms is None or round.terms.discard.passed_to == 0:
        return ()
    return round.gave[(seat - round.terms.discard.passed_to) % len(round.hands)] or ()


def _blocked(edition: Edition, round: Round, seat: Seat, phase: Phase) -> tuple[Blocked, ...]:
    """The cards of the hand that may not go now, each with its reason."""
    terms, hand = round.terms, round.hands[seat]
    if terms is None:
        return ()
    if phase == "play":
        follow = followers(hand, round.trick, terms)
        if follow is hand:
            return ()
        return tuple([Blocked(card, reason) for card, reason in must_follow(hand, follow, round.trick, terms)])
    if phase == "discard":
        return tuple(Blocked(card, reason) for card, reason in discards.blocked(hand, terms.discard, edition))
    return ()
