"""Why a move of the steady bot for Nyet! may be good, in codes: the claims are checked by `reasons.py`."""

from collections.abc import Iterator

from naysay.bots.choice import Why
from naysay.bots.nyet import reasons
from naysay.bots.nyet.counting import TRUMP, Count
from naysay.bots.nyet.steady.discards import receiver
from naysay.nyet.cards import COLOURS, VALUES
from naysay.nyet.edition import NONE
from naysay.nyet.state import Discard, Move, Play, Team, Veto
from naysay.nyet.tricks import winning
from naysay.nyet.view import View


def why_apart(move: Move, other: Move) -> Why:
    """What a move does that another of its kind does not, where nothing better can be said."""
    match move, other:
        case Veto(), Veto():
            return reasons.leaves_open(row=other.row, box=other.box)
        case Team(), Team():
            return reasons.partners_with(seat=next(seat for seat in move.partners if seat not in other.partners))
    own = list(move.cards if isinstance(move, Discard) else (move.card,) if isinstance(move, Play) else ())
    for card in other.cards if isinstance(other, Discard) else (other.card,) if isinstance(other, Play) else ():
        if card not in own:
            return reasons.keeps_card(card=card)
        own.remove(card)
    raise AssertionError(f"{move} and {other} are the same")


def why_veto(view: View, move: Veto, moves: int) -> tuple[Why, ...]:
    """Why cover this box."""
    found = tuple(_veto(view, move))
    return found or (reasons.last_resort(moves=moves),)


def _veto(view: View, move: Veto) -> Iterator[Why]:
    row = next(row for row in view.board if row.name == move.row)
    left = [box.name for box in row.boxes if box.open and box.name != move.box]
    match move.row:
        case "first":
            seat = view.options.characters.index(move.box)
            yield reasons.declines_first() if seat == view.seat else reasons.denies_first(seat=seat)
        case "discard":
            yield reasons.denies_discard(box=move.box)
        case "points":
            yield from _veto_points(int(move.box), [int(box) for box in left])
        case _:
            yield from _veto_colour(view, move, left)
    if len(left) == 1:
        yield reasons.settles_row(row=move.row, box=left[0])


def _veto_points(points: int, others: list[int]) -> Iterator[Why]:
    if points * len(others) != sum(others):
        higher = points * len(others) > sum(others)
        yield reasons.lowers_points(points=points) if higher else reasons.raises_points(points=points)


def _veto_colour(view: View, move: Veto, left: list[str]) -> Iterator[Why]:
    low = move.row == "super"
    held = {box: 0 for box in (*left, move.box) if box != NONE}
    for card in view.hand:
        colour = COLOURS[card[0]]
        if colour in held and (not low or VALUES[card] == view.edition.low):
            held[colour] += 1
    if move.box in held and held[move.box] * len(held) <= sum(held.values()):
        yield reasons.denies_super(colour=move.box) if low else reasons.denies_trump(colour=move.box)
    longest = max(held, key=held.__getitem__, default=move.box)
    if longest != move.box and held[longest]:
        yield reasons.keeps_colour(row=move.row, colour=longest)


def why_team(view: View, move: Team) -> tuple[Why, ...]:
    """Why make these teams."""
    size = len(move.partners) + 1
    found = [{1: reasons.plays_alone, 2: reasons.makes_pair, 3: reasons.makes_trio}[size](players=size)]
    if move.bonus is not None:
        found.append(reasons.takes_bonus() if move.bonus == view.seat else reasons.gives_bonus(seat=move.bonus))
    for seat in move.partners:
        for row in ("trump", "super", "points"):
            by = [0] * view.setup.players
            for other, where, _ in view.vetoes:
                if where == row and other != view.seat:
                    by[other] += 1
            if by[seat] and by[seat] == max(
                many for other, many in enumerate(by) if other == seat or other not in move.partners
            ):
                found.append(reasons.partner_told(seat=seat, row=row, boxes=by[seat]))
                break
    return tuple(found)


def why_discard(count: Count, move: Discard, moves: int) -> tuple[Why, ...]:
    """Why give these cards away."""
    if moves == 1:
        return (reasons.only_move(),)
    return tuple(_discard(count, move)) or (reasons.last_resort(moves=moves),)


