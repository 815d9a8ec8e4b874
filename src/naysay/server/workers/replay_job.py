"""A finished game as its replay: built in a worker, so that no table waits for it."""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from naysay.game import Seat
from naysay.record import Record
from naysay.server.table.view_parts import own_part, public_part
from naysay.server.web import http_types, messages
from naysay.steps import Replay, Step, take_steps

MOST_STEPS: Final = 2000  # in one answer
LEVEL: Final = 6  # of compression


@dataclass(frozen=True, slots=True)
class Origin:
    """When a move or shuffle was made; a move also by whom or what, and a bot's by its level."""

    at: int
    by: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class BuiltReplay:
    """The body of an answer, compressed, and the tag that changes with it."""

    packed: bytes
    tag: str


@dataclass(frozen=True, slots=True)
class ReplayJob:
    """A replay to be built: of a record with all its events, as a seat saw it or a spectator (None).

    `table` is what the server tells of the table, as JSON. `round` asks for one round, `start` for the steps from a
    number on.
    """

    record: Record
    made: tuple[Origin, ...]
    table: bytes
    seat: Seat | None
    all_hands: bool
    round: int | None
    start: int

    def run(self) -> BuiltReplay | str:
        """The replay; a text says why there is none."""
        replay = take_steps(self.record)
        steps: tuple[Step, ...] = replay.steps[self.start :]
        if self.round is not None:
            try:
                replay.find(f"r{self.round}")
            except ValueError as error:
                return str(error)
            steps = tuple(step for step in steps if step.address[0] == f"r{self.round}")
        if not steps:
            return f"there is no step {self.start}; the last one is {len(replay.steps) - 1}"
        shown = list(self._show(replay, steps[:MOST_STEPS]))
        after = steps[MOST_STEPS].n if len(steps) > MOST_STEPS else None
        parts = [b'{"table":', self.table, b',"steps":', messages.encode(shown)]
        parts += [b',"count":%d,"next":%b}' % (len(replay.steps), messages.encode(after))]
        body = b"".join(parts)
        return BuiltReplay(gzip.compress(body, LEVEL, mtime=0), hashlib.sha256(body).hexdigest()[:16])

    def _show(self, replay: Replay, steps: tuple[Step, ...]) -> Iterator[http_types.ReplayStep]:
        game, seats = self.record.game, range(len(self.record.players))
        begun = len(replay.steps) - len(self.made)  # 1 if the game begins without a shuffle: nothing made that step
        view: dict[str, Any] = {}
        hands: dict[str, Any] = {}
        for step in steps:
            fields = {**public_part(game, step.state), **own_part(game, step.state, self.seat)}
            changed, added = _changes(view, fields)
            view, opened = fields, {}
            if self.all_hands:
                now = {str(seat): getattr(game.view(step.state, seat), "hand", None) for seat in seats}
                opened = {seat: hand for seat, hand in now.items() if hand is not None and hand != hands.get(seat)}
                hands = now
            made = self.made[step.n - begun] if step.n >= begun else None
            yield http_types.ReplayStep(
                n=step.n,
                address=step.at,
                changed=changed,
                seat=step.seat,
                move=self._seen(step),
                by=made.by if made else None,
                level=made.level if made else None,
                at=made.at if made else None,
                added=added,
                hands=opened,
            )

    def _seen(self, step: Step) -> str | None:
        """A move as the seat saw it; all of it with all hands open."""
        if step.move is None or self.all_hands or step.seat == self.seat:
            return step.move
        game = self.record.game
        return game.told(game.read_move(step.move))


def _changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that differ from the step before: those that are new, and those that only became longer."""
    changed: dict[str, Any] = {}
    added: dict[str, Any] = {}
    for name, value in after.items():
        known = before.get(name)
        if name in before and (known is value or known == value):
            continue
        if isinstance(value, tuple) and isinstance(known, tuple) and known and value[: len(known)] == known:
            added[name] = value[len(known) :]
        else:
            changed[name] = value
    return changed, added
