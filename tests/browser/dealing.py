"""Deals that lead to a scene: found on the rules before the game begins, by what a seat adds to the shuffle."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from naysay import fair
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
    game, key, shuffles = Nope(), fair.key(seed, (b"", added)), 0
    state = game.start(game.setup(2, dealer))
    for _ in range(MOST_MOVES):
        while cards := game.to_shuffle(state):
            state = game.shuffled(state, fair.deck(key, shuffles, cards))
            shuffles += 1
        if len(state.hands[0]) >= MORE_THAN_A_ROW:
            return True
        if not (to_act := game.to_act(state)):
            return False
        legal = [game.write_move(move) for move in game.legal(state, to_act[0])]
        state = game.apply(state, to_act[0], game.read_move(grow(to_act[0], state.phase, legal)))
    return False
