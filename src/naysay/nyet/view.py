"""What a seat may know. Built field by field from what is allowed; nothing is taken away from a state."""

from dataclasses import dataclass

from naysay.game import Blocked, Seat
from naysay.nyet import discards
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import ROWS, Edition, Options
from naysay.nyet.scoring import count
from naysay.nyet.state import Hand, Phase, Round, RoundScore, Setup, State, Terms, Trick
from naysay.nyet.tricks import followers, must_follow, suit


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

    Everything but `hand`, `gave`, `got` and `blocked` is public (N12). `blocked` is about the cards that this seat
    could choose from now: it is empty unless the seat is to act, and to act with cards.
    """

    game: str
    seat: Seat | None
    setup: Setup
    phase: Phase
    to_act: tuple[Seat, ...]
    dealer: Seat
    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    aside: int
    board: tuple[Row, ...]
    vetoes: tuple[tuple[Seat, str, str], ...]
    terms: Terms | None
    sides: tuple[int, ...] | None
    bonus: Seat | None
    chosen: tuple[Seat, ...]
    leader: Seat | None
    trick: Hand
    led: str | None
    taken: tuple[Trick, ...]
    tricks: tuple[int, ...]
    loot: tuple[int, ...]
    hand: Hand
    gave: Hand
    got: Hand
    blocked: tuple[Blocked, ...]

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.setup.edition

    @property
    def options(self) -> Options:
        """How the match ends and scores."""
        return self.setup.options


def view(state: State, seat: Seat | None, phase: Phase, dealer: Seat, to_act: tuple[Seat, ...]) -> View:
    """The view of a seat, or of a spectator."""
    assert seat is None or 0 <= seat < state.setup.players, f"there is no seat {seat}"
    setup, round = state.setup, state.round
    nothing = Round(hands=((),) * setup.players, aside=(), open=((),) * len(ROWS), leader=0)
    public = round or nothing
    playing = phase == "play"
    tricks, loot = count(public, setup.players)
    own = public if seat is not None else nothing
    mine = 0 if seat is None else seat
    acting = seat is not None and seat in to_act
    return View(
        game="nyet",
        seat=seat,
        setup=setup,
        phase=phase,
        to_act=to_act,
        dealer=dealer,
        rounds=state.rounds,
        totals=state.totals,
        hand_sizes=tuple(len(hand) for hand in public.hands),
        aside=len(public.aside),
        board=_board(setup.edition, public),
        vetoes=tuple((by, veto.row, veto.box) for by, veto in public.vetoes),
        terms=public.terms,
        sides=public.sides,
        bonus=public.bonus,
        chosen=tuple(other for other, gave in enumerate(public.gave) if gave),
        leader=public.leader if playing else None,
        trick=public.trick,
        led=COLOURS[suit(public.trick[0], public.terms)] if public.terms and public.trick else None,
        taken=public.taken,
        tricks=tricks,
        loot=loot,
        hand=own.hands[mine],
        gave=(own.gave[mine] or ()) if own.gave else (),
        got=_got(own, mine) if playing else (),
        blocked=_blocked(setup.edition, own, mine, phase) if acting else (),
    )


def _board(edition: Edition, round: Round) -> tuple[Row, ...]:
    """Every row with its boxes; empty between the rounds."""
    by = {(veto.row, veto.box): seat for seat, veto in round.vetoes}
    rows = []
    for name, left in zip(ROWS, round.open, strict=True):
        free = {veto.box for veto in left}
        boxes = tuple(Box(box, box in free, by.get((name, box))) for box in edition.boxes[name])
        rows.append(Row(name, boxes if left else (), settled=len(left) == 1))
    return tuple(rows)


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
        return tuple(
            Blocked(card, must_follow(card, follow, round.trick, terms))
            for card in dict.fromkeys(hand)
            if card not in follow
        )
    if phase == "discard":
        return tuple(Blocked(card, reason) for card, reason in discards.blocked(hand, terms.discard, edition))
    return ()
