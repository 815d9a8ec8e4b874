"""A game that was played, step by step: from a seat's view, or with all hands open."""

import shlex
import sys
from dataclasses import dataclass, replace
from typing import Any, Final

from naysay.game import AnyGame, Seat, quote
from naysay.record import Record
from naysay.steps import Replay, Step, round_of, trick_of
from naysay.terminal.display import Display, People, Unclear, cut, paragraphs, pick, suggest
from naysay.terminal.play import QUIT, Ask, choose_display, fit_screen, keyboard
from naysay.terminal.screen import Screen, choose_screen

COMMANDS: Final = {
    "next": "the next step, also by > or Enter; next trick (>>) and next round (>>>) go further",
    "back": "the step before, also by <; back trick (<<) and back round (<<<)",
    "start": "the first step",
    "end": "the last step",
    "seat": "the game as another player saw it, as in seat 2",
    "hands": "hands all opens all hands, hands own closes them",
    "help": "the commands",
    "quit": "stop here",
}
SIGNS: Final = {
    "": "next",
    "n": "next",
    ">": "next",
    ">>": "next trick",
    ">>>": "next round",
    "b": "back",
    "<": "back",
    "<<": "back trick",
    "<<<": "back round",
    "?": "help",
}
GROUPS: Final = {"trick": trick_of, "turn": trick_of, "round": round_of}


@dataclass(frozen=True, slots=True)
class Looking:
    """What is looked at: a step, as a seat saw it, with its own hand or with all."""

    step: Step
    seat: Seat
    all_hands: bool = False


def find_seat(record: Record, seat: Seat | None) -> Seat:
    """The seat that was asked for; if none was, the one that `naysay play` notes as the player's own, or the first."""
    players = len(record.players)
    if seat is None:
        own = record.meta.get("you") if record.meta else None
        return own if type(own) is int and 0 <= own < players else 0
    if not 0 <= seat < players:
        raise ValueError(f"seat {seat} is not one of 0 to {players - 1}")
    return seat


def run(replay: Replay, looking: Looking, file: str, plain: bool, ask: Ask | None = None) -> None:
    """Show where it begins, and go on by what is typed; without a keyboard or a screen that is all."""
    if ask is None and file != "-" and sys.stdin.isatty() and sys.stdout.isatty():
        ask = keyboard()
    session = Session(replay, choose_screen(plain))
    session.show(session.introduce(looking), looking)
    session.show(session.describe(looking), looking)
    if ask is None:
        return
    session.show([f"{len(replay.steps)} steps. Enter goes on, help lists the commands."], looking)
    try:
        while True:
            looking = session.obey(ask(f"{looking.step.at}> ").strip(), looking)
    except (EOFError, KeyboardInterrupt):
        seat = f" --seat {looking.seat}{' --hands all' if looking.all_hands else ''}"
        session.show(["", "Back to this step:"], looking)
        session.screen.show_whole(f"naysay replay {shlex.quote(file)} --at {looking.step.at}{seat}")


