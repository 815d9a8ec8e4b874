"""Every reason of the bots for Nyet!: its check, on the view alone and without estimates, and its sentence."""

from collections import Counter
from statistics import mean
from typing import Final

from naysay.bots.reason import (
    BoxParam,
    CardParam,
    CardsParam,
    ColourParam,
    NumberParam,
    RowParam,
    SeatParam,
    collect,
    reason,
)
from naysay.game import Card, Seat
from naysay.nyet.cards import LETTERS, VALUES
from naysay.nyet.discards import choices
from naysay.nyet.edition import NONE, deck, low_cards
from naysay.nyet.state import Discard, Hand, Move, Play, Team, Terms, Veto
from naysay.nyet.tricks import followers, suit, winning
from naysay.nyet.view import View


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


def _vetoed(view: View, seat: Seat, row: str) -> int:
    return sum(by == seat and where == row for by, where, _ in view.vetoes)


def _has_players(move: Move, players: int) -> bool:
    return isinstance(move, Team) and len(move.partners) + 1 == players


def _given(move: Move) -> Hand:
    return move.cards if isinstance(move, Discard) else (move.card,) if isinstance(move, Play) else ()


def _passes_to(view: View, move: Move, seat: Seat) -> bool:
    to = _terms(view).discard.passed_to
    if not isinstance(move, Discard) or not to or view.seat is None:
        return False
    return (view.seat + to) % view.setup.players == seat


# The veto


@reason("You have no more {colour} than of the open colours on average.")
def denies_trump(view: View, move: Move, *, colour: ColourParam) -> bool:
    """Covers this colour in row trump, and the hand has no more of it than the mean of open ones."""
    return _covers(move, "trump", colour) and _short(view, "trump", colour)


@reason("You have no more low cards in {colour} than in the open colours on average.")
def denies_super(view: View, move: Move, *, colour: ColourParam) -> bool:
    """The same in row super, counted in lowest cards."""
    return _covers(move, "super", colour) and _short(view, "super", colour)


@reason("It keeps {seat} from playing first.")
def denies_first(view: View, move: Move, *, seat: SeatParam) -> bool:
    """Covers the character of this other seat in row first."""
    return seat != view.seat and _covers(move, "first", view.options.characters[seat])


@reason("Then you do not play first.")
def declines_first(view: View, move: Move) -> bool:
    """Covers your own character in row first."""
    return view.seat is not None and _covers(move, "first", view.options.characters[view.seat])


@reason("It rules out: {box}.", repeats_move=True)
def denies_discard(view: View, move: Move, *, box: BoxParam) -> bool:
    """Covers this box in row discard."""
    return _covers(move, "discard", box)


@reason(
    "{colour} stays open {row:trump=as trump, and no other open colour is longer in your hand"
    "/super=for supertrumps, and you have no more low cards in any other open colour}."
)
def keeps_colour(view: View, move: Move, *, row: RowParam, colour: ColourParam) -> bool:
    """Your longest colour (in lowest cards: for supertrumps) of the row stays open."""
    if not isinstance(move, Veto) or move.row != row or move.box == colour:
        return False
    best = max(_held(view, box, row == "super") for box in _open(view, row) if box != NONE)
    return colour in _open(view, row) and _held(view, colour, row == "super") == best > 0


@reason("What stays open is worth more on average.")
def raises_points(view: View, move: Move, *, points: NumberParam) -> bool:
    """Covers these points, which are below the mean of the open boxes."""
    boxes = [int(box) for box in _open(view, "points")]
    return _covers(move, "points", str(points)) and points < mean(boxes)


@reason("What stays open is worth less on average.")
def lowers_points(view: View, move: Move, *, points: NumberParam) -> bool:
    """Covers these points, which are above the mean of the open boxes."""
    boxes = [int(box) for box in _open(view, "points")]
    return _covers(move, "points", str(points)) and points > mean(boxes)


