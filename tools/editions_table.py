"""Write the pages that say what differs between the editions, in every language, from their files.

    .venv/bin/python -m tools.editions_table [--check]

They are docs/rules/editions.md and docs/rules/de/editions.md. With `--check` nothing is written: exit status 1 if one
of them is stale.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from naysay.nyet.edition import ROWS
from naysay.nyet.edition_file import built_in
from tools._table import ROOT, table, write_or_check

RULES = ROOT / "docs" / "rules"
NOTHING = "–"
BOXES = {"iello-2015": (10, 30), "amigo-2007": (10, 30)}  # what the printed boxes say: age, minutes


@dataclass(frozen=True)
class Language:
    """What a page says around the values, and the values that it does not show as they are."""

    page: Path
    before: str
    after: str
    counts: Mapping[int, str]
    printed: str
    players: str
    age: str
    from_age: str
    minutes: str
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
    end: str
    target: str
    scoring: str
    bonus: str
    rows: Mapping[str, str]
    words: Mapping[str, str]

    def say(self, value: object) -> str:
        """A value of a file: numbers with a true minus, words in this language."""
        return str(value).replace("-", "−") if isinstance(value, int) else self.words.get(str(value), str(value))


ENGLISH = Language(
    page=RULES / "editions.md",
    before="""\
# What differs between the editions

One course of play, told in [Nyet!: the rules](nyet.md), and {count} editions of it. Where nothing is said, nothing
differs. [Auf Deutsch](de/editions.md).
""",
    after="""
