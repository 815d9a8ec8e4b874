"""Why the steady bot for Nope! considers a move; each reason is a claim that `reasons.py` can check."""

from typing import Final

from naysay.bots.choice import Why
from naysay.bots.nope import reasons
from naysay.bots.nope.counting import Odds
from naysay.game import Seat
from naysay.nope.cards import ACTIONS, COLOURS, JOKER, SEE_THROUGHS, SELECTIONS, SHOWS
from naysay.nope.sets import action_cards, can_make_set, demand
from naysay.nope.state import Demand, Discard, Hand, Move, Name
from naysay.nope.view import View

LIKELY: Final = 0.7
POSSIBLE: Final = 0.3


def explain_apart(view: View, move: Move, other: Move) -> Why:
    """What a move does that another one does not, where nothing better can be said."""
    if isinstance(move, Discard) and isinstance(other, Discard) and move.cards[-1] == other.cards[-1]:
        for card in other.cards:
            if other.cards.count(card) > move.cards.count(card):
                return reasons.keeps_card(card=card)
    elif isinstance(move, Discard) and move.cards[-1] not in SELECTIONS:
        then = demand((*view.discards, *move.cards), view.named)
        return reasons.leaves_demand(count=then.count, colours=_words(then))
    if isinstance(move, Name) and isinstance(other, Name) and move.seat != other.seat:
        return reasons.names_player(seat=move.seat, cards=view.hand_sizes[move.seat])
    if isinstance(move, Name):
        return reasons.demands(count=move.count, colours=_words(Demand(move.count, move.colour)))
    return reasons.keeps_cards(count=len(view.hand) - len(move.cards if isinstance(move, Discard) else ()))


def explain_draw(view: View, asked: Demand) -> tuple[Why, ...]:
    """Why draw, where an action card could be played."""
    return (reasons.draws_instead(cards=action_cards(view.hand, asked)),)


def explain_name(view: View, odds: Odds, move: Name) -> tuple[Why, ...]:
    """Why name this player, count and colour."""
    whys = []
    others = [size for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat]
    if len(others) > 1 and view.hand_sizes[move.seat] == max(others):
        whys.append(reasons.names_largest(seat=move.seat, cards=view.hand_sizes[move.seat]))
    asked = Demand(move.count, move.colour)
    whys += _explain_demand(view, odds, move.seat, asked, view.hand)
    return tuple(whys) or (reasons.demands(count=move.count, colours=_words(asked)),)


def explain_discard(view: View, odds: Odds, asked: Demand, move: Discard, first: Seat, then: Demand) -> tuple[Why, ...]:
    """Why lay these cards, after which `first` is to face the demand `then`."""
    whys, top, kept = [], move.cards[-1], list(view.hand)
    for card in move.cards:
        kept.remove(card)
    if len(move.cards) < asked.count and view.can_make_set:
        whys.append(reasons.plays_action_alone(card=top, saves=asked.count - len(move.cards)))
    if top in SEE_THROUGHS and len(move.cards) == 1:
        whys.append(reasons.passes_demand(count=asked.count, colours=_words(asked)))
    if top in SELECTIONS:
        whys.append(reasons.will_name(seat=first, count=then.count, colour=COLOURS[then.colours]))
    else:
        whys += _explain_demand(view, odds, first, then, tuple(kept))
    if JOKER in move.cards:
        whys.append(reasons.sheds_joker(card=JOKER))
    if not any(card in ACTIONS for card in move.cards):
        whys += [reasons.saves_action(card=card) for card in action_cards(view.hand, asked)[:1]]
    single = [card for card in view.hand if len(SHOWS[card]) == 1]
    if any(SHOWS[card] in asked.colours for card in single) and not any(len(SHOWS[card]) == 1 for card in move.cards):
        whys.append(reasons.keeps_single_colours(count=len(single)))
    return tuple(whys) or (reasons.keeps_cards(count=len(kept)),)


def _explain_demand(view: View, odds: Odds, first: Seat, then: Demand, kept: Hand) -> list[Why]:
    chance, size = odds.set_now(first, then), view.hand_sizes[first]
    whys = []
    if size <= then.count and chance >= POSSIBLE:
        whys.append(reasons.may_knock_out(seat=first, cards=size, percent=round(chance * 100)))
    elif chance >= LIKELY:
        whys.append(reasons.hits_next(seat=first, count=then.count, percent=round(chance * 100)))
    if kept and not can_make_set(kept, then):
        whys.append(reasons.cannot_come_back(count=then.count, colours=_words(then)))
    return whys


def _words(asked: Demand) -> list[str]:
    return [COLOURS[colour] for colour in asked.colours]
