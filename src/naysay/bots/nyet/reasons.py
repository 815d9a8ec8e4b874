"""What each reason of the steady bot for Nyet! claims, as a check on the view alone, without the bot's estimates."""

from collections import Counter
from collections.abc import Callable, Mapping
from statistics import mean
from typing import Any, Final

from naysay.game import Card, Seat
from naysay.nyet.cards import LETTERS, VALUES
from naysay.nyet.discards import choices
from naysay.nyet.edition import NONE, deck, low_cards
from naysay.nyet.state import Discard, Hand, Move, Play, Team, Terms, Veto
from naysay.nyet.tricks import followers, suit, winning
from naysay.nyet.view import View

Params = Mapping[str, Any]
Predicate = Callable[[View, Any, Params], bool]


def _terms(view: View) -> Terms:
    assert view.terms is not None
    return view.terms


def _good(view: View) -> bool:
    return _terms(view).points > 0


def _unseen(view: View) -> Counter[Card]:
    """The cards that the seat cannot place: not in its hand, not played, not discarded by itself."""
    left = Counter(deck(view.edition, view.setup.players)) - Counter(view.hand)
    left -= Counter(card for trick in view.taken for card in trick.cards) + Counter(view.trick)
    return left if _terms(view).discard.passed_to else left - Counter(view.gave)


def _void(view: View, seat: Seat, colour: str) -> bool:
    """Whether this seat once did not follow the suit."""
    terms = _terms(view)
    for trick in view.taken:
        card = trick.cards[(seat - trick.leader) % view.setup.players]
        if suit(trick.cards[0], terms) == colour != suit(card, terms):
            return True
    return False


def _partner(view: View, seat: Seat) -> bool:
    return (
        view.sides is not None
        and view.seat is not None
        and seat != view.seat
        and view.sides[seat] == view.sides[view.seat]
    )


def _opponents(view: View) -> list[Seat]:
    assert view.sides is not None
    assert view.seat is not None
    return [seat for seat, side in enumerate(view.sides) if side != view.sides[view.seat]]


def _holder(view: View) -> Seat | None:
    """Who wins the trick so far."""
    if not view.trick or view.leader is None:
        return None
    return (view.leader + winning(view.trick, _terms(view))) % view.setup.players


def _takes(view: View, card: Card) -> bool:
    """Whether this card wins the trick as it lies."""
    return winning((*view.trick, card), _terms(view)) == len(view.trick)


def _options(view: View) -> list[Card]:
    return list(dict.fromkeys(followers(view.hand, view.trick, _terms(view))))


def _colour(card: Card, view: View) -> str:
    return suit(card, _terms(view))


def _trump(card: Card, view: View) -> bool:
    return card == _terms(view).supertrump or card[0] == _terms(view).trump


def _later_opponents(view: View) -> list[Seat]:
    players, leader = view.setup.players, view.leader
    return [seat for seat in _opponents(view) if leader is not None and (seat - leader) % players > len(view.trick)]


def _unbeatable(view: View, card: Card, trick: Hand) -> bool:
    """Whether no opponent who plays later can hold a card that beats the winner of the trick once `card` lies there."""
    terms, laid = _terms(view), (*trick, card)
    unseen = _unseen(view)
    for other in unseen:
        if winning((*laid, other), terms) == len(laid):
            for seat in _later_opponents(view):
                if not _void(view, seat, suit(other, terms)):
                    return False
    return True


def _open(view: View, row: str) -> list[str]:
    return next([box.name for box in found.boxes if box.open] for found in view.board if found.name == row)


def _held(view: View, colour: str, low: bool) -> int:
    cards = [card for card in view.hand if card[0] == LETTERS[colour]]
    return sum(VALUES[card] == view.edition.low for card in cards) if low else len(cards)


def _short(view: View, row: str, colour: str) -> bool:
    """Whether the hand has at most the mean of what it has of the colours that are open."""
    open_colours = [box for box in _open(view, row) if box != NONE]
    return colour in open_colours and _held(view, colour, row == "super") <= mean(
        _held(view, box, row == "super") for box in open_colours
    )


