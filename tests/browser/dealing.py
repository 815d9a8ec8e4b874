"""Deals that lead to a scene: found on the rules before the game begins, by what a seat adds to the shuffle."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Any

from naysay.fair import Fair
from naysay.match import Match
from naysay.nope.rules import Nope
from naysay.server.settings import DATABASE

MOST_MOVES = 12
MORE_THAN_A_ROW = 10


def for_many_cards(data: Path, id: str) -> str:
    """What the last of two adds to the shuffle so that the guest's hand grows beyond one row, if both play as below."""
    with closing(sqlite3.connect(data / DATABASE)) as stored:
        (body,) = stored.execute('SELECT body FROM entries WHERE "table" = ? AND seq = 0', (id,)).fetchone()
    made: dict[str, Any] = json.loads(body)
    seed, dealer = bytes.fromhex(made["seed"]), int(made.get("dealer", 0))
    return next(added.hex() for n in count() if _grows(seed, dealer, added := n.to_bytes(16, "big")))


def grow(seat: int, phase: str, legal: Sequence[str]) -> str:
    """The guest draws and keeps; the other asks for many cards of one colour."""
    if seat == 0:
        return "draw" if "draw" in legal else min(legal, key=len)
    return max(legal, key=_demanding) if phase in ("turn", "drawn") else max(legal)


def _demanding(move: str) -> tuple[str, int]:
    top = move.split()[-1]
    return (top[-1] if top[-1].isdigit() else "0", -len(top))


def _grows(seed: bytes, dealer: int, added: bytes) -> bool:
    game = Nope()
    match = Match(game, game.setup(2, dealer), Fair.of(seed, (b"", added)))
    for seat in islice(match.turns(), MOST_MOVES):
        if len(match.state.hands[0]) >= MORE_THAN_A_ROW:
            return True
        legal = [game.write_move(move) for move in match.legal(seat)]
        match.act(seat, game.read_move(grow(seat, match.state.phase, legal)))
    return False
