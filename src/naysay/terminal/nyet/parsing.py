"""What may be typed for a move of Nyet!: the notation, and shorter."""

import re
from collections.abc import Sequence
from typing import Final

from naysay.game import Card, Seat, quote
from naysay.nyet.cards import COLOURS, HIGHEST, LETTERS
from naysay.nyet.discards import in_order
from naysay.nyet.edition import ROWS, card_order
from naysay.nyet.state import Discard, Move, Play, Team, Veto
from naysay.nyet.view import View
from naysay.terminal.display import MYSELF, People, Unclear, Unfinished, join_words, pick, several, split

COLOUR: Final = "|".join((*LETTERS, *(letter.casefold() for letter in COLOURS)))
SPOKEN: Final = re.compile(rf"\b({COLOUR})[ :-]?(\d{{1,2}})\b|\b(\d{{1,2}})({COLOUR})\b")
CARD: Final = re.compile(r"([rbygk])(\d{1,2})")
ROW_NAMES: Final = {**{row: row for row in ROWS}, "supertrump": "super", "first-player": "first", "character": "first"}
ALONE: Final = ("alone", "solo")


def read_move(text: str, view: View, people: People, legal: Sequence[str]) -> Move:
    """The move that was typed, legal or not; `legal` are the texts that would be right."""
    typed = split(text)
    try:
        match view.phase:
            case "veto":
                return _read_veto(typed, view, people)
            case "team":
                return _read_team(typed, view, people)
            case "discard":
                return _read_discard(typed, view)
        return _read_play(typed, view, legal)
    except Unclear:
        if typed and typed[0] == "team" and view.phase != "team":
            when = "it comes after the veto" if view.phase == "veto" else "that was done after the veto"
            raise Unclear(f"It is not the time to choose sides: {when}.") from None
        if other := _other_phase(typed, view):  # the rules say best why it is not the time for it
            return other
        raise


def _read_veto(typed: list[str], view: View, people: People) -> Veto:
    if typed and typed[0] in ("veto", "nyet", "no", "cover"):
        typed = typed[1:]
    boxes = view.edition.boxes
    if len(typed) == 2:
        rows = {ROW_NAMES[name] for name in pick(typed[0], ROW_NAMES)}
        if len(rows) != 1:
            raise Unclear(f"There is no row {quote(typed[0])}. The rows are {join_words(ROWS)}.")
        row = rows.pop()
        return Veto(row, _read_box(typed[1], row, view, people))
    if len(typed) == 1:
        if rows := {ROW_NAMES[name] for name in pick(typed[0], ROW_NAMES)} if len(typed[0]) > 1 else set():
            row = min(rows)
            free = _open_boxes(row, view)
            raise Unfinished(row, f"Which box of row {row}: {join_words(free, 'or')}?")
        found = [(row, box) for row in ROWS for box in pick(typed[0], boxes[row])]
        if len(found) == 1:
            return Veto(*found[0])
        if found:
            raise Unclear(f"Which one: {join_words([f'{row} {box}' for row, box in found], 'or')}?")
    if len(typed) > 2 and pick(typed[0], ROW_NAMES):
        raise Unclear(f"One box at a time: {quote(' '.join(typed))} is too much. A veto takes a row and a box.")
    raise Unclear(f"I cannot read {quote(' '.join(typed))} as a veto. It takes a row ({', '.join(ROWS)}) and a box.")


def _read_box(typed: str, row: str, view: View, people: People) -> str:
    boxes = view.edition.boxes[row]
    found = pick(typed.replace("−", "-"), boxes)
    if not found and row == "first":
        seat = people.me if typed in MYSELF else people.find(typed)
        found = [] if seat is None else [view.options.characters[seat]]
    if len(found) == 1:
        return found[0]
    free = join_words(_open_boxes(row, view))
    raise Unclear(f"Row {row} has no single box {quote(typed)}. Its open boxes are {free}.")


