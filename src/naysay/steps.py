"""A record step by step: every shuffle and move, where it led, and the address by which people link to it.

>>> from random import Random
>>> from naysay.games import find
>>> from naysay.match import Match
>>> match, rng = Match(find("nope"), find("nope").setup(players=3, dealer=0), Random(7)), Random(7)
>>> for seat in match.turns():
...     match.act(seat, rng.choice(match.legal(seat)))
>>> replay = take_steps(match.record(["Ann", "Ben", "Cy"]))
>>> [step.at for step in replay.steps[:4]]
['d', 't1m1', 't2m1', 't3m1']
>>> replay.find("t1").move
'discard GB1'
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from naysay.game import Address, Seat, quote
from naysay.record import CheckShuffle, Record, every_event

END: Final = "e"  # no game has a part of this letter
PART: Final = re.compile(r"[a-z](?:0|[1-9][0-9]{0,5})?")
PARTS: Final = re.compile(rf"(?:{PART.pattern})+")
LONGEST: Final = 40
EXAMPLE: Final = "an address is letters with numbers, as in r3t5c2"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened, and the state that it led to.

    `seat` and `move` are None for a shuffle, and for the start of a game that begins without one. `moves` counts the
    moves up to here.
    """

    n: int
    address: Address
    seat: Seat | None
    move: str | None
    moves: int
    state: Any

    @property
    def at(self) -> str:
        """The address as links write it."""
        return "".join(self.address)


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps of a record. `following` is the address of what would come next; None if the match is over."""

    record: Record
    steps: tuple[Step, ...]
    following: Address | None

    def find(self, text: str) -> Step:
        """The step at an address; a shortened one means the first step there, and with `e` the last one.

        In every game `m17` is the 17th move, and `m0` is the position before the first one.
        """
        asked = parse(text)
        if len(asked) == 1 and re.fullmatch("m[0-9]+", asked[0]):
            return self._nth_move(int(asked[0][1:]))
        within = self.steps
        for depth, part in enumerate(asked):
            last = depth == len(asked) - 1
            if last and part == END:
                return self._end_of(asked[:depth], within)
            found = tuple(step for step in within if len(step.address) > depth and step.address[depth] == part)
            if last and len(part) == 1 and not found:
                found = tuple(step for step in within if step.address[depth:] and step.address[depth][0] == part)
            if not found:
                raise ValueError(f"there is no {part} in {_name(asked[:depth])}; {_list_parts(within, depth)}")
            within = found
        return within[0]

    def move_by(self, step: Step, count: int) -> Step:
        """So many steps on, or back if `count` is negative; at most to the end or the start."""
        return self.steps[max(0, min(step.n + count, len(self.steps) - 1))]

    def next_group(self, step: Step, group: "Group") -> Step:
        """The first step of the next trick, round or the like; the last step if there is none."""
        after = (other for other in self.steps[step.n + 1 :] if group(other) != group(step))
        return next(after, self.steps[-1])

    def previous_group(self, step: Step, group: "Group") -> Step:
        """The first step of this trick or round; of the one before, if this is its first step already."""
        into = self.move_by(step, -1)
        return next(other for other in self.steps if group(other) == group(into))

    def _nth_move(self, number: int) -> Step:
        made = self.steps[-1].moves
        if number > made:
            raise ValueError(f"there is no m{number}; this match has moves m1 to m{made}, and m0 is before them")
        found = [step for step in self.steps if step.moves == number]
        return found[0] if number else found[-1]

    def _end_of(self, address: Address, within: Sequence[Step]) -> Step:
        depth = len(address)
        if within[-1] is self.steps[-1] and self.following is not None and self.following[:depth] == address:
            raise ValueError(f"{_name(address)} has not ended; its last step is {within[-1].at}")
        return within[-1]


Group = Callable[[Step], Address]


def round_of(step: Step) -> Address:
    """The largest part of a step's address: the round, or what a game has instead."""
    return step.address[:1] if len(step.address) > 1 else ()


def trick_of(step: Step) -> Address:
    """All of a step's address but its smallest part: the trick, the turn, or all that comes before the tricks."""
    return step.address[:-1]


def parse(text: str) -> Address:
    """The parts of an address from outside. Every address that a link may hold is read here, and stays readable.

    >>> parse("r3t5c2")
    ('r3', 't5', 'c2')
    >>> parse("3t5")
    Traceback (most recent call last):
    ValueError: an address is letters with numbers, as in r3t5c2, and '3t5' goes wrong at '3t5'
    """
    if not text or len(text) > LONGEST:
        raise ValueError(f"{EXAMPLE}, of 1 to {LONGEST} characters, not {quote(text)}")
    lower = text.lower() if text.isascii() else text
    read = PARTS.match(lower)
    end = read.end() if read else 0
    if end < len(text):
        why = "; a number has up to six digits, and no zero before them" if end and text[end].isdigit() else ""
        raise ValueError(f"{EXAMPLE}, and {quote(text)} goes wrong at {quote(text[end:])}{why}")
    return tuple(PART.findall(lower))


def take_steps(record: Record, check_shuffle: CheckShuffle | None = None) -> Replay:
    """Replay a record and keep every step; raises `RecordError` if it does not hold."""
    game, made, shuffles, steps = record.game, 0, 0, list[Step]()
    events = every_event(record, check_shuffle)
    _, _, before = next(events)
    if not game.to_shuffle(before):
        steps.append(Step(0, ("m0",), None, None, 0, before))
    for seat, move, after in events:
        made, shuffles = (made, shuffles + 1) if seat is None else (made + 1, shuffles)
        address = game.address(before) or (f"d{shuffles}" if seat is None else f"m{made}",)
        steps.append(Step(len(steps), address, seat, move, made, after))
        before = after
    following = None if game.result(before) is not None else game.address(before) or (f"m{made + 1}",)
    return Replay(record, tuple(steps), following)


def _name(address: Address) -> str:
    return "".join(address) or "this match"


def _list_parts(steps: Sequence[Step], depth: int) -> str:
    """The parts that an address may go on with, as in `d, v1 to v18, t1 to t15`."""
    parts: dict[str, list[str]] = {}
    for step in steps:
        if len(step.address) > depth:
            parts.setdefault(step.address[depth][0], []).append(step.address[depth])
    listed = (found[0] if found[0] == found[-1] else f"{found[0]} to {found[-1]}" for found in parts.values())
    return f"there is {', '.join(listed)}" if parts else "nothing smaller is there"
