"""A whole game in the terminal: open it, let the bots act, ask the player, save each move before showing it."""

import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

import click

from naysay.bots.registry import bots_for, find
from naysay.game import AnyGame, IllegalMove, Reason, Seat, quote
from naysay.match import Deal, Match
from naysay.record import Record, RecordError
from naysay.terminal import save
from naysay.terminal.display import (
    Display,
    People,
    Told,
    Unclear,
    Unfinished,
    join_words,
    look_up_rule,
    paragraphs,
    pick,
    rules_page,
    suggest,
)
from naysay.terminal.generic import GenericDisplay
from naysay.terminal.nope.display import NopeDisplay
from naysay.terminal.nyet.display import NyetDisplay
from naysay.terminal.reasons import list_reasons
from naysay.terminal.save import Changed, SavedMatch
from naysay.terminal.screen import Screen, choose_screen

Ask = Callable[[str], str]

ANIMALS: Final = ("bear", "wolf", "eagle", "tiger", "crane", "hawk", "dove")
DEFAULT_NAME: Final = "You"
DEFAULT_BOT: Final = "steady"
BLIND_BOT: Final = "random"
PROMPT: Final = "> "
MOST_MOVES: Final = 30
COMMANDS: Final = {
    "help": "the commands, and what may be typed now",
    "rules": "the rules in short; rules 6.3 gives one of them",
    "moves": "your legal moves",
    "hint": "what the steady bot would do, and why",
    "quit": "stop here; the game is saved and can go on later",
}
QUIT: Final = ("quit", "exit", "q")


@dataclass(frozen=True, slots=True)
class Options:
    """What `naysay play` was asked for. `bots`: one for each other seat, or one for all; none stands for steady.

    With `resume` only `plain` and `record` count: the rest is in the record.
    """

    game: AnyGame
    setup: Any
    seat: Seat = 0
    name: str = DEFAULT_NAME
    bots: tuple[str, ...] = ()
    seed: str | None = None
    plain: bool = False
    record: Path | None = None
    resume: Record | None = None


def run(options: Options, ask: Ask | None = None) -> int:
    """Play to the end or until the player stops. The exit status is 1 if the game could not be opened or saved."""
    screen = choose_screen(options.plain)
    try:
        saved, path = _open(options)
        session = Session(saved, path, screen, ask or keyboard(), options.resume)
        try:
            session.welcome(resumed=options.resume is not None)
            session.go_on()
        except (EOFError, KeyboardInterrupt):
            session.stop()
    except (ValueError, RecordError, NotSaved, Elsewhere) as error:
        click.echo(f"naysay play: {error}", err=True)
        return 1
    return 0


class NotSaved(Exception):
    """The file of the game could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"the game could not be saved to {path}: {error.strerror or error}")


class Elsewhere(Exception):
    """The game goes on in another program."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"another program changed {path}, perhaps a second window with the same game; it is left as it is, "
            f"and what was not saved before is not in it. Go on with: naysay play --resume {shlex.quote(str(path))}"
        )


