"""Every reason of the bots for Nope!: its check, on the view alone and by the rules, and its sentence."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import comb
from typing import Final

from naysay.bots.reason import (
    CardParam,
    CardsParam,
    ColourParam,
    ColoursParam,
    HandSizeParam,
    NumberParam,
    SeatParam,
    collect,
    reason,
)
from naysay.game import Seat
from naysay.nope.cards import ACTIONS, COLOURS, DECK, JOKER, SEE_THROUGHS, SELECTIONS, SHOWS, whole_deck
from naysay.nope.sets import can_make_set, counting, demand, is_set, matches, sets
from naysay.nope.state import Demand, Discard, Draw, Hand, Move, Name
from naysay.nope.view import View


def _asked(view: View) -> Demand:
    return demand(view.discards, view.named)


def _playable(view: View) -> list[str]:
    """The action cards that may be played alone."""
    return [card for card in dict.fromkeys(view.hand) if card in ACTIONS and matches(card, _asked(view))]


def _kept(view: View, move: Move) -> Hand:
    laid = Counter(move.cards if isinstance(move, Discard) else ())
    return tuple((Counter(view.hand) - laid).elements())


def _left(view: View, move: Move) -> Demand:
    """The demand that a move leaves; a laid selection leaves none before its naming."""
    if isinstance(move, Name):
        return Demand(move.count, move.colour)
    laid = move.cards if isinstance(move, Discard) else ()
    return demand(view.discards + laid, view.named)


def _selects(view: View, move: Move) -> bool:
    """Whether a selection is the card that counts after this discard."""
    if not isinstance(move, Discard):
        return False
    discards = view.discards + move.cards
    return counting(discards) < len(move.cards) and discards[-1 - counting(discards)] in SELECTIONS


def _next(view: View, move: Move) -> Seat:
    if isinstance(move, Name):
        return move.seat
    players, seat = view.setup.players, view.turn
    return next(other for step in range(1, players) if view.hand_sizes[other := (seat + step) % players])


def _chance(view: View, seat: Seat, asked: Demand) -> float:
    """The chance that a seat can make a set, from all hands of unseen cards that its draws and "Nope!"s allow."""
    if len(asked.colours) > 2:
        return 1.0 if view.hand_sizes[seat] else 0.0
    unseen = Counter(whole_deck(view.setup.options.action_cards)) - Counter(view.hand) - Counter(view.discards)
    colours = (asked.colours[0], asked.colours[-1])
    kinds = Counter({(False, False): 0})
    for card, copies in unseen.items():
        kinds[(colours[0] in SHOWS[card], colours[1] in SHOWS[card])] += copies
    limits = [_limit(view, seat, colour) for colour in colours]
    size, hands = view.hand_sizes[seat], {(0, 0, 0): 1}
    for kind, copies in kinds.items():
        grown: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (cards, first, second), ways in hands.items():
            for taken in range(min(copies, size - cards) + 1):
                more = (cards + taken, first + taken * kind[0], second + taken * kind[1])
                grown[more] += ways * comb(copies, taken)
        hands = grown
    possible = {
        held: ways for held, ways in hands.items() if held[0] == size and held[1] <= limits[0] and held[2] <= limits[1]
    }
    able = sum(ways for (_, first, second), ways in possible.items() if max(first, second) >= asked.count)
    return able / sum(possible.values())


def _limit(view: View, seat: Seat, colour: str) -> int:
    """The most cards of a colour that a seat can hold, by every moment when it had no set and what came since."""
    most, resumed = len(DECK), False
    for event in view.history:
        if event.kind == "reshuffled":
            resumed = True
            continue
        if event.seat == seat:
            unable = event.kind == "nope" or (event.kind == "drew" and not resumed)
            if unable and event.demand and colour in event.demand.colours:
                most = min(most, event.demand.count - 1)
            most += event.count if event.kind == "drew" else 0
            most -= sum(colour in SHOWS[card] for card in event.cards) if event.kind == "laid" else 0
        resumed = False
    return most


def _is_next(view: View, move: Move, seat: Seat) -> bool:
    """Whether this seat faces the demand that the move leaves; a laid selection leaves none."""
    return not _selects(view, move) and seat == _next(view, move)


def _says(asked: Demand, count: int, colours: Sequence[str]) -> bool:
    return count == asked.count and list(colours) == [COLOURS[colour] for colour in asked.colours]


@reason("There is no other move.")
def only_move(view: View, move: Move) -> bool:
    """There is no other way to discard, or nothing but to draw."""
    if view.phase == "name" or len(_playable(view)) > 1:
        return False
    if isinstance(move, Draw):
        return not _playable(view)
    found = set(sets(view.hand, _asked(view))) | {(card,) for card in _playable(view)}
    return isinstance(move, Discard) and found == {move.cards} and can_make_set(view.hand, _asked(view))


@reason("You could play {cards}, but you need not.")
def draws_instead(view: View, move: Move, *, cards: CardsParam) -> bool:
    """Draws, although these action cards could each be played alone."""
    return isinstance(move, Draw) and bool(cards) and list(cards) == _playable(view)


@reason("{card} alone is enough; a set would cost {saves:# card/# cards} more.")
def plays_action_alone(view: View, move: Move, *, card: CardParam, saves: NumberParam) -> bool:
    """Lays this action card alone, and keeps so many cards more than with a set."""
    return (
        move == Discard((card,))
        and card in _playable(view)
        and can_make_set(view.hand, _asked(view))
        and saves == _asked(view).count - 1 > 0
    )


@reason("The demand, {count} {colours}, goes on to the next player.")
def passes_demand(view: View, move: Move, *, count: NumberParam, colours: ColoursParam) -> bool:
    """A see-through on top leaves the demand as it was."""
    return (
        isinstance(move, Discard)
        and move.cards[-1] in SEE_THROUGHS
        and _left(view, move) == _asked(view)
        and _says(_asked(view), count, colours)
    )


@reason("Then you can name {seat}: {count} {colour}.")
def will_name(view: View, move: Move, *, seat: SeatParam, count: NumberParam, colour: ColourParam) -> bool:
    """A selection counts after this discard, and its naming may be of this seat, count and colour."""
    if not isinstance(move, Discard):
        return False
    shown = {COLOURS[letter] for letter in SHOWS[move.cards[-1]]}
    others = [other for other, size in enumerate(view.hand_sizes) if size and other != view.seat]
    return _selects(view, move) and seat in others and count in (1, 2, 3) and colour in shown


@reason("{seat} is next and can lay {count} in {percent} % of all hands.")
def hits_next(view: View, move: Move, *, seat: SeatParam, count: NumberParam, percent: NumberParam) -> bool:
    """This seat is next, and has a set in so many percent of the hands it may hold, 70 or more."""
    if not _is_next(view, move, seat) or count != _left(view, move).count:
        return False
    chance = _chance(view, seat, _left(view, move))
    return chance > 0.69 and abs(chance * 100 - percent) < 1


@reason("{seat} is next with {cards:# card/# cards}, and may have to lay all ({percent} %).")
def may_knock_out(view: View, move: Move, *, seat: SeatParam, cards: HandSizeParam, percent: NumberParam) -> bool:
    """The same of a seat that would lay all its cards, 30 percent or more."""
    if not _is_next(view, move, seat):
        return False
    asked, size = _left(view, move), view.hand_sizes[seat]
    chance = _chance(view, seat, asked)
    return size == cards == asked.count and chance > 0.29 and abs(chance * 100 - percent) < 1


@reason("Should {count} {colours} come round to you, you could not lay them.")
def cannot_come_back(view: View, move: Move, *, count: NumberParam, colours: ColoursParam) -> bool:
    """The cards that are kept make no set for this demand, which the move leaves."""
    if isinstance(move, Draw) or _selects(view, move):
        return False
    kept, left = _kept(view, move), _left(view, move)
    return bool(kept) and not can_make_set(kept, left) and _says(left, count, colours)


@reason("Every colour calls up a joker: good to be rid of it.")
def sheds_joker(view: View, move: Move, *, card: CardParam) -> bool:
    """A joker is among the cards that go."""
    return isinstance(move, Discard) and card == JOKER and JOKER in move.cards


@reason("You keep {card} for later.")
def saves_action(view: View, move: Move, *, card: CardParam) -> bool:
    """Lays a set without action cards, although this one could be played alone."""
    return (
        isinstance(move, Discard)
        and card in _playable(view)
        and is_set(move.cards, _asked(view))
        and not ACTIONS & set(move.cards)
    )


@reason("You keep your cards of a single colour ({count}).")
def keeps_single_colours(view: View, move: Move, *, count: NumberParam) -> bool:
    """Keeps its cards of one colour, this many, although one of them is demanded."""
    kept = [card for card in _kept(view, move) if len(SHOWS[card]) == 1]
    asked = set(_asked(view).colours)
    could = any(set(SHOWS[card]) <= asked for card in kept)
    return could and count == len(kept) == sum(len(SHOWS[card]) == 1 for card in view.hand)


@reason("You keep {count:# card/# cards}.", repeats_move=True)
def keeps_cards(view: View, move: Move, *, count: NumberParam) -> bool:
    """This many cards stay in hand."""
    return isinstance(move, Discard) and count == len(_kept(view, move))


@reason("You keep {card}.")
def keeps_card(view: View, move: Move, *, card: CardParam) -> bool:
    """This card, which another set under the same card would have cost, stays in hand."""
    return isinstance(move, Discard) and card in _kept(view, move)


@reason("The next player faces {count} {colours}.")
def leaves_demand(view: View, move: Move, *, count: NumberParam, colours: ColoursParam) -> bool:
    """The next player faces this demand."""
    return isinstance(move, Discard) and not _selects(view, move) and _says(_left(view, move), count, colours)


@reason("Nobody else has more cards than {seat}: {cards}.")
def names_largest(view: View, move: Move, *, seat: SeatParam, cards: HandSizeParam) -> bool:
    """Names this seat, and none of the others that may be named has more cards than these."""
    if not isinstance(move, Name) or seat != move.seat:
        return False
    sizes = {other: size for other, size in enumerate(view.hand_sizes) if size and other != view.turn}
    return len(sizes) > 1 and max(sizes.values()) == sizes[seat] == cards


@reason("{seat} has {cards:# card/# cards}.")
def names_player(view: View, move: Move, *, seat: SeatParam, cards: HandSizeParam) -> bool:
    """Names this player, who has so many cards."""
    return isinstance(move, Name) and move.seat == seat and view.hand_sizes[seat] == cards


@reason("It asks for {count} {colours}.", repeats_move=True)
def demands(view: View, move: Move, *, count: NumberParam, colours: ColoursParam) -> bool:
    """Names this count and colour."""
    return isinstance(move, Name) and _says(Demand(move.count, move.colour), count, colours)


REASONS: Final = collect(globals())
