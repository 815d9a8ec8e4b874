"""`import naysay` is enough for most programs, and costs next to nothing until a name is used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import naysay
from naysay import games


def test_every_public_name_is_what_its_module_defines() -> None:
    assert list(naysay._PLACES) == naysay.__all__
    for name, (module, attribute) in naysay._PLACES.items():
        assert getattr(naysay, name) is getattr(import_module(module), attribute)
    assert set(naysay.__all__) <= set(dir(naysay))


def test_type_checkers_are_told_the_same_places() -> None:
    tree = ast.parse(Path(naysay.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {
        name.asname or name.name: (node.module, name.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert told == naysay._PLACES


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'naysay' has no attribute 'frobnicate'"):
        naysay.frobnicate  # noqa: B018


def test_importing_the_package_loads_none_of_it() -> None:
    code = "import sys, naysay; print([name for name in sys.modules if name.startswith('naysay.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_record_is_read_from_text_or_bytes() -> None:
    game = naysay.find("nope")
    bots = [naysay.find_bot("random", "nope")] * 2
    line = naysay.write(naysay.play(game, game.setup(2, 0), bots, ["Zoë", "Ben"], naysay.Deal.of(1)))
    assert naysay.read(line) == naysay.read(line.encode())
    assert naysay.read is games.read_record
    with pytest.raises(naysay.RecordError, match="not UTF-8"):
        naysay.read(line.replace("Zoë", "\ud800"))
