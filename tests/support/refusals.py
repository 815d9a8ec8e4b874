"""Forbidden actions, what the reason must say, and which codes and rules the sources of a game cite."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import naysay
from naysay.game import AnyGame, IllegalMove, Reason, Seat

SOURCE = Path(naysay.__file__).parent
RULES = Path(__file__).parents[2] / "docs" / "rules"


@dataclass(frozen=True)
class Refusal:
    """A forbidden action, and what the reason must say."""

    state: Callable[[], Any]
    seat: Seat
    text: str
    code: str
    rule: str
    params: dict[str, object]
    words: str

    def __str__(self) -> str:
        return f"{self.code}-{self.rule}-{self.text}-{self.seat}"


def rules_of(game: AnyGame) -> str:
    """The rules as players read them."""
    return (RULES / f"{game.id}.md").read_text(encoding="utf-8")


def reason_for(game: AnyGame, state: Any, seat: Seat, text: str) -> Reason:
    """The reason for which this action, written as in a record, is refused."""
    move = game.read_move(text)
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, seat, move)
    return caught.value.reason


def check_refusal(game: AnyGame, case: Refusal) -> None:
    """The reason says what it must, and the rule that it names stands in the rules."""
    reason = reason_for(game, case.state(), case.seat, case.text)
    assert (reason.code, reason.rule) == (case.code, case.rule)
    assert reason.params == case.params
    assert case.words in reason.detail
    assert f"**{case.rule}**" in rules_of(game)


def check_no_shuffle_is_due(game: AnyGame, state: Any) -> None:
    """The whole deck is refused now."""
    with pytest.raises(IllegalMove) as caught:
        game.shuffled(state, game.to_shuffle(game.start(state.setup)))
    assert (caught.value.code, caught.value.reason.rule) == ("no_shuffle_due", "2.1")


def check_nobody_acts(game: AnyGame, state: Any, seat: Seat, move: Any) -> None:
    """A seat that is not there is never on turn."""
    assert game.legal(state, seat) == ()
    with pytest.raises(IllegalMove, match="not_your_turn"):
        game.apply(state, seat, move)


def codes_in_sources(game: AnyGame) -> set[str]:
    """Every code with which the sources of a game refuse a move."""
    found = (re.findall(r'(?:Reason|_refuse)\(\s*"([a-z_]+)"', text) for text in _sources(game).values())
    return {code for codes in found for code in codes}


def check_citations(game: AnyGame, ruling: str, at_least: int) -> None:
    """Every rule and ruling (N1, P1) that the sources of a game cite stands in its rules."""
    rules, cited = rules_of(game), set[str]()
    for name, text in _sources(game).items():
        strings = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
        cited |= {word for word in strings if isinstance(word, str) and re.fullmatch(r"\d+\.\d+", word)}
        cited |= set(re.findall(rf"\b{ruling}\d+\b", text)) if name != "game.py" else set()
    assert len(cited) >= at_least
    assert [number for number in sorted(cited) if f"**{number}**" not in rules] == []


def _sources(game: AnyGame) -> dict[str, str]:
    """The text of the files that refuse moves of a game, by name."""
    files = [SOURCE / "game.py", *sorted((SOURCE / game.id).glob("*.py"))]
    return {file.name: file.read_text(encoding="utf-8") for file in files}