def _discard(count: Count, move: Discard) -> Iterator[Why]:
    scale, to, good = count.scale, receiver(count), count.terms.points > 0
    if to is not None:
        yield reasons.passes_to_partner(seat=to) if count.ours(to) else reasons.passes_to_opponent(seat=to)
    for card in dict.fromkeys(move.cards):
        if good and card in scale.low and (to is None or count.ours(to)):
            yield reasons.saves_loot(card=card)
        elif not good and VALUES[card] == max(VALUES[other] for other in count.hand if other[0] == card[0]):
            yield reasons.dumps_high(card=card)
    gone = [scale.suit_of[card] for card in move.cards]
    held = [scale.suit_of[card] for card in count.hand]
    for suit in dict.fromkeys(gone):
        if gone.count(suit) == held.count(suit):
            yield reasons.makes_void(colour=COLOURS[suit])
    trumps = sum(scale.power[card] >= TRUMP for card in count.hand)
    if trumps and all(scale.power[card] < TRUMP for card in move.cards):
        yield reasons.keeps_trumps(trumps=trumps)


def why_play(view: View, count: Count, move: Play, legal: tuple[Play, ...]) -> tuple[Why, ...]:
    """Why play this card."""
    if len(legal) == 1:
        return (reasons.only_move(),)
    found = _follow(view, count, move, legal) if view.trick else _lead(count, move)
    return tuple(found) or (reasons.last_resort(moves=len(legal)),)


def _lead(count: Count, move: Play) -> Iterator[Why]:
    scale, terms, card = count.scale, count.terms, move.card
    power, suit = scale.power[card], scale.suit_of[card]
    if terms.points > 0:
        if count.sure(suit, power):
            yield reasons.cashes_winner(card=card)
        elif not count.above(suit, power):
            yield reasons.leads_top(card=card)
        if power >= TRUMP and suit == terms.trump:
            if any(count.share[suit][seat] > 0.0 for seat in count.later if not count.ours(seat)):
                yield reasons.draws_trumps(colour=COLOURS[suit])
        else:
            for seat in count.later:
                if count.ours(seat) and seat in count.barred[suit]:
                    yield reasons.leads_partners_void(colour=COLOURS[suit], seat=seat)
    same = [scale.power[other] for other in count.hand if scale.suit_of[other] == suit]
    if power < TRUMP and power == min(same):
        yield reasons.leads_low(card=card)
    if len(same) == 1:
        yield reasons.makes_void(colour=COLOURS[suit])


def _follow(view: View, count: Count, move: Play, legal: tuple[Play, ...]) -> Iterator[Why]:
    scale, terms, card, trick = count.scale, count.terms, move.card, view.trick
    assert view.leader is not None
    led, suit = scale.suit_of[trick[0]], scale.suit_of[card]
    place = winning(trick, terms)
    holder, top = (view.leader + place) % count.players, scale.power[trick[place]]

    def takes(other: Play) -> bool:
        power = scale.power[other.card]
        return power >= top and (power >= TRUMP or scale.suit_of[other.card] == led)

    if takes(move):
        yield from _take(view, count, move, holder)
        return
    if terms.points > 0:
        if count.ours(holder):
            yield reasons.saves_loot(card=card) if card in scale.low else reasons.leaves_to_partner(seat=holder)
    elif card in scale.low and not count.ours(holder):
        yield reasons.dumps_loot(card=card)
    elif VALUES[card] == max(VALUES[other] for other in count.hand if other[0] == card[0]):
        yield reasons.dumps_high(card=card)
    yield reasons.ducks(seat=holder) if any(takes(other) for other in legal) else reasons.cannot_win()
    same = [VALUES[other.card] for other in legal if other.card[0] == card[0]]
    if len(same) > 1 and VALUES[card] == min(same):
        yield reasons.plays_low(card=card)
    if sum(scale.suit_of[other] == suit for other in count.hand) == 1:
        yield reasons.makes_void(colour=COLOURS[suit])


def _take(view: View, count: Count, move: Play, holder: int) -> Iterator[Why]:
    scale, trick, leader = count.scale, view.trick, view.leader
    assert leader is not None
    led = scale.suit_of[trick[0]]
    caught = tuple(
        card
        for place, card in enumerate(trick)
        if card in scale.low and not count.ours((leader + place) % count.players)
    )
    if caught and count.terms.points > 0:
        yield reasons.captures_loot(cards=caught)
    if scale.power[move.card] >= TRUMP and scale.suit_of[move.card] != led:
        yield reasons.ruffs(colour=COLOURS[led])
    yield reasons.overtakes(seat=holder)
    if not count.later:
        yield reasons.takes_last()
