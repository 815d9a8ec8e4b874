"""Write docs/rules/editions.md, the page that says what differs between the editions, from their files.

    .venv/bin/python -m tools.editions_table [--check]

With `--check` nothing is written: exit status 1 if the page is stale.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from naysay.nyet.edition import ROWS
from naysay.nyet.edition_file import built_in
from tools._table import ROOT, table, write_or_check

PAGE = ROOT / "docs" / "rules" / "editions.md"
NOTHING = "–"

BEFORE = """\
# What differs between the editions

One course of play, told in [Nyet!: the rules](nyet.md), and {count} editions of it. An edition is a file of values that
the same engine plays; this table is those files. Where nothing is said, nothing differs.
"""
AFTER = """
How to read it: `×3` is three alike, `2…13` is one each of 2 to 13. The boxes of row 2 are explained in
[5.2](nyet.md#r5-2). Markers are what lies in the printed box; at this table they never run out ([N2](nyet.md#n2)).
The last three rows are options: these are the edition's own values, and a game may agree on others.

Nope! has one edition and so no column here: [Nope!: the rules](nope.md). For an edition of your own, copy one of the
files in `src/naysay/nyet/editions` and change it: [An edition of your own](../notation.md#an-edition-of-your-own).

This page is written by `python -m tools.editions_table`. Change the edition files and run it; do not edit here.
"""

Plain = dict[str, Any]


def spell_values(values: Iterable[int]) -> str:
    """The values of a colour in short: copies as `×3`, runs of single ones as `2…13`."""
    parts = []
    counted = sorted(Counter(values).items())
    for (copies, _), run in groupby(enumerate(counted), key=lambda item: (item[1][1], item[1][0] - item[0])):
        run_values = [value for _, (value, _) in run]
        if copies > 1:
            parts += [f"{value} ×{copies}" for value in run_values]
        elif len(run_values) > 3:
            parts.append(f"{run_values[0]}…{run_values[-1]}")
        else:
            parts += map(str, run_values)
    return ", ".join(parts)


def spell_boxes(boxes: Iterable[object]) -> str:
    """The boxes of a row."""
    return ", ".join(str(box).replace("-", "−") if isinstance(box, int) else f"{box}" for box in boxes)


def spell_players(players: list[int]) -> str:
    """For how many players an edition is."""
    unbroken = len(players) > 2 and players == list(range(players[0], players[-1] + 1))
    return f"{players[0]} to {players[-1]}" if unbroken else " or ".join(map(str, players))


def spell_end(plain: Plain) -> str:
    """How a game ends."""
    end = plain.get("end", "rounds")
    return end if isinstance(end, str) else f"target {end['target']}"


def by_players(key: str, counts: list[int]) -> Callable[[Plain], str]:
    """Numbers by count of players."""
    return lambda plain: " / ".join(str(plain.get(key, {}).get(str(count), NOTHING)) for count in counts)


def at(key: str, count: int, spell: Callable[[Any], str]) -> Callable[[Plain], str]:
    """What a table has for one count of players."""
    return lambda plain: spell(plain[key][str(count)]) if str(count) in plain.get(key, {}) else NOTHING


def rows(editions: list[Plain]) -> list[list[str]]:
    """Every row of the table: what it is about, then a cell for each edition."""
    counts = sorted({count for plain in editions for count in plain["players"]})
    slashed = "/".join(map(str, counts))

    def counts_in(key: str) -> list[int]:
        return sorted({int(count) for plain in editions for count in plain.get(key, {})})

    veto = {"dealer": "dealer", "left": "dealer's left neighbour"}
    suit = {"trump": "trump", "own": "its own colour"}
    spelled: list[tuple[str, Callable[[Plain], str]]] = [
        ("printed as", lambda plain: plain["name"]),
        ("players", lambda plain: spell_players(plain["players"])),
        ("[colours](nyet.md#r1-2)", lambda plain: ", ".join(plain["colours"])),
        ("[values](nyet.md#r1-2) of each colour", lambda plain: spell_values(plain["values"])),
        ("cards", lambda plain: str(len(plain["colours"]) * len(plain["values"]))),
        *((f"[removed](nyet.md#r2-2) with {n} players, of each colour", at("removed", n, spell_values))
          for n in counts_in("removed")),
        (f"[hand](nyet.md#r2-1) with {slashed} players", by_players("hand", counts)),
        *((f"[set aside](nyet.md#r2-2) with {n} players, face down", at("aside", n, str)) for n in counts_in("aside")),
        *((f"[row {number}](nyet.md#r3-6) `{row}`", lambda plain, row=row: spell_boxes(plain[row]))
          for number, row in enumerate(ROWS, 1)),
        ("[first to veto](nyet.md#r3-1)", lambda plain: veto[plain["first_veto"]]),
        ("[supertrump's suit](nyet.md#r6-4)", lambda plain: suit[plain["supertrump_suit"]]),
        (f"[rounds](nyet.md#r9-1) with {slashed} players", by_players("rounds", counts)),
        ("markers in the box", lambda plain: str(plain.get("markers", NOTHING))),
        ("option [`end`](nyet.md#r9-2)", spell_end),
        ("option [`scoring`](nyet.md#r8-4)", lambda plain: plain.get("scoring", "totals")),
        ("option [`bonus`](nyet.md#r8-4)", lambda plain: plain.get("bonus", "own")),
    ]  # fmt: skip
    return [[name, *(spell(plain) for plain in editions)] for name, spell in spelled]


def page() -> str:
    """The whole page; the newest edition stands first."""
    editions = sorted((json.loads(edition.text) for edition in built_in().values()), key=year, reverse=True)
    spelled = table([["", *(f"`{plain['id']}`" for plain in editions)], *rows(editions)])
    count = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}.get(len(editions), str(len(editions)))
    return BEFORE.format(count=count) + "\n" + spelled + AFTER


def year(plain: Plain) -> str:
    """The year at the end of an id."""
    return str(plain["id"]).rsplit("-", 1)[-1]


if __name__ == "__main__":
    sys.exit(write_or_check(PAGE, page(), "tools.editions_table", sys.argv[1:]))
