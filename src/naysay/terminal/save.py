"""A match and its file: each action and shuffle is written before anybody is told of it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from naysay.bots import registry
from naysay.bots.choice import Bot
from naysay.fair import Fair
from naysay.game import Seat, quote
from naysay.match import Deal, Match
from naysay.record import Record, check_name, read, write


class Changed(Exception):
    """Another program wrote to the file of this match."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match, who plays it, and the promise of its shuffles."""

    match: Match
    promise: Fair
    names: tuple[str, ...]
    me: Seat
    bots: tuple[str, ...]

    @property
    def deal(self) -> Deal:
        """Where the chance of this match comes from."""
        return Deal(self.promise.seed)

    @property
    def record(self) -> Record:
        """The match as it is written, finished or not."""
        return self.match.record(self.names, {"you": self.me, "bots": list(self.bots)})

    def act(self, seat: Seat, move: Any) -> "SavedMatch":
        """The match after a move and the shuffles that it calls for: a record must hold both or neither."""
        match = self.match.copy()  # an interrupt in the middle must not leave half a move
        match.act(seat, move)
        match.shuffle()
        return replace(self, match=match)

    def bot(self, seat: Seat) -> Bot:
        """The bot that plays this seat."""
        return registry.find(self.bots[seat], self.match.game.id)

    def save(self, path: Path, known: bytes | None) -> bytes:
        """Replace the file by a new one: whoever looks finds a whole record, the old or the new.

        `known` is what the file held last (None: there was none); if it holds anything else now, it is left alone.
        """
        if path.exists() and path.read_bytes() != known:
            raise Changed
        text = (write(self.record) + "\n").encode()
        beside = path.with_name(f".{path.name}.part")
        with beside.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        return text


def begin(match: Match, promise: Fair, names: tuple[str, ...], me: Seat, bots: tuple[str, ...]) -> SavedMatch:
    """A new match, shuffled and ready."""
    for name in names:
        check_name(name)
    for seat, bot in enumerate(bots):
        if seat != me:
            registry.find(bot, match.game.id)
    match.shuffle()
    return SavedMatch(match, promise, names, me, bots)


def resume(record: Record) -> SavedMatch:
    """The match of an unfinished record, checked move by move."""
    if record.result is not None:
        raise ValueError("this game is over, there is nothing to go on with; naysay inspect shows it")
    if record.fair is None:
        raise ValueError(
            "this record has no seed, so the next shuffle is not known; only a game of naysay play goes on"
        )
    me, bots = _read_meta(record.meta, record)
    return SavedMatch(Match.resume(record, record.fair), record.fair, record.players, me, bots)


def read_unchanged(path: Path, record: Record) -> bytes:
    """The content of the file that this record was read from, if it is still the same."""
    data = path.read_bytes()
    if write(read(data.removesuffix(b"\n"), lambda _: record.game)) != write(record):
        raise Changed
    return data


def new_file(folder: Path, now: datetime) -> Path:
    """A name that says when the game began, and that no file has yet."""
    first = folder / f"naysay-{now:%Y%m%d-%H%M%S}.jsonl"
    path, number = first, 2
    while path.exists():
        path, number = first.with_stem(f"{first.stem}-{number}"), number + 1
    return path


def _read_meta(meta: Any, record: Record) -> tuple[Seat, tuple[str, ...]]:
    players = len(record.players)
    right = f'{{"you": your seat, "bots": [{players} names of bots, "" for you]}}'
    if not isinstance(meta, Mapping) or "you" not in meta or "bots" not in meta:
        raise ValueError(f"this record does not say which seat is yours; naysay play writes it as meta {right}")
    me, bots = meta["you"], meta["bots"]
    if type(me) is not int or not 0 <= me < players:
        raise ValueError(f"meta.you = {quote(me)} is no seat from 0 to {players - 1}; right is {right}")
    if not isinstance(bots, list) or len(bots) != players or not all(isinstance(bot, str) for bot in bots) or bots[me]:
        raise ValueError(f"meta.bots = {quote(bots)}; right is {right}")
    for seat, bot in enumerate(bots):
        if seat != me:
            registry.find(bot, record.game.id)
    return me, tuple(bots)