def _covers(move: Move, row: str, box: str) -> bool:
    return isinstance(move, Veto) and (move.row, move.box) == (row, box)


def _denies_trump(view: View, move: Move, params: Params) -> bool:
    return _covers(move, "trump", params["colour"]) and _short(view, "trump", params["colour"])


def _denies_super(view: View, move: Move, params: Params) -> bool:
    return _covers(move, "super", params["colour"]) and _short(view, "super", params["colour"])


def _keeps_colour(view: View, move: Move, params: Params) -> bool:
    """The own longest colour (in lowest cards: for supertrumps) of the row stays open."""
    if not isinstance(move, Veto) or move.row != params["row"] or move.box == params["colour"]:
        return False
    best = max(_held(view, box, move.row == "super") for box in _open(view, move.row) if box != NONE)
    return params["colour"] in _open(view, move.row) and _held(view, params["colour"], move.row == "super") == best > 0


def _raises_points(view: View, move: Move, params: Params) -> bool:
    boxes = [int(box) for box in _open(view, "points")]
    return _covers(move, "points", str(params["points"])) and params["points"] < mean(boxes)


def _lowers_points(view: View, move: Move, params: Params) -> bool:
    boxes = [int(box) for box in _open(view, "points")]
    return _covers(move, "points", str(params["points"])) and params["points"] > mean(boxes)


def _denies_first(view: View, move: Move, params: Params) -> bool:
    seat = params["seat"]
    return seat != view.seat and _covers(move, "first", view.options.characters[seat])


def _declines_first(view: View, move: Move, params: Params) -> bool:
    return view.seat is not None and _covers(move, "first", view.options.characters[view.seat])


def _settles(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Veto) or move.row != params["row"]:
        return False
    return [box for box in _open(view, move.row) if box != move.box] == [params["box"]]


def _vetoed(view: View, seat: Seat, row: str) -> int:
    return sum(by == seat and where == row for by, where, _ in view.vetoes)


def _partner_told(view: View, move: Move, params: Params) -> bool:
    """The partner covered this many boxes of the row, and no seat that was left out covered more."""
    seat, row = params["seat"], params["row"]
    if not isinstance(move, Team) or seat not in move.partners or _vetoed(view, seat, row) != params["boxes"]:
        return False
    others = [other for other in range(view.setup.players) if other != view.seat and other not in move.partners]
    return params["boxes"] > 0 and all(_vetoed(view, other, row) <= params["boxes"] for other in others)


def _team_size(size: int) -> Predicate:
    return lambda view, move, params: isinstance(move, Team) and len(move.partners) + 1 == size == params["players"]


def _takes_bonus(view: View, move: Move, params: Params) -> bool:
    return isinstance(move, Team) and move.bonus is not None and move.bonus == view.seat


def _gives_bonus(view: View, move: Move, params: Params) -> bool:
    return isinstance(move, Team) and move.bonus == params["seat"] != view.seat


def _given(view: View, move: Move) -> Hand:
    return move.cards if isinstance(move, Discard) else (move.card,) if isinstance(move, Play) else ()


def _makes_void(view: View, move: Move, params: Params) -> bool:
    gone, letter = _given(view, move), LETTERS[params["colour"]]
    mine = [card for card in view.hand if _colour(card, view) == letter]
    return bool(mine) and sorted(mine) == sorted(card for card in gone if _colour(card, view) == letter)


def _keeps_trumps(view: View, move: Move, params: Params) -> bool:
    gone = _given(view, move)
    held = sum(_trump(card, view) for card in view.hand)
    return bool(gone) and held == params["trumps"] > 0 and not any(_trump(card, view) for card in gone)


def _dumps_high(view: View, move: Move, params: Params) -> bool:
    """Units are bad, and the card goes that is the highest of its colour in hand without taking the trick."""
    card = params["card"]
    if (
        _good(view)
        or card not in _given(view, move)
        or (isinstance(move, Play) and (not view.trick or _takes(view, card)))
    ):
        return False
    return all(VALUES[other] <= VALUES[card] for other in view.hand if other[0] == card[0])


