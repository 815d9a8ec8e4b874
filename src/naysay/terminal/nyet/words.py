"""Nyet! in words: why a trick was taken, what the terms are, how a round's score came about."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from naysay.game import Card, Seat
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import DiscardRule, Edition, Options
from naysay.nyet.options import describe
from naysay.nyet.state import RoundScore, Terms, Trick
from naysay.nyet.tricks import suit, winning
from naysay.nyet.view import Box, Row, View
from naysay.terminal.display import People, join_words, several
from naysay.terminal.screen import WIDTH, Screen

SIDES: Final = ("Pebbles", "Bricks")
ROW_WORDS: Final = {"first": "first player", "super": "supertrump"}


def group_hand(cards: Sequence[Card], screen: Screen) -> str:
    """A hand by colour, in the order the view gives it."""
    groups = [(letter, list(group)) for letter, group in groupby(cards, key=lambda card: card[0])]
    if screen.plain:
        return "; ".join(f"{COLOURS[letter]} {', '.join(group)}" for letter, group in groups)
    return f" {screen.bar} ".join(" ".join(group) for _, group in groups)


def why_taken(cards: Sequence[Card], terms: Terms) -> str:
    """Why the winning card of a trick wins.

    >>> terms = Terms(0, DiscardRule(0), trump="Y", supertrump=Card("B1"), supertrump_suit="Y", points=2)
    >>> why_taken((Card("B1"), Card("Y13"), Card("B1")), terms)
    'B1 is the last supertrump'
    >>> why_taken((Card("G9"), Card("G13"), Card("Y2"), Card("Y7")), terms)
    'Y7 is the highest trump'
    >>> why_taken((Card("G7"), Card("G7"), Card("R13")), terms)
    'G7 is the highest of the suit led, the later of two'
    """
    card = cards[winning(tuple(cards), terms)]
    if card == terms.supertrump:
        return f"{card} is {'the last' if cards.count(card) > 1 else 'a'} supertrump"
    equal = {1: "", 2: ", the later of two"}.get(cards.count(card), f", the last of {cards.count(card)}")
    if card[0] == terms.trump:
        alone = sum(other[0] == terms.trump for other in cards) == 1
        return f"{card} is the {'only' if alone else 'highest'} trump{equal}"
    led = sum(suit(other, terms) == suit(cards[0], terms) for other in cards)
    return f"{card} is the {'only card' if led == 1 else 'highest'} of the suit led{equal}"


def tell_trick(trick: Trick, terms: Terms, people: People) -> str:
    """Who took a trick, why, and the loot in it: low cards of the other side."""
    text = f"{people.does(trick.winner, 'take')} it: {why_taken(trick.cards, terms)}."
    cards = played(trick.leader, trick.cards)
    loot = [f"{card} from {people.who(seat)}" for seat, card in (cards[place] for place in trick.loot_places)]
    return text + (f" Loot: {join_words(loot)}." if loot else "")


def played(leader: Seat, cards: Sequence[Card], players: int | None = None) -> list[tuple[Seat, Card]]:
    """Who played which card, in order."""
    return [((leader + place) % (players or len(cards)), card) for place, card in enumerate(cards)]


def list_trick(trick: Trick, people: People) -> str:
    """The cards of a finished trick with their players."""
    first, *others = played(trick.leader, trick.cards)
    followed = join_words([f"{people.who(seat)} {card}" for seat, card in others])
    return f"{people.does(first[0], 'lead')} {first[1]}, then {followed}."


def say_discard(rule: DiscardRule, edition: Edition, people: People) -> str:
    """What row 2 asks of the player."""
    if rule.count == 0:
        return "nobody discards"
    cards = several(rule.count, "card")
    if rule.passed_to:
        to = people.who((people.me + rule.passed_to) % len(people.names))
        return f"pass {cards} to {to}"
    return f"discard {cards}" + (f", no {edition.low}" if rule.not_low else "")


def say_trump(terms: Terms) -> str:
    """Trump and supertrump."""
    trump = "no trump" if terms.trump is None else f"trump {COLOURS[terms.trump]}"
    if terms.supertrump is None:
        return f"{trump}, no supertrump"
    assert terms.supertrump_suit is not None
    counts = f" (counts as {COLOURS[terms.supertrump_suit]})" if terms.supertrump_suit != terms.supertrump[0] else ""
    return f"{trump}, supertrump {terms.supertrump}{counts}"


def say_points(points: int) -> str:
    """What a trick or a loot card is worth."""
    return "1 point each" if points == 1 else f"{points} points each"


def say_terms(view: View, people: People) -> str:
    """What the veto left open."""
    terms = view.terms
    assert terms is not None
    first = people.does(terms.first, "play")
    discard = say_discard(terms.discard, view.edition, people)
    return f"The veto is over. {first} first; {discard}; {say_trump(terms)}; {say_points(terms.points)}."


def say_sides(view: View, people: People) -> str:
    """Who plays with whom, and who has the bonus card."""
    assert view.sides is not None
    sides = [people.all_of(seat for seat, side in enumerate(view.sides) if side == which) for which in (0, 1)]
    bonus = "" if view.bonus is None else f" {people.does(view.bonus, 'have')} the bonus card."
    return f"{SIDES[0]}: {sides[0]}. {SIDES[1]}: {sides[1]}.{bonus}"


def count_sides(view: View, people: People) -> list[str]:
    """What each side took so far."""
    assert view.sides is not None
    lines = []
    for which, name in enumerate(SIDES):
        seats = [seat for seat in people.clockwise() if view.sides[seat] == which]
        parts = [_taken(view, seat, people) for seat in seats]
        lines.append(f"{name}: {', '.join(parts)}")
    return lines


def _taken(view: View, seat: Seat, people: People) -> str:
    tricks = several(view.tricks[seat], "trick") if view.tricks[seat] else "nothing"
    loot = f" and {view.loot[seat]} loot" if view.loot[seat] else ""
    bonus = " (bonus card)" if seat == view.bonus else ""
    return f"{people.who(seat)} {tricks}{loot}{bonus}"


def tell_score(done: RoundScore, scoring: str, bonus: str, people: People, screen: Screen) -> list[str]:
    """The arithmetic of a round, side by side, then what the options make of it."""
    lines, teams = [], [0, 0]
    for which, name in enumerate(SIDES):
        seats = [seat for seat in people.clockwise() if done.sides[seat] == which]
        doubled = done.bonus if bonus == "own" and done.bonus in seats else None
        single = [seat for seat in seats if seat != doubled]
        total = sum(done.tricks[seat] + done.loot[seat] for seat in single)
        whose = "" if doubled is None else f"{people.all_of(single)} "
        parts = [whose + _sum_of(done, single)] if single else []
        if doubled is not None:
            own = done.tricks[doubled] + done.loot[doubled]
            parts.append(f"{people.who(doubled)} {_sum_of(done, [doubled])}, with the bonus card {own} × 2 = {2 * own}")
            if single:
                parts.append(f"{total} + {2 * own} = {total + 2 * own}")
            total += 2 * own
        teams[which] = total * done.terms.points
        each = " each" if len(seats) > 1 else ""
        parts.append(f"{total} × {done.terms.points} = {teams[which]}{each}")
        lines.append(" " + screen.sums(f"{name} ({people.all_of(seats)}): {'; '.join(parts)}."))
    if scoring == "difference":
        scores = [max(0, teams[0] - teams[1]), max(0, teams[1] - teams[0])]
        lines.append(f" Only the difference counts: {SIDES[0]} {scores[0]}, {SIDES[1]} {scores[1]}.")
    if bonus == "player" and done.bonus is not None:
        lines.append(f" The bonus card doubles that for {people.who(done.bonus)}: {done.scores[done.bonus]}.")
    return lines


def _sum_of(done: RoundScore, seats: Sequence[Seat]) -> str:
    tricks, loot = (sum(took[seat] for seat in seats) for took in (done.tricks, done.loot))
    return f"{several(tricks, 'trick')} + {loot} loot = {tricks + loot}"


def sheet(rounds: Sequence[RoundScore], totals: Sequence[int], people: People, screen: Screen) -> list[str]:
    """The score sheet: points by round and player."""
    seats = people.clockwise()
    if not rounds:
        return ["No round is scored yet."]
    rows = [(f"Round {number}", done.scores) for number, done in enumerate(rounds, 1)] + [("Total", tuple(totals))]
    if screen.plain:
        in_words = [(label, [f"{people.who(seat)} {scores[seat]}" for seat in seats]) for label, scores in rows]
        return [f"{label}: {', '.join(parts)}." for label, parts in in_words]
    columns = [(seat, max(len(people.who(seat)), 4) + 2) for seat in seats]
    head = "".join(people.who(seat).rjust(width) for seat, width in columns)
    body = [
        f" {label:9}" + "".join(str(scores[seat]).rjust(width) for seat, width in columns) for label, scores in rows
    ]
    return [" " * 10 + head, *body]


AGREED: Final = {
    ("scoring", "difference"): "the side with more scores the difference",
    ("scoring", "totals"): "both sides score",
    ("bonus", "player"): "the bonus card doubles its holder's score",
    ("bonus", "own"): "the bonus card doubles tricks and loot",
    ("supertrump", "trump"): "supertrumps are trumps",
    ("supertrump", "own"): "supertrumps stay in their own colour",
    ("tricks", "last"): "only the last trick is shown",
}


def say_agreed(options: Options, edition: Edition) -> str:
    """What differs from the edition, but for the length and the characters, which are seen anyway."""
    told = describe(options, edition)
    return "; ".join(sentence for (key, value), sentence in AGREED.items() if told.get(key) == value)


def board(rows: Sequence[Row], characters: Sequence[str], people: People, screen: Screen) -> list[str]:
    """The board of vetoes: a table, or a sentence for each row where a table is of no use or too wide.

    `characters` are the boxes of the first row, by seat.
    """
    if not screen.plain:
        for close in (False, True):
            lines = _draw_board(rows, characters, people, screen, close)
            if max(map(len, lines)) <= WIDTH:
                return lines
    return [_row_in_words(row, characters, people) for row in rows]


def _draw_board(
    rows: Sequence[Row], characters: Sequence[str], people: People, screen: Screen, close: bool
) -> list[str]:
    """Two lines for a row: its boxes, and who covered them; set `close` to save room."""
    cells = [[_cell(row, box, characters, people, screen, close) for box in row.boxes] for row in rows]
    columns = range(max(map(len, cells)))
    widths = [max(len(text) for row in cells if place < len(row) for text in row[place]) for place in columns]
    gap = f" {screen.bar}" if close else f" {screen.bar} "
    lines = []
    for row, texts in zip(rows, cells, strict=True):
        for part, label in enumerate((row.name, "")):
            if any(text[part] for text in texts):
                boxes = [text[part].ljust(width) for text, width in zip(texts, widths, strict=False)]
                lines.append(f" {label:7}{gap.join(('', *boxes))}".rstrip())
    return lines


def _cell(
    row: Row, box: Box, characters: Sequence[str], people: People, screen: Screen, close: bool
) -> tuple[str, str]:
    name, player = _box_name(row, box, characters, people), _player(row, box, characters)
    if close and player is not None:
        name = people.who(player)
    if box.open:
        return f"{'=' if row.settled else ' '} {name}", ""
    return f"{screen.cross} {name}", f"  {'unused' if box.by is None else people.who(box.by)}"


def _player(row: Row, box: Box, characters: Sequence[str]) -> Seat | None:
    """Whose character this is."""
    return characters.index(box.name) if row.name == "first" and box.name in characters else None


def _box_name(row: Row, box: Box, characters: Sequence[str], people: People) -> str:
    """A box; a character with its player where the name does not tell."""
    player = _player(row, box, characters)
    if player is None or people.who(player).casefold() == box.name:
        return box.name
    return f"{box.name} ({people.who(player)})"


def _row_in_words(row: Row, characters: Sequence[str], people: People) -> str:
    parts: dict[str, list[str]] = {"open": [], "covered": [], "not in play": []}
    for box in row.boxes:
        name = _box_name(row, box, characters, people)
        if box.open:
            parts["open"].append(name)
        elif box.by is None:
            parts["not in play"].append(name)
        else:
            parts["covered"].append(f"{name} by {people.who(box.by)}")
    shown = {"settled" if state == "open" and row.settled else state: names for state, names in parts.items() if names}
    in_words = [f"{state} {', '.join(names)}" for state, names in shown.items()]
    return f"Row {row.name}: {'; '.join(in_words)}."


def rank(totals: Iterable[int], seat: Seat) -> int:
    """The place of a seat in the standing, from 1."""
    scores = list(totals)
    return 1 + sum(score > scores[seat] for score in scores)
