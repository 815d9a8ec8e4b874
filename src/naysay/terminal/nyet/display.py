"""How Nyet! looks in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from naysay.game import Card, Seat
from naysay.nyet.cards import COLOURS
from naysay.nyet.state import Discard, Move, Play, Team, Trick, Veto
from naysay.nyet.tricks import gone_supertrump, suit, winning
from naysay.nyet.view import View
from naysay.terminal.display import People, Told, reveal, several, winning_words
from naysay.terminal.nyet import words
from naysay.terminal.nyet.parsing import read_move
from naysay.terminal.screen import Screen

COMMANDS: Final = {
    "hand": "your cards",
    "board": "the veto board, and the terms once it is settled",
    "trick": "the trick on the table",
    "last": "the last trick, who took it and why",
    "score": "this round so far, and the score sheet",
}
EXAMPLES: Final = ("points", "discard", "trump", "super", "first")


class NyetDisplay:
    """Nyet! from one seat."""

    commands: Mapping[str, str] = COMMANDS

    def __init__(self, people: People, screen: Screen) -> None:
        self.people = people
        self.screen = screen

    def opening(self, view: View) -> list[str]:
        """Edition, players and length."""
        rounds = view.options.rounds
        length = several(rounds, "round") if rounds is not None else f"up to {view.options.target} points"
        agreed = words.say_agreed(view.options, view.edition)
        return [
            f"{view.edition.name}: {view.setup.players} players, {length}. Everybody at this table says no.",
            *([f"Agreed: {agreed}."] if agreed else []),
        ]

    def tell(self, before: View | None, after: View) -> list[Told]:
        """What happened between two views."""
        if before is None:
            return self._new_round(after)
        if len(after.rounds) > len(before.rounds):
            return self._end_of_round(before, after)
        told = [self._tell_veto(seat, row, box, after) for seat, row, box in after.vetoes[len(before.vetoes) :]]
        if before.terms is None and after.terms is not None:
            told.append(Told(words.say_terms(after, self.people), "alone"))
        if before.sides is None and after.sides is not None:
            told.append(Told(words.say_sides(after, self.people), "alone"))
        told += self._tell_given(before, after)
        return told + self._tell_cards(before, after)

    def table(self, view: View, legal: Sequence[Move]) -> list[str]:
        """What matters for the choice that is due."""
        match view.phase:
            case "veto":
                return [*self.position(view), "Your veto. " + self.expects(view, legal)[0]]
            case "team":
                return [*self.show("hand", view), "You play first. Choose sides.", *self.expects(view, legal)]
            case "discard":
                return [*self.show("hand", view), *self.expects(view, legal)]
        return [*self.position(view), *self.expects(view, legal)]

    def position(self, view: View) -> list[str]:
        """The board, the terms or the trick, and the hand; between the rounds the scores."""
        match view.phase:
            case "veto":
                legend = f"{self.screen.cross} covered, = settled"
                head = [] if self.screen.plain else [self.screen.heading(f"The board: {legend}")]
                return [*head, *self.show("board", view), *self.show("hand", view)]
            case "team" | "discard":
                assert view.terms is not None
                sides = [words.say_sides(view, self.people)] if view.sides else []
                return [words.say_terms(view, self.people), *sides, *self.show("hand", view)]
            case "play":
                return self._trick_table(view)
        return self.show("score", view)

    def cards(self, view: View) -> str:
        """The hand by colours."""
        return words.group_hand(view.hand, self.screen) or "no cards"

    def show(self, command: str, view: View) -> list[str]:
        """Hand, board, trick, last trick or score."""
        match command:
            case "hand":
                return self._hand(view)
            case "board":
                rows = (
                    words.board(view.board, view.options.characters, self.people, self.screen)
                    if view.board[0].boxes
                    else []
                )
                return rows + ([words.say_terms(view, self.people)] if view.terms else [])
            case "trick":
                return [self._trick(view)]
            case "last":
                return self._last(view)
        return self._score(view)

    def expects(self, view: View, legal: Sequence[Move]) -> list[str]:
        """What may be typed now."""
        example = self.type(legal[0])
        match view.phase:
            case "veto":
                return [f"Type a row and a box to cover it, as in: {self.type(self._example_veto(view, legal))}"]
            case "team":
                return self._expects_team(view)
            case "discard":
                assert view.terms is not None
                what = words.say_discard(view.terms.discard, view.edition, self.people)
                secret = "Everybody chooses at once, in secret."
                return [f"{what[0].upper()}{what[1:]}, as in: {example}. {secret}"]
        if view.led and self._follows(legal[0], view):
            return [f"Follow {view.led}{self._note(view, legal)}: {' '.join(self.type(move) for move in legal)}."]
        if view.led:
            return [f"You have no {view.led}{self._note(view, ())}: play any card, as in: {example}"]
        return [f"You lead: play any card, as in: {example}"]

    def read(self, text: str, view: View, legal: Sequence[Move]) -> Move:
        """The move that was typed."""
        return read_move(text, view, self.people, [self.type(move) for move in legal])

    def type(self, move: Move) -> str:
        """A move as one would type it."""
        match move:
            case Veto(row, box):
                return f"{row} {box}"
            case Play(card):
                return str(card)
            case Discard(cards):
                return " ".join(cards)
            case Team(partners, bonus):
                text = " ".join(self.people.typed(seat) for seat in partners) or "alone"
                return text if bonus is None else f"{text} bonus {self.people.typed(bonus)}"

    def reveal(self, key: str, params: Mapping[str, Any]) -> str:
        """One of the parameters of a bot's reason; a box as one would type it."""
        if key == "box":
            return f"{params.get('row', 'discard')} {params[key]}"
        return reveal(key, params[key], self.people)

    def ending(self, view: View, result: Mapping[str, Any]) -> list[str]:
        """The score sheet was just shown: who won, and where you stand."""
        winners, totals = result["winners"], result["scores"]
        lines = [f"{winning_words(winners, self.people)} with {max(totals)}."]
        if self.people.me not in winners:
            mine = totals[self.people.me]
            lines.append(f"You come {ordinal(words.rank(totals, self.people.me))} of {len(totals)} with {mine}.")
        return lines

    def _example_veto(self, view: View, legal: Sequence[Move]) -> Move:
        """A veto that suggests no plan: points or discard before colours, and never your own character."""
        own = view.options.characters[self.people.me]
        vetoes = [move for move in legal if isinstance(move, Veto) and (move.row, move.box) != ("first", own)]
        return min(vetoes, key=lambda veto: EXAMPLES.index(veto.row))

    def _follows(self, move: Move, view: View) -> bool:
        assert view.terms is not None
        return isinstance(move, Play) and COLOURS[suit(move.card, view.terms)] == view.led

    def _note(self, view: View, following: Sequence[Move]) -> str:
        """Where a supertrump does not count as the colour that is printed on it: led, or in hand."""
        assert view.terms is not None
        gone = gone_supertrump(view.terms)
        if gone is None:
            return ""
        alone = bool(following) and all(move == Play(gone) for move in following)
        absent = not following and gone in view.hand and COLOURS[gone[0]] == view.led
        if not (alone or absent or view.trick[0] == gone):
            return ""
        return f" ({gone} is a supertrump and counts as {COLOURS[suit(gone, view.terms)]})"

    def _new_round(self, view: View) -> list[Told]:
        number, rounds = len(view.rounds) + 1, view.options.rounds
        of = f" of {rounds}" if rounds is not None else ""
        heading = self.screen.heading(f"Round {number}{of}. {self.people.does(view.dealer, 'deal')}")
        return [Told("", "alone"), Told(heading, "alone")]

    def _end_of_round(self, before: View, after: View) -> list[Told]:
        done = after.rounds[-1]
        told = [self._tell_card(seat, card, place) for place, (seat, card) in self._new_cards(before, done.last_trick)]
        told.append(Told(words.tell_trick(done.last_trick, done.terms, self.people), "last"))
        told.append(Told(self.screen.heading(f"Round {len(after.rounds)} is over"), "alone"))
        options = after.options
        score = words.tell_score(done, options.scoring, options.bonus, self.people, self.screen)
        score += words.sheet(after.rounds, after.totals, self.people, self.screen)
        told += [Told(line, "alone") for line in score]
        return told if after.phase == "over" else told + self._new_round(after)

    def _new_cards(self, before: View, trick: Trick) -> list[tuple[int, tuple[Seat, Card]]]:
        return list(enumerate(words.played(trick.leader, trick.cards)))[len(before.trick) :]

    def _tell_card(self, seat: int, card: str, place: int, in_table: bool = False) -> Told:
        return Told(f"{self.people.does(seat, 'play' if place else 'lead')} {card}.", in_table=in_table)

    def _tell_veto(self, seat: int, row: str, box: str, after: View) -> Told:
        left = next(shown for shown in after.board if shown.name == row)
        settled = ""
        if left.settled:
            settled = (
                f" That settles {words.ROW_WORDS.get(row, row)}: {next(box.name for box in left.boxes if box.open)}."
            )
        return Told(f"{self.people.does(seat, 'say')} no to {row} {box}.{settled}")

    def _tell_given(self, before: View, after: View) -> list[Told]:
        """What you gave and got; that the others choose too goes without saying."""
        me = self.people.me
        if after.terms is None or not after.terms.discard.count or me not in after.chosen or after.taken or after.trick:
            return []
        told, to = [], after.terms.discard.passed_to
        if me not in before.chosen and to:
            told.append(Told(f"You pass {' '.join(after.gave)} to {self.people.who((me + to) % after.setup.players)}."))
        elif me not in before.chosen:
            told.append(Told(f"You discard {' '.join(after.gave)}. So do the others, unseen."))
        if before.phase == "discard" and after.phase == "play" and after.got:
            told.append(Told(f"You get {' '.join(after.got)} from {self.people.who((me - to) % after.setup.players)}."))
        return told

    def _tell_cards(self, before: View, after: View) -> list[Told]:
        if after.phase != "play" or before.phase != "play":
            return []
        if len(after.taken) > len(before.taken):
            trick = after.taken[-1]
            told = [self._tell_card(seat, card, place) for place, (seat, card) in self._new_cards(before, trick)]
            assert after.terms is not None
            return [*told, Told(words.tell_trick(trick, after.terms, self.people), "last")]
        assert after.leader is not None
        cards = list(enumerate(words.played(after.leader, after.trick, after.setup.players)))
        return [
            self._tell_card(seat, card, place, seat != self.people.me)
            for place, (seat, card) in cards[len(before.trick) :]
        ]

    def _label(self, label: str, text: str) -> str:
        return f"{label}: {text}." if self.screen.plain else f" {label:8} {text}"

    def _hand(self, view: View) -> list[str]:
        return [self._label("Your hand" if self.screen.plain else "Hand", self.cards(view))]

    def _trick(self, view: View) -> str:
        if not view.trick or view.terms is None or view.leader is None:
            return self._label("The trick" if self.screen.plain else "Trick", "no card lies on the table yet")
        ahead = winning(view.trick, view.terms)
        parts = []
        for place, (seat, card) in enumerate(words.played(view.leader, view.trick, view.setup.players)):
            marks = [mark for mark, holds in (("led", place == 0), ("ahead", place == ahead)) if holds]
            parts.append(f"{self.people.who(seat)} {card}" + (f" ({', '.join(marks)})" if marks else ""))
        return self._label("On the table" if self.screen.plain else "Trick", ", ".join(parts))

    def _trick_table(self, view: View) -> list[str]:
        assert view.terms is not None
        terms = f"{words.say_trump(view.terms)}, {words.say_points(view.terms.points)}"
        sides = words.count_sides(view, self.people)
        lines = [self.screen.heading(f"Trick {len(view.taken) + 1} of {view.trick_count}: {terms}")]
        if self.screen.plain:
            lines += [f"{side}." for side in sides]
        else:
            lines += [self._label(*side.split(": ", 1)) for side in sides]
        if view.trick:
            lines.append(self._trick(view))
        return [*lines, *self._hand(view)]

    def _last(self, view: View) -> list[str]:
        if view.taken:
            trick, terms = view.taken[-1], view.terms
        elif view.rounds:
            done = view.rounds[-1]
            trick, terms = done.last_trick, done.terms
        else:
            return ["No trick has been taken yet."]
        assert terms is not None
        return [words.list_trick(trick, self.people) + " " + words.tell_trick(trick, terms, self.people)]

    def _score(self, view: View) -> list[str]:
        so_far = []
        if view.sides is not None and view.terms is not None:
            sides = "; ".join(words.count_sides(view, self.people))
            so_far = [f"This round: {sides}; {words.say_points(view.terms.points)}."]
        return so_far + words.sheet(view.rounds, view.totals, self.people, self.screen)

    def _expects_team(self, view: View) -> list[str]:
        others = [seat for seat in range(view.setup.players) if seat != self.people.me]
        seats = ", ".join(f"{seat} {self.people.who(seat)}" for seat in others)
        name = self.people.typed(others[0])
        match view.setup.players:
            case 3:
                return [f"Type alone, or your partner by name or number: {seats}. Who is alone has the bonus card."]
            case 4:
                return [f"Type your partner by name or number: {seats}."]
        *both, last = (self.people.typed(seat) for seat in others[:3])
        trio = " ".join(both)
        return [
            f"Type one partner (a pair) or two (a trio) by name or number: {seats}.",
            f"Then who of the pair gets the bonus card, as in: {name} bonus me; or: {trio} bonus {last}",
        ]


def ordinal(place: int) -> str:
    """A place in words."""
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")
