"""The game in docs/terminal.md: `python -m tests.docs.transcript` plays it again and writes it there.

Mira asks for a hint once, then always does what the steady bot would do.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

from naysay.bots.registry import find as find_bot
from naysay.game import Seat
from naysay.match import Deal
from naysay.nyet.rules import Nyet
from naysay.nyet.state import Move, State
from naysay.terminal.play import Options, run
from tests.docs.pages import TERMINAL

COMMAND = "naysay play --seed 1 --name Mira --record evening.jsonl"
SEED, NAME, FILE = "1", "Mira", Path("evening.jsonl")
LEFT_OUT = "[…]"
BLOCK = re.compile(rf"(?<=```text\n\$ {re.escape(COMMAND)}\n).*?(?=```)", re.DOTALL)


class Followed(Nyet):
    """The game, which notes what the player may do and what the bot would do about it."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal(state, seat)
        if seat == 0 and moves:
            rng = Deal.of(SEED).rng("hint", seat, "readme")
            self.advice = self.write_move(find_bot("steady", "nyet")(self.view(state, seat), moves, rng).move)
        return moves


@contextmanager
def captured() -> Iterator[BytesIO]:
    """Standard output as a terminal of 80 columns would get it, without colour."""
    raw, before = BytesIO(), sys.stdout
    sys.stdout = TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=True)
    try:
        yield raw
    finally:
        sys.stdout = before


def play() -> str:
    """The first trick and all before it, as the terminal shows it."""
    game = Followed()
    waiting = ["hint"]

    def ask(prompt: str) -> str:
        if any(line.startswith("── Trick 2") for line in raw.getvalue().decode().splitlines()):
            raise EOFError
        word, _, rest = game.advice.partition(" ")
        spelled = setup.edition.boxes["first"][int(rest)] if word == "team" else rest
        typed = waiting.pop() if waiting else spelled
        print(prompt + typed)
        return typed

    setup = game.setup(4, Deal.of(SEED).rng("dealer").randrange(4))
    with TemporaryDirectory() as folder, captured() as raw:
        options = Options(game, setup, name=NAME, seed=SEED, record=Path(folder) / FILE)
        assert run(options, ask) == 0
        return raw.getvalue().decode().replace(str(Path(folder) / FILE), str(FILE))


def excerpt(whole: str) -> str:
    """The opening up to the second board, then from the end of the veto to the end of the first trick."""
    lines = whole.splitlines()

    def where(text: str, after: int = 0) -> int:
        return next(number for number, line in enumerate(lines) if number > after and line.startswith(text))

    opening = lines[: where("── The board", after=where("── The board"))]
    return "\n".join([*opening, LEFT_OUT, *lines[where("The veto is over") : where("── Trick 2")]]) + "\n"


if __name__ == "__main__":
    text = TERMINAL.read_text(encoding="utf-8")
    assert BLOCK.search(text), "the page shows no such game"
    TERMINAL.write_text(BLOCK.sub(lambda _: excerpt(play()), text, count=1), encoding="utf-8", newline="\n")