def _saves_loot(view: View, move: Move, params: Params) -> bool:
    """A lowest card goes where no opponent gets it: out of the round, to a partner, or into a partner's trick."""
    card = params["card"]
    if not _good(view) or card not in _given(view, move) or card not in low_cards(view.edition):
        return False
    if isinstance(move, Discard):
        to = _terms(view).discard.passed_to
        return not to or (view.seat is not None and _partner(view, (view.seat + to) % view.setup.players))
    holder = _holder(view)
    return holder is not None and _partner(view, holder) and not _takes(view, card)


def _passes(partner: bool) -> Predicate:
    def check(view: View, move: Move, params: Params) -> bool:
        to = _terms(view).discard.passed_to
        if not isinstance(move, Discard) or not to or view.seat is None:
            return False
        receiver = (view.seat + to) % view.setup.players
        return receiver == params["seat"] and _partner(view, receiver) == partner

    return check


def _only_move(view: View, move: Move, params: Params) -> bool:
    if isinstance(move, Play):
        return _options(view) == [move.card]
    if isinstance(move, Discard):
        return choices(view.hand, _terms(view).discard, view.edition) == [move.cards]
    return False


def _cashes_winner(view: View, move: Move, params: Params) -> bool:
    return (
        isinstance(move, Play)
        and not view.trick
        and _good(view)
        and move.card == params["card"]
        and _unbeatable(view, move.card, ())
    )


def _leads_top(view: View, move: Move, params: Params) -> bool:
    """No unseen card of its suit beats it, though it may be trumped."""
    if not isinstance(move, Play) or view.trick or not _good(view) or move.card != params["card"]:
        return False
    same = [card for card in _unseen(view) if _colour(card, view) == _colour(move.card, view)]
    return all(winning((move.card, card), _terms(view)) == 0 for card in same) and not _unbeatable(view, move.card, ())


def _draws_trumps(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Play) or view.trick or not _good(view) or not _trump(move.card, view):
        return False
    trump = _terms(view).trump
    if trump is None or LETTERS[params["colour"]] != trump or _colour(move.card, view) != trump:
        return False
    out = any(_colour(card, view) == trump for card in _unseen(view))
    return out and any(not _void(view, seat, trump) for seat in _opponents(view))


def _leads_partners_void(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Play) or view.trick or not _good(view):
        return False
    letter, seat = LETTERS[params["colour"]], params["seat"]
    return (
        _colour(move.card, view) == letter != _terms(view).trump and _partner(view, seat) and _void(view, seat, letter)
    )


def _leads_low(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Play) or view.trick or move.card != params["card"]:
        return False
    return not _trump(move.card, view) and all(
        VALUES[card] >= VALUES[move.card] for card in view.hand if card[0] == move.card[0] and not _trump(card, view)
    )


def _captures_loot(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Play) or view.leader is None or not _good(view) or not _takes(view, move.card):
        return False
    opponents = _opponents(view)
    caught = [
        card
        for place, card in enumerate(view.trick)
        if card in low_cards(view.edition) and (view.leader + place) % view.setup.players in opponents
    ]
    return bool(caught) and caught == list(params["cards"])


def _ruffs(view: View, move: Move, params: Params) -> bool:
    if not isinstance(move, Play) or not view.trick or not _takes(view, move.card):
        return False
    led = _colour(view.trick[0], view)
    return _trump(move.card, view) and led == LETTERS[params["colour"]] != _colour(move.card, view)


def _overtakes(view: View, move: Move, params: Params) -> bool:
    holder = _holder(view)
    return isinstance(move, Play) and holder is not None and holder == params["seat"] and _takes(view, move.card)


def _takes_last(view: View, move: Move, params: Params) -> bool:
    return isinstance(move, Play) and len(view.trick) == view.setup.players - 1 and _takes(view, move.card)


def _ducks(view: View, move: Move, params: Params) -> bool:
    """Another card would have taken the trick from the seat that has it."""
    if not isinstance(move, Play) or not view.trick or _takes(view, move.card) or _holder(view) != params["seat"]:
        return False
    return any(_takes(view, card) for card in _options(view))