How to read it: “×3” is three alike, “2…13” is one each of 2 to 13. What the boxes of row 2 ask for is
[told in the rules](nyet.md#r5-2). Age and minutes are those of the printed boxes; what we have of the Goldsieber rules
names none. Markers are what lies in the printed box; at this table they [never run out](nyet.md#n2). The last three
rows are the edition's own way: a table may agree on another.

Nope! has one edition and so no column here: [Nope!: the rules](nope.md). You can play by
[an edition of your own](../notation.md#an-edition-of-your-own), too.

<!-- Written by `python -m tools.editions_table` from the edition files: do not edit here. -->
""",
    counts={1: "one", 2: "two", 3: "three", 4: "four", 5: "five"},
    printed="printed as",
    players="players",
    age="age",
    from_age="from {}",
    minutes="minutes",
    to="to",
    either="or",
    colours="[colours](nyet.md#r1-2)",
    values="[values](nyet.md#r1-2) of each colour",
    cards="cards",
    removed="[removed](nyet.md#r2-2) with {count} players, of each colour",
    hand="[hand](nyet.md#r2-1) with {counts} players",
    aside="[set aside](nyet.md#r2-2) with {count} players, face down",
    row="[row {number}](nyet.md#r3-6), {row}",
    first_veto="[first to veto](nyet.md#r3-1)",
    vetoes={"dealer": "dealer", "left": "dealer's left neighbour"},
    suit="[supertrump's suit](nyet.md#r6-4)",
    suits={"trump": "trump", "own": "its own colour"},
    rounds="[rounds](nyet.md#r9-1) with {counts} players",
    markers="markers in the box",
    end="[ends after](nyet.md#r9-2)",
    target="{target} points",
    scoring="[scoring](nyet.md#r8-4)",
    bonus="[bonus card doubles](nyet.md#r8-4)",
    rows={"first": "First", "discard": "Discard", "trump": "Trump", "super": "Super", "points": "Points"},
    words={
        "one": "discard 1", "two": "discard 2", "one-not-low": "1, not low", "two-not-low": "2, not low",
        "pass-left": "1 left", "pass-left-two": "2 left", "pass-right": "1 right", "pass-right-two": "2 right",
        "rounds": "these rounds",
        "totals": "what you made", "difference": "the difference",
        "own": "own tricks and loot", "player": "the holder's points",
    },
)  # fmt: skip
GERMAN = Language(
    page=RULES / "de" / "editions.md",
    before="""\
# Was anders ist

Ein Ablauf, erzählt in [Nyet!: die Regeln](nyet.md), und {count} Ausgaben davon. Wo nichts steht, ist nichts anders.
[In English](../editions.md).
""",
    after="""
So liest man sie: „×3“ heißt drei gleiche, „2…13“ heißt je eine von 2 bis 13. Was die Felder der Reihe 2 verlangen,
steht [in den Regeln](nyet.md#r5-2). Alter und Minuten stehen auf den gedruckten Schachteln; was wir von den Regeln von
Goldsieber haben, nennt keine. Marken sind, was in der Schachtel liegt; an diesem Tisch gehen sie [nie aus](nyet.md#n2).
Die letzten drei Zeilen sind der Brauch der Ausgabe: Ein Tisch darf anderes vereinbaren.

Nope! hat eine Ausgabe und darum keine Spalte hier: [Nope!: die Regeln](nope.md). Spielen kann man auch nach
[einer eigenen Ausgabe](../../notation.md#an-edition-of-your-own) (auf Englisch).

<!-- Geschrieben von `python -m tools.editions_table` aus den Dateien der Ausgaben: nicht hier ändern. -->
""",
    counts={1: "eine", 2: "zwei", 3: "drei", 4: "vier", 5: "fünf"},
    printed="gedruckt als",
    players="Leute",
    age="Alter",
    from_age="ab {}",
    minutes="Minuten",
    to="bis",
    either="oder",
    colours="[Farben](nyet.md#r1-2)",
    values="[Werte](nyet.md#r1-2) jeder Farbe",
    cards="Karten",
    removed="[draußen](nyet.md#r2-2) mit {count} Leuten, von jeder Farbe",
    hand="[Hand](nyet.md#r2-1) mit {counts} Leuten",
    aside="[daneben](nyet.md#r2-2) mit {count} Leuten, verdeckt",
    row="[Reihe {number}](nyet.md#r3-6), {row}",
    first_veto="[erstes Veto](nyet.md#r3-1)",
    vetoes={"dealer": "wer gibt", "left": "links vom Geber"},
    suit="[Farbe eines Supertrumpfs](nyet.md#r6-4)",
    suits={"trump": "Trumpf", "own": "die eigene"},
    rounds="[Runden](nyet.md#r9-1) mit {counts} Leuten",
    markers="Marken in der Schachtel",
    end="[Ende nach](nyet.md#r9-2)",
    target="{target} Punkten",
    scoring="[Wertung](nyet.md#r8-4)",
    bonus="[Bonuskarte verdoppelt](nyet.md#r8-4)",
    rows={"first": "Zuerst", "discard": "Ablage", "trump": "Trumpf", "super": "Super", "points": "Punkte"},
    words={
        "red": "Rot", "blue": "Blau", "yellow": "Gelb", "green": "Grün", "black": "Schwarz",
        "bear": "Bär", "wolf": "Wolf", "eagle": "Adler", "tiger": "Tiger", "crane": "Kranich", "hawk": "Habicht",
        "dove": "Taube", "turquoise": "Türkis", "lilac": "Lila", "orange": "Orange", "white": "Weiß",
        "one": "1 ablegen", "two": "2 ablegen", "one-not-low": "1, keine kleine",
        "two-not-low": "2, keine kleinen", "pass-left": "1 n. links", "pass-left-two": "2 n. links",
        "pass-right": "1 n. rechts", "pass-right-two": "2 n. rechts",
        "none": "keine", "rounds": "diesen Runden", "totals": "was ihr gemacht habt", "difference": "der Unterschied",
        "own": "eigene Stiche und Beute", "player": "die eigenen Punkte",
    },
)  # fmt: skip
LANGUAGES = (ENGLISH, GERMAN)

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


def spell_end(plain: Plain, said: Language) -> str:
    """How a game ends."""
    end = plain.get("end", "rounds")
    return said.say(end) if isinstance(end, str) else said.target.format(target=end["target"])


def on_the_box(plain: Plain, place: int, form: str = "{}") -> str:
    """Age (0) or minutes (1), where the printed box says so."""
    return form.format(BOXES[plain["id"]][place]) if plain["id"] in BOXES else NOTHING


def printed(plain: Plain) -> str:
    """What players call an edition: publisher and year.

    >>> printed({"id": "iello-2015"})
    'Iello 2015'
    """
    return " ".join(str(plain["id"]).split("-")).capitalize()


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

    def listed(values: Iterable[object], between: str = ", ") -> str:
        return between.join(map(said.say, values))

    spelled: list[tuple[str, Callable[[Plain], str]]] = [
        (said.printed, lambda plain: plain["name"]),
        (said.players, lambda plain: spell_players(plain["players"], said)),
        (said.age, lambda plain: on_the_box(plain, 0, said.from_age)),
        (said.minutes, lambda plain: on_the_box(plain, 1)),
        (said.colours, lambda plain: listed(plain["colours"])),
        (said.values, lambda plain: spell_values(plain["values"])),
        (said.cards, lambda plain: str(len(plain["colours"]) * len(plain["values"]))),
        *((said.removed.format(count=n), at("removed", n, spell_values)) for n in counts_in("removed")),
        (said.hand.format(counts=slashed), by_players("hand", counts)),
        *((said.aside.format(count=n), at("aside", n, str)) for n in counts_in("aside")),
        *((said.row.format(number=number, row=said.rows[row]), lambda plain, row=row: listed(plain[row], " · "))
          for number, row in enumerate(ROWS, 1)),
        (said.first_veto, lambda plain: said.vetoes[plain["first_veto"]]),
        (said.suit, lambda plain: said.suits[plain["supertrump_suit"]]),
        (said.rounds.format(counts=slashed), by_players("rounds", counts)),
        (said.markers, lambda plain: str(plain.get("markers", NOTHING))),
        (said.end, lambda plain: spell_end(plain, said)),
        (said.scoring, lambda plain: said.say(plain.get("scoring", "totals"))),
        (said.bonus, lambda plain: said.say(plain.get("bonus", "own"))),
    ]  # fmt: skip
    return [[name, *(spell(plain) for plain in editions)] for name, spell in spelled]


def page(said: Language) -> str:
    """The whole page; the newest edition stands first."""
    editions = sorted((json.loads(edition.text) for edition in built_in().values()), key=year, reverse=True)
    spelled = table([["", *map(printed, editions)], *rows(editions, said)])
    count = said.counts.get(len(editions), str(len(editions)))
    return said.before.format(count=count) + "\n" + spelled + said.after


def year(plain: Plain) -> str:
    """The year at the end of an id."""
    return str(plain["id"]).rsplit("-", 1)[-1]


if __name__ == "__main__":
    sys.exit(max(write_or_check(said.page, page(said), "tools.editions_table", sys.argv[1:]) for said in LANGUAGES))