@reason("It settles: {box}.")
def settles_row(view: View, move: Move, *, row: RowParam, box: BoxParam) -> bool:
    """Leaves this box as the only open one of the row."""
    if not isinstance(move, Veto) or move.row != row:
        return False
    return [name for name in _open(view, row) if name != move.box] == [box]


@reason("It leaves open: {box}.")
def leaves_open(view: View, move: Move, *, row: RowParam, box: BoxParam) -> bool:
    """This box, which another move would have covered, stays open."""
    if not isinstance(move, Veto) or _covers(move, row, box):
        return False
    return box in _open(view, row)


# The sides


@reason("You stand alone.")
def plays_alone(view: View, move: Move, *, players: NumberParam) -> bool:
    """Your side has one player."""
    return players == 1 and _has_players(move, players)


@reason("You play as a pair.")
def makes_pair(view: View, move: Move, *, players: NumberParam) -> bool:
    """Your side has two players."""
    return players == 2 and _has_players(move, players)


@reason("You play as a trio.")
def makes_trio(view: View, move: Move, *, players: NumberParam) -> bool:
    """Your side has three players."""
    return players == 3 and _has_players(move, players)


@reason("{seat} covered {boxes:# box/# boxes} in row {row}, nobody on the other side more.")
def partner_told(view: View, move: Move, *, seat: SeatParam, row: RowParam, boxes: NumberParam) -> bool:
    """The partner covered this many boxes of the row, and no seat that was left out covered more."""
    if not isinstance(move, Team) or seat not in move.partners or _vetoed(view, seat, row) != boxes:
        return False
    others = [other for other in range(view.setup.players) if other != view.seat and other not in move.partners]
    return boxes > 0 and all(_vetoed(view, other, row) <= boxes for other in others)


@reason("{seat} plays with you.")
def partners_with(view: View, move: Move, *, seat: SeatParam) -> bool:
    """This seat, which another move would have left to the other side, is a partner."""
    return isinstance(move, Team) and seat in move.partners


@reason("You take the bonus card.")
def takes_bonus(view: View, move: Move) -> bool:
    """The bonus card goes to oneself."""
    return isinstance(move, Team) and move.bonus is not None and move.bonus == view.seat


@reason("The bonus card goes to {seat}.")
def gives_bonus(view: View, move: Move, *, seat: SeatParam) -> bool:
    """The bonus card goes to this other seat."""
    return isinstance(move, Team) and move.bonus == seat != view.seat


# Cards that go or stay


@reason("That is all the {colour} you have.")
def makes_void(view: View, move: Move, *, colour: ColourParam) -> bool:
    """The last cards of this suit leave the hand."""
    letter = LETTERS[colour]
    mine = [card for card in view.hand if _colour(card, view) == letter]
    return bool(mine) and sorted(mine) == sorted(card for card in _given(move) if _colour(card, view) == letter)


@reason("You keep {trumps:your trump/all # trumps}.")
def keeps_trumps(view: View, move: Move, *, trumps: NumberParam) -> bool:
    """The hand has this many trumps, supertrumps included, and none of them goes."""
    gone = _given(move)
    held = sum(_trump(card, view) for card in view.hand)
    return bool(gone) and held == trumps > 0 and not any(_trump(card, view) for card in gone)


@reason("Tricks cost points here, and you are rid of {card}.")
def dumps_high(view: View, move: Move, *, card: CardParam) -> bool:
    """Units are bad, and the card goes that is the highest of its colour in hand without taking the trick."""
    if _good(view) or card not in _given(move) or (isinstance(move, Play) and (not view.trick or _takes(view, card))):
        return False
    return all(VALUES[other] <= VALUES[card] for other in view.hand if other[0] == card[0])