def _open_boxes(row: str, view: View) -> list[str]:
    """The boxes of a row that may be covered; a row with a single one left is settled."""
    free = [box.name for shown in view.board if shown.name == row for box in shown.boxes if box.open]
    if len(free) == 1:
        raise Unclear(f"Row {row} is settled: {free[0]}.")
    return free


def _read_team(typed: list[str], view: View, people: People) -> Team:
    if typed and typed[0] in ("team", "play"):
        typed = typed[1:]
    bonus: Seat | None = None
    asks_bonus = view.setup.players == 5
    if "bonus" in typed:
        place = typed.index("bonus")
        typed, after = typed[:place], typed[place + 1 :]
        if len(after) != 1:
            raise Unclear("After bonus comes one player.")
        bonus = people.read(after[0])
    if not typed and not asks_bonus and view.setup.players != 3:
        raise Unclear("Name your partner.")
    partners = () if typed in ([word] for word in ALONE) else tuple(sorted({people.read(word) for word in typed}))
    if asks_bonus and bonus is None and len(partners) in (1, 2) and people.me not in partners:
        mine = [people.me, *partners]
        pair = mine if len(mine) == 2 else [seat for seat in people.clockwise() if seat not in mine]
        begun = " ".join(("team", *map(str, partners), "bonus"))
        choice = join_words([people.who(seat) for seat in pair], "or")
        raise Unfinished(begun, f"Who of the pair gets the bonus card: {choice}?")
    return Team(partners, bonus)


def _read_discard(typed: list[str], view: View) -> Discard:
    assert view.terms is not None
    if typed and typed[0] in ("discard", "pass", "give"):
        typed = typed[1:]
    count = view.terms.discard.count
    cards = _cards(typed)
    if not cards:
        raise Unclear(f"{several(count, 'card').capitalize()} must go.")
    known = card_order(view.edition)
    if all(card in known for card in cards):
        cards = in_order(cards, view.edition)
    if len(cards) < count and all(view.hand.count(card) >= cards.count(card) for card in cards):
        raise Unfinished(" ".join(cards), f"{several(count - len(cards), 'more card').capitalize()} must go. Which?")
    return Discard(cards)


def _read_play(typed: list[str], view: View, legal: Sequence[str]) -> Play:
    if typed and typed[0] in ("play", "lead"):
        typed = typed[1:]
    if len(typed) == 1 and typed[0].isdecimal():
        found = [card for card in legal if card[1:] == typed[0]]
        if len(found) == 1:
            return Play(Card(found[0]))
        if found:
            raise Unclear(f"Which {typed[0]}: {join_words(found, 'or')}?")
    cards = _cards(typed)
    if len(cards) != 1:
        raise Unclear(f"One card goes to the trick, as in: {legal[0]}")
    return Play(cards[0])


def _cards(typed: list[str]) -> tuple[Card, ...]:
    """The cards in what was typed: R7, r7, 7r, red 7."""
    spoken = SPOKEN.sub(lambda found: _letter(found[1] or found[4]) + (found[2] or found[3]), " ".join(typed))
    cards = []
    for word in spoken.split():
        found = CARD.fullmatch(word)
        if not found or int(found[2]) > HIGHEST:
            raise Unclear(
                f"I cannot read {quote(word)} as a card: a letter ({' '.join(COLOURS)}) and a value, as in R7."
            )
        cards.append(Card(f"{found[1].upper()}{int(found[2])}"))
    return tuple(cards)


def _letter(colour: str) -> str:
    return LETTERS.get(colour, colour).casefold()


def _other_phase(typed: list[str], view: View) -> Move | None:
    """A whole move that belongs to another phase, in the notation."""
    if len(typed) < 2:
        return None
    verb, *rest = typed
    try:
        if verb == "discard":
            return Discard(_cards(rest))
        if verb == "play":
            cards = _cards(rest)
            return Play(cards[0]) if len(cards) == 1 else None
    except Unclear:
        return None
    row, *boxes = rest if verb == "veto" else typed
    return Veto(row, boxes[0]) if len(boxes) == 1 and boxes[0] in view.edition.boxes.get(row, ()) else None