def _leaves_to_partner(view: View, move: Move, params: Params) -> bool:
    holder = _holder(view)
    return (
        isinstance(move, Play)
        and holder is not None
        and holder == params["seat"]
        and _good(view)
        and _partner(view, holder)
        and not _takes(view, move.card)
    )


def _cannot_win(view: View, move: Move, params: Params) -> bool:
    return isinstance(move, Play) and bool(view.trick) and not any(_takes(view, card) for card in _options(view))


def _dumps_loot(view: View, move: Move, params: Params) -> bool:
    """Units are bad, and a lowest card goes into a trick that an opponent wins so far."""
    holder = _holder(view)
    if not isinstance(move, Play) or _good(view) or holder is None or move.card != params["card"]:
        return False
    return holder in _opponents(view) and move.card in low_cards(view.edition) and not _takes(view, move.card)


def _plays_low(view: View, move: Move, params: Params) -> bool:
    """No card of the same suit that may be played is lower."""
    if not isinstance(move, Play) or not view.trick or _takes(view, move.card) or move.card != params["card"]:
        return False
    same = [card for card in _options(view) if card[0] == move.card[0]]
    return len(same) > 1 and VALUES[move.card] == min(VALUES[card] for card in same)


def _keeps_card(view: View, move: Move, params: Params) -> bool:
    """This card, which another move would have given away, stays in hand."""
    cards = move.cards if isinstance(move, Discard) else (move.card,) if isinstance(move, Play) else view.hand
    return view.hand.count(params["card"]) > cards.count(params["card"])


def _leaves_open(view: View, move: Move, params: Params) -> bool:
    """This box, which another move would have covered, stays open."""
    if not isinstance(move, Veto) or _covers(move, params["row"], params["box"]):
        return False
    return params["box"] in _open(view, params["row"])


def _partners_with(view: View, move: Move, params: Params) -> bool:
    """This seat, which another move would have left to the other side, is a partner."""
    return isinstance(move, Team) and params["seat"] in move.partners


def _last_resort(view: View, move: Move, params: Params) -> bool:
    """There were this many moves, and no other reason to give."""
    if isinstance(move, Veto):
        return bool(params["moves"] == sum(len(_open(view, row.name)) for row in view.board if not row.settled))
    if isinstance(move, Discard):
        return bool(params["moves"] == len(choices(view.hand, _terms(view).discard, view.edition)))
    return isinstance(move, Play) and params["moves"] == len(_options(view))


PREDICATES: Final[dict[str, Predicate]] = {
    "denies_trump": _denies_trump,
    "denies_super": _denies_super,
    "denies_first": _denies_first,
    "declines_first": _declines_first,
    "denies_discard": lambda view, move, params: _covers(move, "discard", params["box"]),
    "keeps_colour": _keeps_colour,
    "raises_points": _raises_points,
    "lowers_points": _lowers_points,
    "settles_row": _settles,
    "plays_alone": _team_size(1),
    "makes_pair": _team_size(2),
    "makes_trio": _team_size(3),
    "partner_told": _partner_told,
    "takes_bonus": _takes_bonus,
    "gives_bonus": _gives_bonus,
    "makes_void": _makes_void,
    "keeps_trumps": _keeps_trumps,
    "dumps_high": _dumps_high,
    "saves_loot": _saves_loot,
    "passes_to_partner": _passes(True),
    "passes_to_opponent": _passes(False),
    "only_move": _only_move,
    "cashes_winner": _cashes_winner,
    "leads_top": _leads_top,
    "draws_trumps": _draws_trumps,
    "leads_partners_void": _leads_partners_void,
    "leads_low": _leads_low,
    "captures_loot": _captures_loot,
    "ruffs": _ruffs,
    "overtakes": _overtakes,
    "takes_last": _takes_last,
    "ducks": _ducks,
    "leaves_to_partner": _leaves_to_partner,
    "cannot_win": _cannot_win,
    "dumps_loot": _dumps_loot,
    "plays_low": _plays_low,
    "keeps_card": _keeps_card,
    "leaves_open": _leaves_open,
    "partners_with": _partners_with,
    "last_resort": _last_resort,
}
