"""Write docs/reasons.md, the page with every reason of the bots.

    .venv/bin/python -m tools.reasons_table [--check]

With `--check` nothing is written: exit status 1 if the page is stale.
"""

import sys
from collections.abc import Mapping

from naysay.bots import random_bot
from naysay.bots.nope import reasons as nope
from naysay.bots.nyet import reasons as nyet
from naysay.bots.reason import Reason
from tools._table import ROOT, table, write_or_check

PAGE = ROOT / "docs" / "reasons.md"
NONE = "–"
SECTIONS: Mapping[str, Mapping[str, Reason[...]]] = {
    "Nyet!: `steady`": nyet.REASONS,
    "Nope!: `steady`": nope.REASONS,
    "Any game: `random`": random_bot.REASONS,
}

BEFORE = """\
# Why a bot likes a move

A bot gives reasons with its move: codes that stay the same, each with parameters from which a client can say it in its
own words, as `naysay play` does in its hints. A reason is a claim about the move and the seat's
[view](architecture.md#views-and-secrecy), never about hidden cards. The tests put the reasons of whole games to a check
of these claims, by the rules and without the bot's estimates: a false one fails
([Bots and reasons](architecture.md#bots-and-reasons)).

Why a move is *refused* is another list: [Notation](notation.md#why-a-move-is-refused).
"""
AFTER = """
How to read it: units are tricks and loot, good where they earn points and bad where they cost them. A `card` is in
[notation](notation.md#cards), `colour` and `colours` are words (`"red"`), `seat` is a number, `row` and `box` are those
of the board. `cards` is a list of cards, but with {sizes} the number of
cards in the seat's hand; everything else is a number, too. In a sentence, `{{saves:# card/# cards}}` is a number with
its noun, and `{{row:trump=…/super=…}}` has words for each value.

This page is written by `python -m tools.reasons_table`. Change `reasons.py` of the game and run it; do not edit here.
"""


def cells(one: Reason[...]) -> list[str]:
    """A row of a table."""
    parameters = ", ".join(f"`{name}`" for name in one.parameters) or NONE
    return [f"`{one.code}`", parameters, one.claim, one.english]


def page() -> str:
    """The whole page."""
    head = ["code", "parameters", "what it claims", "in English"]
    tables = "".join(
        f"\n## {title}\n\n{table([head, *map(cells, reasons.values())])}" for title, reasons in SECTIONS.items()
    )
    sizes = [f"`{one.code}`" for one in nope.REASONS.values() if "hand size" in one.parameters.values()]
    return BEFORE + tables + AFTER.format(sizes=f"{', '.join(sizes[:-1])} and {sizes[-1]}")


if __name__ == "__main__":
    sys.exit(write_or_check(PAGE, page(), "tools.reasons_table", sys.argv[1:]))