class Session:
    """One session at the terminal: the match, its file, and the player at the keyboard."""

    def __init__(self, saved: SavedMatch, path: Path, screen: Screen, ask: Ask, resumed: Record | None = None) -> None:
        self.saved = saved
        self.path = path
        self.people = People(saved.names, saved.me)
        self.display = choose_display(saved.match.game, self.people, screen)
        self.screen = fit_screen(self.display, screen)
        self.ask = ask
        self.log: list[Told] = []
        self.on_disk: bytes | None = None
        self._save(resumed)

    @property
    def view(self) -> Any:
        """What the player sees."""
        return self.saved.match.view(self.saved.me)

    def welcome(self, resumed: bool) -> None:
        """Say what is played, with whom, and where it is written down."""
        me, name = self.saved.me, self.saved.names[self.saved.me]
        you = f"You sit in seat {me}" if name == DEFAULT_NAME else f"You are {name} in seat {me}"
        others = self._introduce(self.people.clockwise()[1:])
        where = "Going on with" if resumed else "Saved after every move to"
        self.screen.show([*self.display.opening(self.view), f"{you}. Clockwise from you: {others}."])
        self.screen.show_whole(f"{where} {self.path}")
        self.screen.show([f"Deck seal {self.saved.promise.commit}", "Type help at any time."])
        if resumed:
            self.screen.show([f"{len(self.saved.match.actions)} moves were made before."])
            for command in ("last", "score"):
                self.screen.show(self.display.show(command, self.view) if command in self.display.commands else [])
        self.log += self.display.tell(None, self.view)

    def _introduce(self, seats: Sequence[Seat]) -> str:
        """The bots by name, each with its kind, or all with the one that they share."""
        kinds = {self.saved.bots[seat] for seat in seats}
        if len(kinds) == 1 and len(seats) > 1:
            names = join_words([self.people.who(seat) for seat in seats])
            return f"{names} ({'both' if len(seats) == 2 else 'all'} {kinds.pop()})"
        return ", ".join(f"{self.people.who(seat)} ({self.saved.bots[seat]})" for seat in seats)

    def go_on(self) -> None:
        """Play until the game is over."""
        me = self.saved.me
        while (result := self.saved.match.result) is None:
            seat = next((seat for seat in self.saved.match.to_act if seat != me), me)
            if seat == me:
                self._my_turn()
            else:
                self._act(seat, self._choose(seat))
        self._tell_log()
        self.screen.show(["", *self.display.ending(self.view, result), "The record is written. To check its shuffles:"])
        self.screen.show_whole(f"naysay verify --fair {shlex.quote(str(self.path))}")

    def stop(self) -> None:
        """End the session; the game waits in its file."""
        self._save()
        self.screen.show(["", "Nothing is lost. Go on with:"])
        self.screen.show_whole(f"naysay play --resume {shlex.quote(str(self.path))}")

    def _save(self, resumed: Record | None = None) -> None:
        try:
            if resumed is not None and self.path.exists():
                self.on_disk = save.read_unchanged(self.path, resumed)
            self.on_disk = self.saved.save(self.path, self.on_disk)
        except Changed:
            raise Elsewhere(self.path) from None
        except OSError as error:
            raise NotSaved(self.path, error) from error

    def _choose(self, seat: Seat) -> Any:
        saved = self.saved
        rng = saved.deal.rng("bot", seat, len(saved.match.actions))
        return saved.bot(seat)(saved.match.view(seat), saved.match.legal(seat), rng).move

    def _act(self, seat: Seat, move: Any) -> None:
        """Make a move, save it, and only then show it."""
        before = self.view
        self.saved = self.saved.act(seat, move)
        self._save()
        self.log += self.display.tell(before, self.view)

    def _tell_log(self, drop_shown: bool = False) -> None:
        while drop_shown and self.log and self.log[-1].in_table:
            self.log.pop()
        self.screen.show(paragraphs(self.log))
        self.log = []

    def _my_turn(self) -> None:
        """Ask until a legal move is typed, then make it."""
        saved, view = self.saved, self.view
        legal = saved.match.legal(saved.me)
        self._tell_log(drop_shown=True)
        self.screen.show(self.display.table(view, legal))
        begun = ""
        while True:
            text = self.ask(PROMPT).strip()
            if not text:
                begun = ""
                self.screen.show(self.display.expects(view, legal))
                continue
            if self._obey(text, view, legal, exact=True):
                continue
            try:
                self._act(saved.me, self._read(f"{begun} {text}".strip(), text, view, legal))
            except Unfinished as more:
                begun = more.begun
                self.screen.show([more.question])
            except IllegalMove as error:
                begun = ""
                self.screen.show([f"Not possible: {_explain(error.reason, view)} (rule {error.reason.rule})."])
            except Unclear as error:
                if begun or not self._obey(text, view, legal, exact=False):
                    self.screen.show([self._guess(text, str(error), legal), *self.display.expects(view, legal)])
                begun = ""
            else:
                return

    def _guess(self, text: str, error: str, legal: Sequence[Any]) -> str:
        """The error, and what the text may have been meant for, unless the error asks that already."""
        words = (*COMMANDS, *self.display.commands, *(self.display.type(move) for move in legal))
        return error if error.endswith("?") else error + suggest(text, words)

    def _read(self, whole: str, text: str, view: Any, legal: Sequence[Any]) -> Any:
        """The move that was typed, together with what was begun before, or afresh."""
        try:
            return self.display.read(whole, view, legal)
        except Unclear:
            if whole == text:
                raise
            return self.display.read(text, view, legal)

    def _obey(self, text: str, view: Any, legal: Sequence[Any], exact: bool) -> bool:
        """Whether the text was a command; if so, carry it out. A move goes before a shortened command."""
        word, *rest = text.casefold().split()
        commands = (*COMMANDS, *self.display.commands)
        found = [word] if word in (*commands, *QUIT, "?") else [] if exact else pick(word, commands)
        if len(found) > 1 and not rest:
            self.screen.show([f"Which one: {join_words(sorted(found), 'or')}?"])
            return True
        if len(found) != 1 or (rest and found[0] not in ("rules", *QUIT)):
            return False
        match found[0]:
            case "quit" | "exit" | "q":
                raise EOFError
            case "help" | "?":
                self.screen.show(self._help(view, legal))
            case "rules":
                self.screen.show(self._rules(rest))
            case "moves":
                self.screen.show(self._moves(legal))
            case "hint":
                self.screen.show(self._hint(view, legal))
            case command:
                self.screen.show(self.display.show(command, view))
        return True

    def _help(self, view: Any, legal: Sequence[Any]) -> list[str]:
        known = {**self.display.commands, **COMMANDS}
        lines = [f"{name}: {line}." if self.screen.plain else f" {name:6} {line}" for name, line in known.items()]
        return [
            *self.display.expects(view, legal),
            "Capitals do not matter, and beginnings of words will do.",
            "Commands:",
            *lines,
        ]

    def _rules(self, numbers: Sequence[str]) -> list[str]:
        game = self.saved.match.game
        page = rules_page(game.id)
        if not page:
            return [f"There is no page of rules for {game.title} here."]
        if not numbers:
            return page
        found = look_up_rule(game.id, numbers[0])
        return [f"{numbers[0]}: {found}" if found else f"There is no rule {quote(numbers[0])}; rules lists all."]

    def _moves(self, legal: Sequence[Any]) -> list[str]:
        shown = ", ".join(self.display.type(move) for move in legal[:MOST_MOVES])
        more = f" and {len(legal) - MOST_MOVES} more." if len(legal) > MOST_MOVES else ""
        return [f"{len(legal)} legal: {shown}{more}"]

    def _hint(self, view: Any, legal: Sequence[Any]) -> list[str]:
        saved = self.saved
        game = saved.match.game
        if DEFAULT_BOT not in bots_for(game.id):
            return [f"No bot knows {game.title} well enough for a hint."]
        rng = saved.deal.rng("hint", saved.me, len(saved.match.actions))
        choice = find(DEFAULT_BOT, game.id)(view, tuple(legal), rng)
        why = " ".join(list_reasons(choice.why, self.display.reveal))
        return [f"Hint: {self.display.type(choice.move)}" + (f". {why}" if why else "")]