@reason("This may save {card} from becoming loot.")
def saves_loot(view: View, move: Move, *, card: CardParam) -> bool:
    """A lowest card goes where no opponent gets it: out of the round, to a partner, or into a partner's trick."""
    if not _good(view) or card not in _given(move) or card not in low_cards(view.edition):
        return False
    if isinstance(move, Discard):
        to = _terms(view).discard.passed_to
        return not to or (view.seat is not None and _partner(view, (view.seat + to) % view.setup.players))
    holder = _holder(view)
    return holder is not None and _partner(view, holder) and not _takes(view, card)


@reason("What you pass goes to {seat}, a partner.")
def passes_to_partner(view: View, move: Move, *, seat: SeatParam) -> bool:
    """The cards go to this seat, a partner."""
    return _passes_to(view, move, seat) and _partner(view, seat)


@reason("What you pass goes to {seat}, an opponent.")
def passes_to_opponent(view: View, move: Move, *, seat: SeatParam) -> bool:
    """The cards go to this seat, which is no partner."""
    return _passes_to(view, move, seat) and not _partner(view, seat)


@reason("You keep {card}.")
def keeps_card(view: View, move: Move, *, card: CardParam) -> bool:
    """This card, which another move would have given away, stays in hand."""
    cards = _given(move) if isinstance(move, (Discard, Play)) else view.hand
    return view.hand.count(card) > cards.count(card)


# Tricks


@reason("No opponent can beat {card}.")
def cashes_winner(view: View, move: Move, *, card: CardParam) -> bool:
    """Units are good, and the card is led that no opponent can beat, by what was seen."""
    return (
        isinstance(move, Play)
        and not view.trick
        and _good(view)
        and move.card == card
        and _unbeatable(view, move.card, ())
    )


@reason("Nothing of its suit beats {card}; a trump may.")
def leads_top(view: View, move: Move, *, card: CardParam) -> bool:
    """No unseen card of its suit beats it, though it may be trumped."""
    if not isinstance(move, Play) or view.trick or not _good(view) or move.card != card:
        return False
    same = [other for other in _unseen(view) if _colour(other, view) == _colour(card, view)]
    return all(winning((card, other), _terms(view)) == 0 for other in same) and not _unbeatable(view, card, ())


@reason("It may draw trumps from opponents.")
def draws_trumps(view: View, move: Move, *, colour: ColourParam) -> bool:
    """Units are good, and trumps are led while some are unseen and an opponent may have them."""
    if not isinstance(move, Play) or view.trick or not _good(view) or not _trump(move.card, view):
        return False
    trump = _terms(view).trump
    if trump is None or LETTERS[colour] != trump or _colour(move.card, view) != trump:
        return False
    out = any(_colour(card, view) == trump for card in _unseen(view))
    return out and any(not _void(view, seat, trump) for seat in _opponents(view))


@reason("{seat}, your partner, has no {colour} left.")
def leads_partners_void(view: View, move: Move, *, colour: ColourParam, seat: SeatParam) -> bool:
    """Units are good, and a suit is led, not trump, that this partner once did not follow."""
    if not isinstance(move, Play) or view.trick or not _good(view):
        return False
    letter = LETTERS[colour]
    return (
        _colour(move.card, view) == letter != _terms(view).trump and _partner(view, seat) and _void(view, seat, letter)
    )


@reason("{card} is your lowest of that colour.")
def leads_low(view: View, move: Move, *, card: CardParam) -> bool:
    """The card is led that is the lowest of its colour in hand, and no trump."""
    if not isinstance(move, Play) or view.trick or move.card != card:
        return False
    return not _trump(card, view) and all(
        VALUES[other] >= VALUES[card] for other in view.hand if other[0] == card[0] and not _trump(other, view)
    )


@reason("It puts you ahead, with loot in the trick: {cards}.")
def captures_loot(view: View, move: Move, *, cards: CardsParam) -> bool:
    """Units are good, and the card takes the trick so far, with these low cards of opponents."""
    if not isinstance(move, Play) or view.leader is None or not _good(view) or not _takes(view, move.card):
        return False
    opponents = _opponents(view)
    caught = [
        card
        for place, card in enumerate(view.trick)
        if card in low_cards(view.edition) and (view.leader + place) % view.setup.players in opponents
    ]
    return bool(caught) and caught == list(cards)


