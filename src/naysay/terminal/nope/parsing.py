"""What may be typed for a move of Nope!: the notation, and shorter."""

from collections.abc import Iterable, Sequence
from typing import Final

from naysay.game import Card, quote
from naysay.nope.cards import ACTIONS, COLOURS, LETTERS, ORDER, SHOWS
from naysay.nope.sets import counting, matches
from naysay.nope.state import Discard, Draw, Move, Name
from naysay.nope.view import View
from naysay.terminal.display import People, Unclear, Unfinished, join_words, pick, read_number, several, split

KINDS: Final = {"see": "see:", "see-through": "see:", "seethrough": "see:", "pick": "pick:", "selection": "pick:"}
FEW: Final = 9


def read_move(text: str, view: View, people: People, legal: Sequence[Move]) -> Move:
    """The move that was typed, legal or not."""
    typed = split(text)
    return _read_name(typed, view, people) if view.phase == "name" else _read_turn(typed, view, legal)


def selection(view: View) -> Card:
    """The selection whose player names."""
    return view.discards[-1 - counting(view.discards)]


def _read_turn(typed: list[str], view: View, legal: Sequence[Move]) -> Move:
    if len(typed) == 1 and len(legal) <= FEW and (number := read_number(typed[0])) is not None:
        if 1 <= number <= len(legal):
            return legal[number - 1]
        raise Unclear(f"There is no choice {quote(typed[0])}; there are {len(legal)}.")
    if typed in (["nope"], ["nope!"]):
        raise Unclear("Draw first: the Nope! comes by itself if you still have no set.")
    if typed and typed[0] in ("discard", "lay", "play"):
        typed = typed[1:]
    elif len(typed) == 1 and "draw".startswith(typed[0]):
        return Draw()
    if not typed:
        raise Unclear("Which cards?")
    if typed[0] == "name":
        raise Unclear("You name someone only after laying a selection (pick).")
    cards = tuple(read_cards(typed, view.hand))
    demand = view.demand
    if demand and view.can_make_set and 0 < len(cards) < demand.count and not _alone(cards, view):
        begins = any(isinstance(move, Discard) and move.cards[: len(cards)] == cards for move in legal)
        if begins:
            more = several(demand.count - len(cards), "more card")
            raise Unfinished(" ".join(cards), f"{more.capitalize()} on top of {cards[-1]}. Which?")
    return Discard(cards)


def _alone(cards: Sequence[Card], view: View) -> bool:
    """Whether this is one action card that may be played alone."""
    return len(cards) == 1 and cards[0] in ACTIONS and view.demand is not None and matches(cards[0], view.demand)


def read_cards(typed: list[str], hand: Iterable[Card]) -> list[Card]:
    """The cards in what was typed: RG3, gr3, red 2, joker, see red, or the beginning of a card of the hand."""
    cards, words = [], list(typed)
    while words:
        word = words.pop(0)
        if word in KINDS and words and (letters := _letters(words[0])):
            word = KINDS[word] + letters
            words.pop(0)
        elif (letters := _letters(word)) and words and words[0] in ("1", "2", "3"):
            word = letters + words.pop(0)
        cards.append(_card(word, hand))
    return cards


def _card(word: str, hand: Iterable[Card]) -> Card:
    kind, _, letters = word.rpartition(":")
    if word[-1:].isdecimal() and not kind:
        kind, letters, number = "", word[:-1], word[-1]
    else:
        number = ""
    ordered = _in_order(letters) or letters
    exact = Card(f"{kind}:{ordered}" if kind else f"{ordered}{number}")
    if exact in ORDER:
        return exact
    known = {card.casefold(): card for card in hand}
    found = pick(word, known) or pick(word, {card.casefold(): card for card in ("joker", "restart")})
    if len(found) == 1:
        return Card(known.get(found[0], Card(found[0])))
    if found:
        raise Unclear(f"Which one: {join_words([known[card] for card in found], 'or')}?")
    raise Unclear(f"I cannot read {quote(word)} as a card. Cards are as R2, RG3, joker, restart, see:R, pick:R.")


def _letters(word: str) -> str:
    """Colour letters for a colour word or letters, in the order of the notation; nothing if it is neither."""
    colours = {colour: letter for letter, colour in COLOURS.items()}
    return LETTERS if word == "all" else _in_order(colours.get(word, word))


def _in_order(letters: str) -> str:
    """Colour letters in the order of the notation; nothing if one is no colour, or there twice."""
    small = letters.casefold()
    return "".join(letter for letter in LETTERS if letter.casefold() in small) if _are_colours(small) else ""


def _are_colours(letters: str) -> bool:
    return set(letters) <= set(LETTERS.casefold()) and len(set(letters)) == len(letters)


def _read_name(typed: list[str], view: View, people: People) -> Name:
    if typed and typed[0] == "name":
        typed = typed[1:]
    shows = SHOWS[selection(view)]
    others = [seat for seat in people.clockwise()[1:] if view.hand_sizes[seat]]
    if not typed:
        raise Unclear(f"Name who is next: {join_words([people.who(seat) for seat in others], 'or')}.")
    seat = people.read(typed[0])
    if seat not in others:
        return Name(seat, 1, shows[0])  # the rules say why not
    if len(typed) == 1:
        raise Unfinished(f"{seat}", f"How many cards must {people.who(seat)} lay: 1, 2 or 3?")
    if typed[1] not in ("1", "2", "3"):
        raise Unclear(f"A selection asks for 1, 2 or 3 cards, not {quote(typed[1])}.")
    count = int(typed[1])
    if len(typed) == 2:
        if len(shows) > 1:
            colours = join_words([COLOURS[letter] for letter in shows], "or")
            raise Unfinished(f"{seat} {count}", f"Which colour: {colours}?")
        return Name(seat, count, shows)
    colour = _letters(typed[2]) or "".join(letter for letter in LETTERS if COLOURS[letter].startswith(typed[2]))
    if len(typed) > 3 or len(colour) != 1:
        raise Unclear(
            f"I cannot read {quote(' '.join(typed[2:]))} as one colour: {join_words(list(COLOURS.values()), 'or')}."
        )
    return Name(seat, count, colour)
