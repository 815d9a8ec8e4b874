"""A match as it is written down: each action and shuffle goes to the file before anyone is told of it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from naysay import fair
from naysay.arena.match import Deal
from naysay.bots import registry
from naysay.bots.choice import Bot
from naysay.game import AnyGame, Seat, quote
from naysay.record import Record, check_name, read, replay, write


class Changed(Exception):
    """Another program wrote to the file of this match."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A match so far: its state, and all that a record needs to tell how it came about."""

    game: AnyGame
    setup: Any
    names: tuple[str, ...]
    me: Seat
    bots: tuple[str, ...]
    promise: fair.Fair
    state: Any
    shuffles: tuple[str, ...] = ()
    actions: tuple[tuple[Seat, str], ...] = ()

    @property
    def deal(self) -> Deal:
        """Where the chance of this match comes from."""
        return Deal(self.promise.seed)

    @property
    def record(self) -> Record:
        """The match as it is written, finished or not."""
        return Record(
            game=self.game,
            setup=self.setup,
            players=self.names,
            dealer=self.setup.dealer,
            shuffles=self.shuffles,
            actions=self.actions,
            result=self.game.result(self.state),
            fair=self.promise,
            meta={"you": self.me, "bots": list(self.bots)},
        )

    def act(self, seat: Seat, move: Any) -> "Journal":
        """The match after a move and the shuffles that it calls for: a record must hold both or neither."""
        state = self.game.apply(self.state, seat, move)
        return replace(self, state=state, actions=(*self.actions, (seat, self.game.write_move(move)))).shuffle()

    def shuffle(self) -> "Journal":
        """The match after every shuffle that is due."""
        journal = self
        while cards := journal.game.to_shuffle(journal.state):
            key = fair.key(journal.promise.seed, journal.promise.contributions)
            deck = fair.deck(key, len(journal.shuffles), cards)
            shuffles = (*journal.shuffles, " ".join(deck))
            journal = replace(journal, state=journal.game.shuffled(journal.state, deck), shuffles=shuffles)
        return journal

    def bot(self, seat: Seat) -> Bot:
        """The bot that plays this seat."""
        return registry.find(self.bots[seat], self.game.id)

    def save(self, path: Path, known: bytes | None) -> bytes:
        """Write beside the file, then put it in its place: whoever looks finds the old record or the new one, whole.

        `known` is what was last seen in the file (None: there was none); whatever else is there now is left alone.
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


def begin(game: AnyGame, setup: Any, names: tuple[str, ...], me: Seat, bots: tuple[str, ...], seed: bytes) -> Journal:
    """A new match, shuffled and ready."""
    for name in names:
        check_name(name)
    for seat, bot in enumerate(bots):
        if seat != me:
            registry.find(bot, game.id)
    promise = fair.Fair(fair.commit(seed), seed, (b"",) * setup.players)
    return Journal(game, setup, names, me, bots, promise, game.start(setup)).shuffle()


def resume(record: Record) -> Journal:
    """The match of an unfinished record, checked move by move."""
    if record.result is not None:
        raise ValueError("this game is over, there is nothing to go on with; naysay inspect shows it")
    if record.fair is None:
        raise ValueError(
            "this record has no seed, so the next shuffle is not known; only a game of naysay play goes on"
        )
    me, bots = _read_meta(record.meta, record)
    state = list(replay(record, record.fair.check))[-1]
    shuffles, actions = record.shuffles, record.actions
    return Journal(record.game, record.setup, record.players, me, bots, record.fair, state, shuffles, actions)


def read_unchanged(path: Path, record: Record) -> bytes:
    """The file from which this record was read, if it still holds the same."""
    data = path.read_bytes()
    if write(read(data.removesuffix(b"\n"), lambda _: record.game)) != write(record):
        raise Changed
    return data


def new_file(folder: Path, now: datetime) -> Path:
    """A name that tells when the game began, and that no file has yet."""
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
