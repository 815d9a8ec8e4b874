"""The tables of reasons: each is whole, and nothing else gives reasons."""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from naysay.bots import random_bot
from naysay.bots.nope import reasons as nope
from naysay.bots.nyet import reasons as nyet
from naysay.bots.reason import Kind, Reason, Slot, reason

BOTS = Path(random_bot.__file__).parent


@pytest.mark.parametrize("reasons", [nyet.REASONS, nope.REASONS, random_bot.REASONS], ids=["nyet", "nope", "random"])
def test_every_reason_is_whole(reasons: Mapping[str, Reason[...]]) -> None:
    for code, one in reasons.items():
        assert set(one.parameters.values()) <= set(get_args(Kind)), code
        spoken = {part.parameter for part in one.sentence if isinstance(part, Slot)}
        assert spoken <= one.parameters.keys(), code
        assert one.english.endswith("."), code
        assert one.claim.endswith("."), code


def test_what_both_games_say_is_the_same() -> None:
    both = nyet.REASONS.keys() & nope.REASONS.keys()
    assert both == {"only_move", "keeps_card"}
    for code in both:
        assert nyet.REASONS[code].english == nope.REASONS[code].english
        assert nyet.REASONS[code].parameters == nope.REASONS[code].parameters


def test_every_reason_that_a_bot_gives_is_in_a_table() -> None:
    """Only `Reason` makes a `Why`, so that mypy sees every code and its parameters."""
    made = [
        path.name
        for path in BOTS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Why"
    ]
    assert made == ["reason.py"]


def test_a_sentence_has_slots() -> None:
    @reason("{card} and {count:# box/# boxes} {row:trump=here/super=there}.")
    def claims(view: object, move: object) -> bool:
        """Something."""
        return True

    card, between, boxes, _, row, _ = claims.sentence
    assert (card, between) == (Slot("card"), " and ")
    assert boxes == Slot("count", plural=("# box", "# boxes"))
    assert row == Slot("row", cases={"trump": "here", "super": "there"})
