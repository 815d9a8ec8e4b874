"""docs/house.md has a row for every figure that its tool prints, and the tool counts what it says."""

import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, table, text_of
from tools import house

SOURCES = {
    "src/naysay/__init__.py": "",
    "src/naysay/game.py": "def many(a, b, c, d, e, f, g, /, h, *i, j=1, **k):\n    return a if b else c\n",
    "src/naysay/nyet/__init__.py": "",
    "src/naysay/nyet/rules.py": "import naysay.game\n\n\ndef few(self, *, a=2): ...\n",
    "src/naysay/nope/__init__.py": "",
    "src/naysay/nope/rules.py": "from naysay.game import many\n",
    "src/naysay/nope/game.py": "from naysay.nope import rules\n",
    "tests/test_loop.py": "while game.to_shuffle(state):\n    pass\nif not game.to_shuffle(state): ...\n",
    "benchmarks/__init__.py": "cards = game.to_shuffle(state)\n",
    "docs/architecture.md": "one\ntwo\n",
}


def test_every_figure_has_its_row_and_can_be_filled_in(tmp_path: Path) -> None:
    page = tmp_path / "house.md"
    page.write_text(text_of(house.PAGE), encoding="utf-8")
    figures = house.write(page)
    before, after = (table(text_of(path).split(house.BEGIN)[1].split(house.END)[0]) for path in (house.PAGE, page))
    assert [row[0] for row in before] == list(figures)
    assert after == [[*row[:-1], figures[row[0]]] for row in before]


def test_the_figures_of_a_small_tree(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "tools.house", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert " ".join(cell for _, cell in table(done.stdout)) == "4 1 2 1 1 11 2, `game.py: many` 0 2 0 2"
