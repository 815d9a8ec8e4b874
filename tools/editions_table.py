"""Write the pages that say what differs between the editions, in every language, from their files.

    .venv/bin/python -m tools.editions_table [--check]

They are docs/rules/editions.md and docs/rules/de/editions.md. With `--check` nothing is written: exit status 1 if one
of them is stale.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from naysay.nyet.edition import ROWS
from naysay.nyet.edition_file import built_in
from tools._table import ROOT, table, write_or_check

RULES = ROOT / "docs" / "rules"
NOTHING = "–"


@dataclass(frozen=True)
class Language:
    """What a page says around the values, and the values that it does not show as they are."""

    page: Path
    before: str
    after: str
    counts: Mapping[int, str]
    printed: str
    players: str
    to: str
    either: str
    colours: str
    values: str
    cards: str
    removed: str
    hand: str
    aside: str
    row: str
    first_veto: str
    vetoes: Mapping[str, str]
    suit: str
    suits: Mapping[str, str]
    rounds: str
    markers: str
    option: str
    words: Mapping[str, str] = field(default_factory=dict)

    def say(self, value: object) -> str:
        """A value of a file: numbers with a true minus, words in this language."""
        return str(value).replace("-", "−") if isinstance(value, int) else self.words.get(str(value), str(value))


ENGLISH = Language(
    page=RULES / "editions.md",
    before="""\
# What differs between the editions

One course of play, told in [Nyet!: the rules](nyet.md), and {count} editions of it. An edition is a file of values that
the same engine plays; this table is those files. Where nothing is said, nothing differs. [Auf Deutsch](de/editions.md).
""",
    after="""