class Session:
    """A replay on a screen. Where it is looked at from is an argument, never kept."""

    def __init__(self, replay: Replay, screen: Screen) -> None:
        self.replay = replay
        self.game: AnyGame = replay.record.game
        self.names = replay.record.players
        self.screen = screen

    def show(self, lines: list[str], looking: Looking) -> None:
        """Print lines, in colour if the display of the game has a use for it."""
        fit_screen(self._display(looking.seat), self.screen).show(lines)

    def introduce(self, looking: Looking) -> list[str]:
        """What was played, and by whom."""
        seats = ", ".join(f"{seat} {cut(name)}" for seat, name in enumerate(self.names))
        return [*self._display(looking.seat).opening(self._view(looking.step, looking.seat)), f"Seats: {seats}."]

    def describe(self, looking: Looking) -> list[str]:
        """A step: what happened, and the position after it."""
        step, seat, display = looking.step, looking.seat, self._display(looking.seat)
        view = self._view(step, seat)
        before = self._view(self.replay.steps[step.n - 1], seat) if step.n else None
        told = [line for line in paragraphs(display.tell(before, view)) if line]
        result = self.game.result(step.state)
        position = display.position(view) if result is None else display.ending(view, result)
        people = People(self.names, seat)
        head = f"{step.at}, step {step.n + 1} of {len(self.replay.steps)}, as {cut(self.names[seat])} sees it"
        return [
            self.screen.heading(head),
            *self._say_move(looking, bool(told)),
            *told,
            *(line for line in position if line not in told),
            *(self._open_hands(looking) if looking.all_hands else ()),
            *([f"To act: {people.all_of(acting)}."] if (acting := self.game.to_act(step.state)) else ()),
        ]

    def obey(self, text: str, looking: Looking) -> Looking:
        """Where a command or an address leads to; it is shown."""
        try:
            found, shown = self._follow(" ".join(text.split()), looking)
        except ValueError as error:
            found, shown = looking, [str(error)]
        self.show(self.describe(found) if shown is None else shown, found)
        return found

    def _follow(self, text: str, looking: Looking) -> tuple[Looking, list[str] | None]:
        """What is looked at next, and what to print if that is not the step itself."""
        display, step = self._display(looking.seat), looking.step
        word, _, rest = SIGNS.get(text, text).casefold().partition(" ")
        if word in QUIT:
            raise EOFError
        found = pick(word, (*COMMANDS, *display.commands))
        command = found[0] if len(found) == 1 else ""
        match command, rest:
            case (("next" | "back"), ""):
                return replace(looking, step=self.replay.move_by(step, 1 if command == "next" else -1)), None
            case (("next" | "back"), group) if group in GROUPS:
                go = self.replay.next_group if command == "next" else self.replay.previous_group
                return replace(looking, step=go(step, GROUPS[group])), None
            case "start", "":
                return replace(looking, step=self.replay.steps[0]), None
            case "end", "":
                return replace(looking, step=self.replay.steps[-1]), None
            case "seat", who if who:
                return replace(looking, seat=People(self.names, looking.seat).read(who)), None
            case "hands", ("all" | "own") as which:
                return replace(looking, all_hands=which == "all"), None
            case "help", "":
                return looking, self._help(looking)
            case "quit", "":
                raise EOFError
        if command in display.commands and not rest:
            return looking, display.show(command, self._view(step, looking.seat))
        return replace(looking, step=self._jump(text, command)), None

    def _jump(self, text: str, command: str) -> Step:
        """The step at an address; if it cannot be meant for one, say what may be typed."""
        if len(text) == 1 or (" " not in text and any(letter.isdigit() for letter in text)):
            return self.replay.find(text)
        if command in COMMANDS:
            raise Unclear(f"{command}: {COMMANDS[command]}.")
        raise Unclear(
            f"{quote(text)} is neither a command nor an address such as {self.replay.steps[-1].at}; help lists the "
            f"commands.{suggest(text, COMMANDS)}"
        )

    def _help(self, looking: Looking) -> list[str]:
        known = {**COMMANDS, **self._display(looking.seat).commands}
        lines = [f"{name}: {line}." if self.screen.plain else f" {name:6} {line}" for name, line in known.items()]
        return [f"Type an address to go there, as in {self.replay.steps[-1].at}, or a command:", *lines]

    def _say_move(self, looking: Looking, is_told: bool) -> list[str]:
        """What the display leaves out: a shuffle, a game without words of its own, what others chose in secret."""
        step, people = looking.step, People(self.names, looking.seat)
        if step.seat is None or step.move is None:
            return [] if is_told else ["The cards are shuffled." if step.n or step.at != "m0" else "The game begins."]
        public = self.game.told(self.game.read_move(step.move)) is not None
        if is_told and (public or step.seat == looking.seat or not looking.all_hands):
            return []
        seen = public or step.seat == looking.seat or looking.all_hands
        return [people.does(step.seat, "choose") + (f": {step.move}." if seen else ", unseen.")]

    def _open_hands(self, looking: Looking) -> list[str]:
        """The hands of all others, clockwise."""
        lines = []
        for seat in People(self.names, looking.seat).clockwise()[1:]:
            cards = self._display(seat).cards(self._view(looking.step, seat))
            name = cut(self.names[seat])
            lines.append(f"{name}'s hand: {cards}." if self.screen.plain else f" {name:8} {cards}")
        return lines

    def _display(self, seat: Seat) -> Display:
        return choose_display(self.game, People(self.names, seat), self.screen)

    def _view(self, step: Step, seat: Seat) -> Any:
        return self.game.view(step.state, seat)
