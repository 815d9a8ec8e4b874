"""The demand, and which cards answer it."""

from collections import Counter

from naysay.game import Card, IllegalMove, Reason
from naysay.nope.cards import ACTIONS, COLOURS, LETTERS, NUMBERS, RESTART, SEE_THROUGHS, SELECTIONS, SHOWS
from naysay.nope.state import Demand, Hand

ANY_ONE = Demand(1, LETTERS)


def counting(discards: Hand) -> int:
    """How many discards lie on the card that counts, which see-throughs show: 0 if the top card itself counts."""
    over = 0
    while over < len(discards) - 1 and discards[-1 - over] in SEE_THROUGHS:
        over += 1
    return over


def demand(discards: Hand, named: Demand | None) -> Demand:
    """What the player on turn faces.

    >>> demand((Card("RB2"), Card("see:R")), None)
    Demand(count=2, colours='RB')
    """
    card = discards[-1 - counting(discards)]
    if card in SELECTIONS:
        assert named is not None, "a selection asks for what its player named"
        return named
    if card == RESTART:
        return ANY_ONE
    return Demand(NUMBERS.get(card, 1), SHOWS[card])


def can_make_set(hand: Hand, demand: Demand) -> bool:
    """Whether a hand holds enough cards of one colour of the demand."""
    if demand.count == 1:
        return any(colour in SHOWS[card] for card in hand for colour in demand.colours)
    return any(sum(colour in SHOWS[card] for card in hand) >= demand.count for colour in demand.colours)


def sets(hand: Hand, demand: Demand) -> list[Hand]:
    """Every distinct set, in every order, bottom to top."""
    found: dict[Hand, None] = {}
    for colour in demand.colours:
        held = Counter(card for card in hand if colour in SHOWS[card])
        stacks: list[Hand] = [()]
        for _ in range(demand.count):
            stacks = [(*stack, card) for stack in stacks for card, copies in held.items() if stack.count(card) < copies]
        found.update(dict.fromkeys(stacks))
    return list(found)


def action_cards(hand: Hand, demand: Demand) -> list[Card]:
    """The action cards of a hand that show a colour of the demand: each may be played alone."""
    return [card for card in dict.fromkeys(hand) if card in ACTIONS and matches(card, demand)]


def matches(card: Card, demand: Demand) -> bool:
    """Whether a card shows a colour of the demand."""
    return any(colour in demand.colours for colour in SHOWS[card])


def is_set(cards: Hand, demand: Demand) -> bool:
    """Whether these cards answer the demand: its count, all of one of its colours."""
    return len(cards) == demand.count and any(all(colour in SHOWS[card] for card in cards) for colour in demand.colours)


def spell(demand: Demand) -> str:
    """A demand in words.

    >>> spell(Demand(2, "RB"))
    '2 red or 2 blue'
    """
    if demand.colours == LETTERS:
        return f"{demand.count} of any colour"
    return " or ".join(f"{demand.count} {COLOURS[colour]}" for colour in demand.colours)


def blocked(hand: Hand, demand: Demand) -> list[tuple[Card, Reason]]:
    """The cards that answer the demand neither in a set nor alone, each with the reason."""
    held = {colour: sum(colour in SHOWS[card] for card in hand) for colour in demand.colours}
    found = []
    for card in dict.fromkeys(hand):
        if not matches(card, demand):
            found.append((card, wrong_colour(card, demand)))
        elif card not in ACTIONS and all(held[c] < demand.count for c in demand.colours if c in SHOWS[card]):
            found.append((card, no_set((card,), demand)))
    return found


def check(cards: Hand, demand: Demand) -> None:
    """Refuse cards that are neither a set nor one matching action card."""
    if is_set(cards, demand) or (len(cards) == 1 and cards[0] in ACTIONS and matches(cards[0], demand)):
        return
    for card in cards:
        if not matches(card, demand):
            raise IllegalMove(wrong_colour(card, demand))
    raise IllegalMove(no_set(cards, demand))


def wrong_colour(card: Card, demand: Demand) -> Reason:
    """Why a card cannot answer a demand: it shows none of its colours."""
    params = {"card": card, "count": demand.count, "colours": [COLOURS[colour] for colour in demand.colours]}
    return Reason("wrong_colour", f"{spell(demand)} is demanded; {card} shows none of it", "4.1", params)


def no_set(cards: Hand, demand: Demand) -> Reason:
    """Why cards that match cannot go: they make no set."""
    params = {"cards": list(cards), "count": demand.count, "colours": [COLOURS[colour] for colour in demand.colours]}
    return Reason("no_set", f"{spell(demand)} is demanded; with {' '.join(cards)} there is no such set", "4.1", params)