def _explain(reason: Reason, view: Any) -> str:
    """Why a move is not possible, addressed to the player."""
    card = reason.params.get("card")
    if reason.code != "not_in_hand" or card is None:
        return reason.detail
    held = view.hand.count(card)
    return f"you have only {'one' if held == 1 else held} {card}" if held else f"you do not have {card}"


def choose_display(game: AnyGame, people: People, screen: Screen) -> Display:
    """The display of this game, or the generic one."""
    if game.id == "nyet":
        return NyetDisplay(people, screen)
    if game.id == "nope":
        return NopeDisplay(people, screen)
    return GenericDisplay(game, people, screen)


def fit_screen(display: Display, screen: Screen) -> Screen:
    """The screen without colours, unless the display knows what they mean in this game."""
    return Screen(screen.plain, False, screen.draws) if isinstance(display, GenericDisplay) else screen


def _open(options: Options) -> tuple[SavedMatch, Path]:
    if options.resume is not None:
        if options.record is None:
            raise ValueError("a game that goes on needs the file to go on writing to")
        return save.resume(options.resume), options.record
    players = options.setup.players
    if not 0 <= options.seat < players:
        raise ValueError(f"seat {options.seat} is not one of 0 to {players - 1}")
    if options.record is not None and options.record.exists():
        raise ValueError(f"{options.record} is there already; go on with it by --resume, or name another file")
    bots = _seat_bots(options, players)
    names = _name_bots(options, players)
    seed = secrets.token_bytes(32) if options.seed is None else Deal.of(options.seed).seed
    promise = Deal(seed).fair(players)
    saved = save.begin(Match(options.game, options.setup, promise), promise, names, options.seat, bots)
    return saved, options.record or save.new_file(Path(), datetime.now().astimezone())


def _seat_bots(options: Options, players: int) -> tuple[str, ...]:
    asked = options.bots or (DEFAULT_BOT if DEFAULT_BOT in bots_for(options.game.id) else BLIND_BOT,)
    others = asked * (players - 1) if len(asked) == 1 else asked
    if len(others) != players - 1:
        raise ValueError(f"{len(others)} bots for {players - 1} seats: name one bot for all, or one for each")
    return (*others[: options.seat], "", *others[options.seat :])


def _name_bots(options: Options, players: int) -> tuple[str, ...]:
    """The player's own name, and for the bots the characters of their seats."""
    agreed = getattr(options.setup, "options", None)
    characters = [*getattr(agreed, "characters", ()), *ANIMALS]
    names = [character.capitalize() for character in characters[:players]]
    spare = [animal.capitalize() for animal in ANIMALS if animal.capitalize() not in names]
    names += spare[: players - len(names)]
    names = [spare.pop() if name.casefold() == options.name.casefold() else name for name in names]
    names[options.seat] = options.name
    return tuple(names)


def keyboard() -> Ask:
    """Lines from standard input; at a terminal, with the usual editing keys."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
    return input
