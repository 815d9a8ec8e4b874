import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import games
from naysay.record import Record, read, replay
from naysay.terminal.play import Options, run
from tests.terminal.typist import TABLES, Typist, spy_on

BOX_DRAWING = re.compile("[\u2500-\u259f]")
Table = tuple[str, str | None, int, dict[str, Any]]
OPTIONS: list[Table] = [
    *((game, edition, players, {}) for game, edition, players in TABLES),
    ("nyet", "iello-2015", 5, {"scoring": "difference"}),
    ("nyet", "amigo-2007", 5, {"bonus": "player"}),
    ("nyet", "amigo-2007", 3, {"bonus": "player", "scoring": "difference"}),
    ("nyet", "goldsieber-1997", 4, {"end": {"target": 60}}),
    ("nyet", "iello-2015", 3, {"end": {"rounds": 2}, "supertrump": "own", "characters": ["crane", "bear", "wolf"]}),
    ("nyet", "amigo-2007", 4, {"end": {"rounds": 1}, "supertrump": "trump", "tricks": "last"}),
    ("nope", None, 4, {"action_cards": "no"}),
    ("nope", None, 3, {"max_turns": 5}),
]


def written(path: Path) -> Record:
    return read(path.read_bytes().removesuffix(b"\n"), games.find)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("table", OPTIONS, ids=str)
def test_a_typist_plays_to_the_end(
    table: Table, plain: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, edition, players, agreed = table
    monkeypatch.chdir(tmp_path)
    rng = Random(f"{game} {edition} {players} {agreed} {plain}")
    seat = rng.randrange(players)
    commands = ["hand", "board", "trick", "last", "score", "moves", "help", "?", "hi", "", "rules 5.1"]
    typist = Typist(rng, seat, between=lambda number: [rng.choice(commands)] if number % 7 == 0 else [])
    spied = spy_on(games.find(game), typist.seen)
    setup = spied.setup(players, rng.randrange(players), edition, agreed)
    path = Path("game.jsonl")
    options = Options(spied, setup, seat, "Zoë", ("random",), seed="whole", plain=plain, record=path)
    assert run(options, typist) == 0
    out, err = capsys.readouterr()
    assert not err
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert not plain or not BOX_DRAWING.search(out)
    assert "Not possible" not in out
    assert "I cannot read" not in out
    record = written(path)
    *_, last = replay(record, record.fair.check if record.fair else None)
    assert record.result == record.game.result(last)
    assert record.players[seat] == "Zoë"
    mine = [text for who, text in record.actions if who == seat]
    assert mine or game == "nope"
