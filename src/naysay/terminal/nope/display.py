"""How Nope! looks in the terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from naysay.game import Card
from naysay.nope.cards import ACTIONS, COLOURS, SEE_THROUGHS, SHOWS
from naysay.nope.sets import counting, spell
from naysay.nope.state import Demand, Discard, Draw, Event, Move, Name
from naysay.nope.view import View
from naysay.terminal.display import People, Told, reveal, several, winning_words
from naysay.terminal.nope.parsing import FEW, read_move, selection
from naysay.terminal.screen import Screen

COMMANDS: Final = {
    "hand": "your cards, and which of them answer the demand",
    "board": "the discards, the demand, and who has how many cards",
    "last": "what happened last",
    "score": "who has how many cards, and who is out",
}
LAST: Final = 8


class NopeDisplay:
    """Nope! from one seat."""

    commands: Mapping[str, str] = COMMANDS

    def __init__(self, people: People, screen: Screen) -> None:
        self.people = people
        self.screen = screen

    def opening(self, view: View) -> list[str]:
        """What is played."""
        actions = "" if view.setup.options.action_cards else ", without action cards"
        limit = view.setup.options.max_turns
        turns = "" if limit is None else f" At most {several(limit, 'turn')}."
        return [f"Nope!: {view.setup.players} players{actions}. The last with cards in hand wins.{turns}"]

    def tell(self, before: View | None, after: View) -> list[Told]:
        """What happened between two views."""
        if before is None:
            begun = [event for event in after.history if event.kind != "turned"]
            return [] if begun else [Told(self._tell(event), "alone") for event in after.history]
        told = []
        for event in _worth_telling(after.history[len(before.history) :]):
            told.append(Told(self._tell(event)))
            if event.kind == "laid" and event.seat in after.out[len(before.out) :]:
                told.append(Told(f"{self.people.does(event.seat, 'are')} out."))
        if told and after.turn != before.turn:
            told[-1] = replace(told[-1], place="last")
        return told

    def table(self, view: View, legal: Sequence[Move]) -> list[str]:
        """What matters for the choice that is due."""
        return [*self.position(view), *self.expects(view, legal)]

    def position(self, view: View) -> list[str]:
        """Who faces what, the top of the discards, how many cards everyone has, and the hand."""
        if view.phase == "name":
            names = self.people.does(view.turn, "name", begins=False)
            head = self.screen.heading(f"{selection(view)} lies on top: {names} who is next")
            return [head, self._cards(view), self._hand(view)]
        demand = [] if view.demand is None else [f"{self.people.does(view.turn, 'face')} {spell(view.demand)}"]
        return [
            *map(self.screen.heading, demand),
            self._top(view),
            self._cards(view),
            self._hand(view),
            *(self._fitting(view) if view.turn == self.people.me else ()),
        ]

    def cards(self, view: View) -> str:
        """The hand by kinds of cards."""
        if not view.hand:
            return "no cards"
        if self.screen.plain:
            return ", ".join(_in_words(card) for card in view.hand)
        return f" {self.screen.bar} ".join(" ".join(group) for _, group in groupby(view.hand, key=_kind))

    def show(self, command: str, view: View) -> list[str]:
        """Hand, board, last or score."""
        match command:
            case "hand":
                return [self._hand(view), *self._fitting(view)]
            case "board":
                demand = [] if view.demand is None else [f"You face {spell(view.demand)}."]
                return [self._top(view), self._cards(view), *demand]
            case "last":
                return [
                    " ".join(self._tell(event) for event in _worth_telling(view.history)[-LAST:])
                    or "Nothing has happened yet."
                ]
        return [self._cards(view)]

    def expects(self, view: View, legal: Sequence[Move]) -> list[str]:
        """What may be typed now."""
        if view.phase == "name":
            return self._expects_name(view)
        lines = []
        if view.can_make_set and view.demand is not None:
            count = view.demand.count
            order = "" if count == 1 else " of one colour, bottom to top"
            single = count > 1 and any(isinstance(move, Discard) and len(move.cards) == 1 for move in legal)
            alone = ", or one matching action card alone" if single else ""
            lines.append(f"You must lay {several(count, 'card')}{order}, as in: {self.type(legal[0])}{alone}.")
        elif len(legal) == 1:
            lines.append("You have no set. Type draw.")
        else:
            lines.append("You have no set. Type draw, or one matching action card.")
        if 1 < len(legal) <= FEW:
            lines.append(
                "Or a number: " + ", ".join(f"{number} {self.type(move)}" for number, move in enumerate(legal, 1))
            )
        return lines

    def read(self, text: str, view: View, legal: Sequence[Move]) -> Move:
        """The move that was typed."""
        return read_move(text, view, self.people, legal)

    def type(self, move: Move) -> str:
        """A move as one would type it."""
        match move:
            case Discard(cards):
                return " ".join(cards)
            case Name(seat, count, colour):
                return f"{self.people.typed(seat)} {count} {COLOURS[colour]}"
            case Draw():
                return "draw"

    def reveal(self, key: str, params: Mapping[str, Any]) -> str:
        """One of the parameters of a bot's reason."""
        return reveal(key, params[key], self.people)

    def ending(self, view: View, result: Mapping[str, Any]) -> list[str]:
        """Who won, and in which order the others left."""
        winners = result["winners"]
        out = [self.people.who(seat) for seat in result["out"]]
        left = f" Out, in this order: {', '.join(out)}." if out else ""
        cards = several(view.hand_sizes[winners[0]], "card")
        return [f"{winning_words(winners, self.people)} with {cards} in hand.{left}"]

    def _tell(self, event: Event) -> str:
        match event.kind:
            case "turned":
                return f"The first discard is {event.cards[0]}. {self.people.does(event.seat, 'start')}."
            case "laid":
                return f"{self.people.does(event.seat, 'lay')} {' '.join(event.cards)}."
            case "drew":
                if not event.count and not event.cards:
                    return f"The pile is empty: {self.people.does(event.seat, 'draw', begins=False)} nothing."
                cards = f" {' '.join(event.cards)}" if event.cards else f" {several(event.count, 'card')}"
                return f"{self.people.does(event.seat, 'draw')}{cards}."
            case "nope":
                demand = "" if event.demand is None else f" to {spell(event.demand)}"
                return f'{self.people.does(event.seat, "say")} "Nope!"{demand}.'
            case "reshuffled":
                return f"The pile is empty: {several(event.count, 'discard')} shuffled into a new one."
        assert event.named is not None
        demand = spell(Demand(event.named.count, event.named.colour))
        return f"{self.people.does(event.seat, 'name')} {self.people.who(event.named.seat)}: {demand}."

    def _label(self, label: str, text: str) -> str:
        return f"{label}: {text}." if self.screen.plain else f" {label:6} {text}"

    def _top(self, view: View) -> str:
        top, over = view.discards[-1], counting(view.discards)
        if over:
            through = "see-through" if over == 1 else f"{over} see-throughs"
            return self._label("Top", f"{top}, and through the {through} {view.discards[-1 - over]} counts")
        note = " (nothing lies below it: its own colour counts)" if top in SEE_THROUGHS else ""
        return self._label("Top", f"{top}{note}")

    def _cards(self, view: View) -> str:
        counts = [f"{self.people.who(seat)} {view.hand_sizes[seat] or 'out'}" for seat in self.people.clockwise()]
        return self._label("Cards", f"{', '.join(counts)}; draw pile {view.pile}")

    def _hand(self, view: View) -> str:
        if not view.hand:
            return self._label("Hand", "no cards, you are out")
        return self._label("Your hand" if self.screen.plain else "Hand", self.cards(view))

    def _fitting(self, view: View) -> list[str]:
        """Which cards of the hand show which colour of the demand."""
        if view.demand is None or not view.hand or len(view.demand.colours) == len(COLOURS):
            return []
        lines = []
        for colour in view.demand.colours:
            cards = [card for card in view.hand if colour in SHOWS[card]]
            short = "" if len(cards) >= view.demand.count else f", {several(len(cards), 'card')} of {view.demand.count}"
            shown = " ".join(cards) or "none"
            label = COLOURS[colour].capitalize() if self.screen.plain else COLOURS[colour]
            lines.append(self._label(label, shown + (short if cards else "")))
        return lines

    def _expects_name(self, view: View) -> list[str]:
        others = [seat for seat in self.people.clockwise()[1:] if view.hand_sizes[seat]]
        seats = ", ".join(f"{seat} {self.people.who(seat)}" for seat in others)
        shows = SHOWS[selection(view)]
        colour = " red" if len(shows) > 1 else ""
        asks = "how many cards (1, 2, 3)" + (" and which colour" if colour else f" of {COLOURS[shows]}")
        who = self.people.typed(others[0])
        return [f"Name who is next, by name or number: {seats}; then {asks}, as in: {who} 3{colour}"]


def _worth_telling(history: Sequence[Event]) -> list[Event]:
    """What happened, but for a draw that found the pile empty and goes on after the shuffle."""
    following = (*history[1:], None)
    return [
        event
        for event, then in zip(history, following, strict=False)
        if event.kind != "drew" or event.count or event.cards or then is None or then.kind != "reshuffled"
    ]


def _kind(card: Card) -> int:
    if card in ACTIONS:
        return 4
    return min(len(SHOWS[card]), 3)


def _in_words(card: Card) -> str:
    """A card with its colours, for the ear."""
    shows = SHOWS[card]
    return (
        f"{card} {' and '.join(COLOURS[colour] for colour in shows)}"
        if len(shows) < len(COLOURS)
        else f"{card} all colours"
    )