How to read it: `×3` is three alike, `2…13` is one each of 2 to 13. The boxes of row 2 are explained in
[5.2](nyet.md#r5-2). Markers are what lies in the printed box; at this table they never run out ([N2](nyet.md#n2)).
The last three rows are options: these are the edition's own values, and a game may agree on others.

Nope! has one edition and so no column here: [Nope!: the rules](nope.md). For an edition of your own, copy one of the
files in `src/naysay/nyet/editions` and change it: [An edition of your own](../notation.md#an-edition-of-your-own).

This page is written by `python -m tools.editions_table`. Change the edition files and run it; do not edit here.
""",
    counts={1: "one", 2: "two", 3: "three", 4: "four", 5: "five"},
    printed="printed as",
    players="players",
    to="to",
    either="or",
    colours="[colours](nyet.md#r1-2)",
    values="[values](nyet.md#r1-2) of each colour",
    cards="cards",
    removed="[removed](nyet.md#r2-2) with {count} players, of each colour",
    hand="[hand](nyet.md#r2-1) with {counts} players",
    aside="[set aside](nyet.md#r2-2) with {count} players, face down",
    row="[row {number}](nyet.md#r3-6) `{row}`",
    first_veto="[first to veto](nyet.md#r3-1)",
    vetoes={"dealer": "dealer", "left": "dealer's left neighbour"},
    suit="[supertrump's suit](nyet.md#r6-4)",
    suits={"trump": "trump", "own": "its own colour"},
    rounds="[rounds](nyet.md#r9-1) with {counts} players",
    markers="markers in the box",
    option="option [`{name}`](nyet.md#{anchor})",
)
GERMAN = Language(
    page=RULES / "de" / "editions.md",
    before="""\
# Was anders ist

Ein Ablauf, erzählt in [Nyet!: die Regeln](nyet.md), und {count} Ausgaben davon. Eine Ausgabe ist eine Datei mit Werten,
nach denen dasselbe Programm spielt; diese Tabelle sind die Dateien. Wo nichts steht, ist nichts anders.
[In English](../editions.md).
""",
    after="""
So liest man sie: `×3` heißt drei gleiche, `2…13` heißt je eine von 2 bis 13. Die Felder der Reihe 2 erklärt
[5.2](nyet.md#r5-2). Marken sind, was in der Schachtel liegt; an diesem Tisch gehen sie nie aus ([N2](nyet.md#n2)).
Die letzten drei Zeilen sind Wahlregeln: Das sind die Werte der Ausgabe, und ein Spiel darf andere vereinbaren.

Nope! hat eine Ausgabe und darum keine Spalte hier: [Nope!: die Regeln](nope.md). Für eine eigene Ausgabe nimm eine der
Dateien in `src/naysay/nyet/editions` als Vorlage. Wie das geht, steht auf Englisch unter
[An edition of your own](../../notation.md#an-edition-of-your-own).

Diese Seite schreibt `python -m tools.editions_table`. Ändere die Dateien der Ausgaben, nicht diese Seite.
""",
    counts={1: "eine", 2: "zwei", 3: "drei", 4: "vier", 5: "fünf"},
    printed="gedruckt als",
    players="Leute",
    to="bis",
    either="oder",
    colours="[Farben](nyet.md#r1-2)",
    values="[Werte](nyet.md#r1-2) jeder Farbe",
    cards="Karten",
    removed="[draußen](nyet.md#r2-2) mit {count} Leuten, von jeder Farbe",
    hand="[Hand](nyet.md#r2-1) mit {counts} Leuten",
    aside="[daneben](nyet.md#r2-2) mit {count} Leuten, verdeckt",
    row="[Reihe {number}](nyet.md#r3-6) `{row}`",
    first_veto="[erstes Veto](nyet.md#r3-1)",
    vetoes={"dealer": "wer gibt", "left": "links vom Geber"},
    suit="[Farbe eines Supertrumpfs](nyet.md#r6-4)",
    suits={"trump": "Trumpf", "own": "die eigene"},
    rounds="[Runden](nyet.md#r9-1) mit {counts} Leuten",
    markers="Marken in der Schachtel",
    option="Wahlregel [`{name}`](nyet.md#{anchor})",
    words={
        "red": "Rot", "blue": "Blau", "yellow": "Gelb", "green": "Grün", "black": "Schwarz",
        "bear": "Bär", "wolf": "Wolf", "eagle": "Adler", "tiger": "Tiger", "crane": "Kranich", "hawk": "Habicht",
        "dove": "Taube", "turquoise": "Türkis", "lilac": "Lila", "orange": "Orange", "white": "Weiß",
        "one": "eine", "two": "zwei", "one-not-low": "eine nicht kleine", "two-not-low": "zwei nicht kleine",
        "pass-left": "eine nach links", "pass-right-two": "zwei nach rechts", "none": "ohne",
    },
)  # fmt: skip

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


def spell_players(players: list[int], said: Language) -> str:
    """For how many players an edition is."""
    unbroken = len(players) > 2 and players == list(range(players[0], players[-1] + 1))
    return f"{players[0]} {said.to} {players[-1]}" if unbroken else f" {said.either} ".join(map(str, players))


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


def rows(editions: list[Plain], said: Language) -> list[list[str]]:
    """Every row of the table: what it is about, then a cell for each edition."""
    counts = sorted({count for plain in editions for count in plain["players"]})
    slashed = "/".join(map(str, counts))

    def counts_in(key: str) -> list[int]:
        return sorted({int(count) for plain in editions for count in plain.get(key, {})})

    def listed(values: Iterable[object]) -> str:
        return ", ".join(map(said.say, values))

    spelled: list[tuple[str, Callable[[Plain], str]]] = [
        (said.printed, lambda plain: plain["name"]),
        (said.players, lambda plain: spell_players(plain["players"], said)),
        (said.colours, lambda plain: listed(plain["colours"])),
        (said.values, lambda plain: spell_values(plain["values"])),
        (said.cards, lambda plain: str(len(plain["colours"]) * len(plain["values"]))),
        *((said.removed.format(count=n), at("removed", n, spell_values)) for n in counts_in("removed")),
        (said.hand.format(counts=slashed), by_players("hand", counts)),
        *((said.aside.format(count=n), at("aside", n, str)) for n in counts_in("aside")),
        *((said.row.format(number=number, row=row), lambda plain, row=row: listed(plain[row]))
          for number, row in enumerate(ROWS, 1)),
        (said.first_veto, lambda plain: said.vetoes[plain["first_veto"]]),
        (said.suit, lambda plain: said.suits[plain["supertrump_suit"]]),
        (said.rounds.format(counts=slashed), by_players("rounds", counts)),
        (said.markers, lambda plain: str(plain.get("markers", NOTHING))),
        (said.option.format(name="end", anchor="r9-2"), spell_end),
        (said.option.format(name="scoring", anchor="r8-4"), lambda plain: plain.get("scoring", "totals")),
        (said.option.format(name="bonus", anchor="r8-4"), lambda plain: plain.get("bonus", "own")),
    ]  # fmt: skip
    return [[name, *(spell(plain) for plain in editions)] for name, spell in spelled]


def page(said: Language) -> str:
    """The whole page; the newest edition stands first."""
    editions = sorted((json.loads(edition.text) for edition in built_in().values()), key=year, reverse=True)
    spelled = table([["", *(f"`{plain['id']}`" for plain in editions)], *rows(editions, said)])
    count = said.counts.get(len(editions), str(len(editions)))
    return said.before.format(count=count) + "\n" + spelled + said.after


def year(plain: Plain) -> str:
    """The year at the end of an id."""
    return str(plain["id"]).rsplit("-", 1)[-1]


if __name__ == "__main__":
    sys.exit(
        max(write_or_check(said.page, page(said), "tools.editions_table", sys.argv[1:]) for said in (ENGLISH, GERMAN))
    )
