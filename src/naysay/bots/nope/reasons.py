"""What each reason of the steady bot for Nope! claims, as a check on the view alone, by the rules."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import comb
from typing import Any, Final

from naysay.game import Seat
from naysay.nope.cards import ACTIONS, COLOURS, DECK, JOKER, SEE_THROUGHS, SELECTIONS, SHOWS, whole_deck
from naysay.nope.sets import can_make_set, counting, demand, is_set, matches, sets
from naysay.nope.state import Demand, Discard, Draw, Hand, Name
from naysay.nope.view import View

Params = Mapping[str, Any]
Predicate = Callable[[View, Any, Params], bool]


def _asked(view: View) -> Demand:
    return demand(view.discards, view.named)


def _playable(view: View) -> list[str]:
    """The action cards that may be played alone."""
    return [card for card in dict.fromkeys(view.hand) if card in ACTIONS and matches(card, _asked(view))]


def _kept(view: View, move: Any) -> Hand:
    laid = Counter(move.cards if isinstance(move, Discard) else ())
    return tuple((Counter(view.hand) - laid).elements())


def _left(view: View, move: Any) -> Demand:
    """The demand that a move leaves; a laid selection leaves none before its naming."""
    if isinstance(move, Name):
        return Demand(move.count, move.colour)
    return demand(view.discards + move.cards, view.named)


def _selects(view: View, move: Any) -> bool:
    """Whether a selection is the card that counts after this discard."""
    if not isinstance(move, Discard):
        return False
    discards = view.discards + move.cards
    return counting(discards) < len(move.cards) and discards[-1 - counting(discards)] in SELECTIONS


def _next(view: View, move: Any) -> Seat:
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


def _only_move(view: View, move: Any, params: Params) -> bool:
    if view.phase == "name" or len(_playable(view)) > 1:
        return False
    if isinstance(move, Draw):
        return not _playable(view)
    found = set(sets(view.hand, _asked(view))) | {(card,) for card in _playable(view)}
    return found == {move.cards} and can_make_set(view.hand, _asked(view))


def _draws_instead(view: View, move: Any, params: Params) -> bool:
    return isinstance(move, Draw) and bool(params["cards"]) and params["cards"] == _playable(view)


def _plays_action_alone(view: View, move: Any, params: Params) -> bool:
    return (
        move == Discard((params["card"],))
        and params["card"] in _playable(view)
        and can_make_set(view.hand, _asked(view))
        and params["saves"] == _asked(view).count - 1 > 0
    )


def _passes_demand(view: View, move: Any, params: Params) -> bool:
    return (
        isinstance(move, Discard)
        and move.cards[-1] in SEE_THROUGHS
        and _left(view, move) == _asked(view)
        and _says(params, _asked(view))
    )


def _will_name(view: View, move: Any, params: Params) -> bool:
    if not isinstance(move, Discard):
        return False
    shown = {COLOURS[colour] for colour in SHOWS[move.cards[-1]]}
    others = [seat for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat]
    return (
        _selects(view, move) and params["seat"] in others and params["count"] in (1, 2, 3) and params["colour"] in shown
    )


def _hits_next(view: View, move: Any, params: Params) -> bool:
    if _selects(view, move) or params["seat"] != _next(view, move) or params["count"] != _left(view, move).count:
        return False
    chance = _chance(view, params["seat"], _left(view, move))
    return chance > 0.69 and abs(chance * 100 - params["percent"]) < 1


def _may_knock_out(view: View, move: Any, params: Params) -> bool:
    if _selects(view, move) or params["seat"] != _next(view, move):
        return False
    asked, size = _left(view, move), view.hand_sizes[params["seat"]]
    chance = _chance(view, params["seat"], asked)
    return size == params["cards"] == asked.count and chance > 0.29 and abs(chance * 100 - params["percent"]) < 1


def _cannot_come_back(view: View, move: Any, params: Params) -> bool:
    if isinstance(move, Draw) or _selects(view, move):
        return False
    kept, left = _kept(view, move), _left(view, move)
    return bool(kept) and not can_make_set(kept, left) and _says(params, left)


def _sheds_joker(view: View, move: Any, params: Params) -> bool:
    return isinstance(move, Discard) and params["card"] == JOKER and JOKER in move.cards


def _saves_action(view: View, move: Any, params: Params) -> bool:
    return (
        isinstance(move, Discard)
        and params["card"] in _playable(view)
        and is_set(move.cards, _asked(view))
        and not ACTIONS & set(move.cards)
    )


def _keeps_single_colours(view: View, move: Any, params: Params) -> bool:
    kept = [card for card in _kept(view, move) if len(SHOWS[card]) == 1]
    asked = set(_asked(view).colours)
    could = any(set(SHOWS[card]) <= asked for card in kept)
    return could and params["count"] == len(kept) == sum(len(SHOWS[card]) == 1 for card in view.hand)


def _keeps_cards(view: View, move: Any, params: Params) -> bool:
    return isinstance(move, Discard) and params["count"] == len(_kept(view, move))


def _keeps_card(view: View, move: Any, params: Params) -> bool:
    """This card, which another set under the same card would have cost, stays in hand."""
    return isinstance(move, Discard) and params["card"] in _kept(view, move)


def _leaves_demand(view: View, move: Any, params: Params) -> bool:
    """The next player faces this demand."""
    return isinstance(move, Discard) and not _selects(view, move) and _says(params, _left(view, move))


def _names_largest(view: View, move: Any, params: Params) -> bool:
    if not isinstance(move, Name) or params["seat"] != move.seat:
        return False
    sizes = {seat: size for seat, size in enumerate(view.hand_sizes) if size and seat != view.turn}
    return len(sizes) > 1 and max(sizes.values()) == sizes[move.seat] == params["cards"]


def _names_player(view: View, move: Any, params: Params) -> bool:
    """Names this player, who has so many cards."""
    return isinstance(move, Name) and move.seat == params["seat"] and view.hand_sizes[move.seat] == params["cards"]


def _demands(view: View, move: Any, params: Params) -> bool:
    return isinstance(move, Name) and _says(params, Demand(move.count, move.colour))


def _says(params: Params, asked: Demand) -> bool:
    return bool(params["count"] == asked.count and params["colours"] == [COLOURS[colour] for colour in asked.colours])


PREDICATES: Final[dict[str, Predicate]] = {
    "only_move": _only_move,
    "draws_instead": _draws_instead,
    "plays_action_alone": _plays_action_alone,
    "passes_demand": _passes_demand,
    "will_name": _will_name,
    "hits_next": _hits_next,
    "may_knock_out": _may_knock_out,
    "cannot_come_back": _cannot_come_back,
    "sheds_joker": _sheds_joker,
    "saves_action": _saves_action,
    "keeps_single_colours": _keeps_single_colours,
    "keeps_cards": _keeps_cards,
    "keeps_card": _keeps_card,
    "leaves_demand": _leaves_demand,
    "names_largest": _names_largest,
    "names_player": _names_player,
    "demands": _demands,
}