@reason("You have no {colour}, and this trump is ahead.")
def ruffs(view: View, move: Move, *, colour: ColourParam) -> bool:
    """A trump takes the trick so far, in which this other suit was led."""
    if not isinstance(move, Play) or not view.trick or not _takes(view, move.card):
        return False
    led = _colour(view.trick[0], view)
    return _trump(move.card, view) and led == LETTERS[colour] != _colour(move.card, view)


@reason("It beats {seat}, who is ahead.")
def overtakes(view: View, move: Move, *, seat: SeatParam) -> bool:
    """The card takes the trick so far from this seat."""
    holder = _holder(view)
    return isinstance(move, Play) and holder is not None and holder == seat and _takes(view, move.card)


@reason("You play last: the trick is yours.")
def takes_last(view: View, move: Move) -> bool:
    """The card takes the trick, and nobody plays after it."""
    return isinstance(move, Play) and len(view.trick) == view.setup.players - 1 and _takes(view, move.card)


@reason("Another card would beat {seat}; this one does not.")
def ducks(view: View, move: Move, *, seat: SeatParam) -> bool:
    """Another card would have taken the trick from the seat that has it."""
    if not isinstance(move, Play) or not view.trick or _takes(view, move.card) or _holder(view) != seat:
        return False
    return any(_takes(view, card) for card in _options(view))


@reason("{seat}, your partner, is ahead. Let it be.")
def leaves_to_partner(view: View, move: Move, *, seat: SeatParam) -> bool:
    """Units are good, this partner has the trick so far, and the card does not take it."""
    holder = _holder(view)
    return (
        isinstance(move, Play)
        and holder is not None
        and holder == seat
        and _good(view)
        and _partner(view, holder)
        and not _takes(view, move.card)
    )


@reason("No card that you may play takes this trick.")
def cannot_win(view: View, move: Move) -> bool:
    """No card that may be played takes the trick."""
    return isinstance(move, Play) and bool(view.trick) and not any(_takes(view, card) for card in _options(view))


@reason("Loot costs points here, and {card} may go to an opponent.")
def dumps_loot(view: View, move: Move, *, card: CardParam) -> bool:
    """Units are bad, and a lowest card goes into a trick that an opponent wins so far."""
    holder = _holder(view)
    if not isinstance(move, Play) or _good(view) or holder is None or move.card != card:
        return False
    return holder in _opponents(view) and card in low_cards(view.edition) and not _takes(view, card)


@reason("Of that suit {card} is the lowest you may play.")
def plays_low(view: View, move: Move, *, card: CardParam) -> bool:
    """No card of the same suit that may be played is lower."""
    if not isinstance(move, Play) or not view.trick or _takes(view, move.card) or move.card != card:
        return False
    same = [other for other in _options(view) if other[0] == card[0]]
    return len(same) > 1 and VALUES[card] == min(VALUES[other] for other in same)


# Any phase


@reason("There is no other move.")
def only_move(view: View, move: Move) -> bool:
    """There is no other legal move."""
    if isinstance(move, Play):
        return _options(view) == [move.card]
    if isinstance(move, Discard):
        return choices(view.hand, _terms(view).discard, view.edition) == [move.cards]
    return False


@reason("None of the {moves} moves stands out.")
def last_resort(view: View, move: Move, *, moves: NumberParam) -> bool:
    """There were this many moves, and no other reason to give."""
    if isinstance(move, Veto):
        return moves == sum(len(_open(view, row.name)) for row in view.board if not row.settled)
    if isinstance(move, Discard):
        return moves == len(choices(view.hand, _terms(view).discard, view.edition))
    return isinstance(move, Play) and moves == len(_options(view))


REASONS: Final = collect(globals())
