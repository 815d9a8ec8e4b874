"""The page's check of shuffles against `naysay verify --fair`: the same records hold, and the same do not."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay.fair import Fair
from naysay.games import find
from naysay.match import Match
from naysay.record import write
from tests.docs.following import node_in
from tests.docs.pages import ROOT
from tests.support.combinations import WITH_OPTIONS, Combination, with_any_options
from tests.support.commands import Plain, encode, naysay
from tests.support.effort import times
from tests.support.playthroughs import at_random

pytestmark = pytest.mark.slow
SHORT = {"end": {"rounds": 2}}  # as much as the order of decks needs
Mutant = Callable[[Plain, Random], Plain]


def record_of(combination: Combination, rng: Random) -> Plain:
    """A random game with bytes of some of the players in its shuffles."""
    parts = [rng.randbytes(rng.choice((0, 1, 16, 16, 255))) for _ in range(combination.players)]
    setup = combination.setup(dealer=rng.randrange(combination.players))
    match = Match(find(combination.game), setup, Fair.of(rng.randbytes(32), parts))
    choose = at_random(rng)
    for _ in match.turns():
        match.act(*choose(match))
    plain: Plain = json.loads(write(match.record([f"P{seat}" for seat in range(combination.players)])))
    return plain


def some_records(count: int) -> list[Plain]:
    """Of all setups in turn; those of Nyet! mostly with two rounds only."""
    rng = Random("in the browser")
    found = []
    for number in range(count):
        combination = rng.choice(WITH_OPTIONS) if number % 2 else with_any_options(rng.choice(WITH_OPTIONS), number)
        if combination.game == "nyet" and number % 10:
            combination = Combination("nyet", combination.players, combination.edition, SHORT)
        found.append(record_of(combination, rng))
    return found


def with_fair(record: Plain, **values: Any) -> Plain:
    return record | {"fair": record["fair"] | values}


def with_deck(record: Plain, number: int, change: Callable[[list[str]], list[str]]) -> Plain:
    decks = [*record["shuffles"]]
    decks[number] = " ".join(change(decks[number].split(" ")))
    return record | {"shuffles": decks}


def flipped(digits: str, rng: Random) -> str:
    """The same bytes with another bit at one place."""
    some = bytearray.fromhex(digits)
    some[rng.randrange(len(some))] ^= 1 << rng.randrange(8)
    return some.hex()


def other_contribution(record: Plain, rng: Random) -> Plain:
    parts = [*record["fair"]["contributions"]]
    seat = rng.randrange(len(parts))
    parts[seat] = flipped(parts[seat], rng) if parts[seat] else "00"
    return with_fair(record, contributions=parts)


def seats_exchanged(record: Plain, rng: Random) -> Plain:
    first, *others = record["fair"]["contributions"]
    return with_fair(record, contributions=[*others, first + "aa" if len(first) < 510 else ""])


def swapped(record: Plain, rng: Random) -> Plain:
    def swap(deck: list[str]) -> list[str]:
        one, other = 0, next(place for place, card in enumerate(deck) if card != deck[0])
        deck[one], deck[other] = deck[other], deck[one]
        return deck

    decks = [number for number, deck in enumerate(record["shuffles"]) if len(set(deck.split(" "))) > 1]
    return with_deck(record, rng.choice(decks), swap)


def decks_exchanged(record: Plain, rng: Random) -> Plain:
    """Where there is one deck, it is taken from behind."""
    first, *others = record["shuffles"]
    if others and len(others[0]) == len(first):
        return record | {"shuffles": [others[0], first, *others[1:]]}
    return with_deck(record, 0, lambda deck: deck[::-1])


def in_first(change: Callable[[list[str]], list[str]]) -> Mutant:
    return lambda record, rng: with_deck(record, 0, change)


def first_changed(change: Callable[[str], str]) -> Mutant:
    return lambda record, rng: record | {"shuffles": [change(record["shuffles"][0]), *record["shuffles"][1:]]}


HEX = "0123456789abcdef" * 4
# What `verify` says of each, up to a number.
MUTANTS: dict[str, tuple[Mutant, str]] = {
    "a bit of the seed": (
        lambda record, rng: with_fair(record, seed=flipped(record["fair"]["seed"], rng)),
        "fair: the seed does not match the commit",
    ),
    "a bit of the commit": (
        lambda record, rng: with_fair(record, commit=flipped(record["fair"]["commit"], rng)),
        "fair: the seed does not match the commit",
    ),
    "a bit of a contribution": (other_contribution, "fair: shuffle "),
    "contributions of other seats": (seats_exchanged, "fair: shuffle "),
    "two cards swapped": (swapped, "fair: shuffle "),
    "decks in another order": (decks_exchanged, "fair: shuffle "),
    "turned by a card": (in_first(lambda deck: [*deck[1:], deck[0]]), "fair: shuffle "),
    "in order": (in_first(sorted), "fair: shuffle "),
    "no deck": (lambda record, rng: record | {"shuffles": []}, "shuffle 1 is missing"),
    "an empty deck": (first_changed(lambda deck: ""), "wrong_deck"),
    "a short deck": (in_first(lambda deck: deck[1:]), "wrong_deck"),
    "a long deck": (in_first(lambda deck: [*deck, deck[0]]), "wrong_deck"),
    "a card twice": (
        in_first(lambda deck: [next(card for card in deck[1:] if deck.count(card) == 1), *deck[1:]]),
        "wrong_deck",
    ),
    "an unknown card": (in_first(lambda deck: ["R14", *deck[1:]]), "wrong_deck"),
    "small letters": (first_changed(str.lower), "wrong_deck"),
    "two blanks": (first_changed(lambda deck: deck.replace(" ", "  ", 1)), "wrong_deck"),
    "a blank before": (first_changed(lambda deck: " " + deck), "wrong_deck"),
    "a blank after": (first_changed(lambda deck: deck + " "), "wrong_deck"),
    "commas": (first_changed(lambda deck: deck.replace(" ", ",")), "wrong_deck"),
    "a tab": (first_changed(lambda deck: deck.replace(" ", "\t", 1)), "wrong_deck"),
    "other digits": (first_changed(lambda deck: deck.replace("1", "１")), "wrong_deck"),
    "huge": (first_changed(lambda deck: deck + " R1" * 50_000), "wrong_deck"),
    "no fair": (lambda record, rng: {key: value for key, value in record.items() if key != "fair"}, "fair: the record"),
    "without a seed": (lambda record, rng: record | {"fair": {"commit": HEX, "contributions": []}}, "fair must be"),
    "with more": (lambda record, rng: with_fair(record, key=HEX), "fair must be"),
    "a short seed": (lambda record, rng: with_fair(record, seed=HEX[:-2]), "fair: seed must be"),
    "a long seed": (lambda record, rng: with_fair(record, seed=HEX + "00"), "fair: seed must be"),
    "a seed with blanks": (lambda record, rng: with_fair(record, seed=" " + HEX[1:]), "fair: seed must be"),
    "a seed that is no hex": (lambda record, rng: with_fair(record, seed="g" * 64), "fair: seed must be"),
    "a seed of other digits": (lambda record, rng: with_fair(record, seed="٣" * 64), "fair: seed must be"),
    "a short commit": (lambda record, rng: with_fair(record, commit=HEX[:32]), "fair: commit must be"),
    "a commit with a line break": (lambda record, rng: with_fair(record, commit=HEX[:-1] + "\n"), "fair: commit must"),
    "too few contributions": (lambda record, rng: with_fair(record, contributions=[]), "fair: contributions must be"),
    "too many contributions": (lambda record, rng: with_fair(record, contributions=[""] * 7), "fair: contributions"),
    "half a byte": (
        lambda record, rng: with_fair(record, contributions=["abc", *record["fair"]["contributions"][1:]]),
        "fair: a contribution",
    ),
    "a contribution too long": (
        lambda record, rng: with_fair(record, contributions=["00" * 256, *record["fair"]["contributions"][1:]]),
        "fair: a contribution",
    ),
}


def by_the_page(records: list[Plain], lines: list[bytes], folder: Path) -> list[Plain | None]:
    """What the page finds in each line, which was made from the record at the same place."""
    questions = []
    for record, line in zip(records, lines, strict=True):
        game = find(record["game"])
        setup = game.setup(len(record["players"]), record["dealer"], record.get("edition"), record["options"])
        cards = " ".join(game.to_shuffle(game.start(setup)))
        questions.append(json.dumps({"line": line.decode(), "cards": cards, "whole": game.deals_anew}))
    path = folder / "questions.jsonl"
    path.write_text("\n".join(questions), encoding="utf-8")
    return [json.loads(answer) for answer in node_in(ROOT, "tests/check_shuffles.ts", str(path)).splitlines()]


def by_verify(lines: list[bytes]) -> dict[int, str]:
    """What `naysay verify --fair` has against which line, from 0."""
    said = naysay("verify", "--each", "--fair", "-", stdin=b"\n".join(lines))
    *bad, _ = said.out.splitlines()
    found = [line.split(": ", 2) for line in bad]
    return {int(number.removeprefix("line ")) - 1: reason for number, _, reason in found}


def explains(answer: Plain | None, reason: str) -> bool:
    """The page has the same against it as `verify`."""
    if answer is None:
        return reason.startswith("fair") and "shuffle" not in reason
    if answer["seal"] == "seed":
        return reason == "fair: the seed does not match the commit"
    wrong = next((number for number, why in enumerate(answer["decks"]) if why in ("differs", "cards")), None)
    if wrong is None:
        return answer["decks"] == [] and reason.startswith("shuffle 1 is missing")
    if answer["decks"][wrong] == "cards":
        return reason.startswith("wrong_deck")
    return reason == f"fair: shuffle {wrong + 1} does not follow from seed and contributions"


def test_the_page_and_the_command_agree_on_whole_records(tmp_path: Path) -> None:
    records = some_records(times(50))
    assert {len(record["players"]) for record in records} == set(range(2, 7))
    assert any(len(set(map(len, map(str.split, record["shuffles"])))) > 1 for record in records), "no reshuffle"
    lines = [encode(record) for record in records]
    assert by_verify(lines) == {}
    answers = by_the_page(records, lines, tmp_path)
    assert [answer and answer["holds"] for answer in answers] == [True] * len(records)
    for record, answer in zip(records, answers, strict=True):
        whole = len(record["shuffles"][0].split(" "))
        sizes = [len(deck.split(" ")) for deck in record["shuffles"]]
        assert answer is not None
        assert answer["decks"] == ["follows" if size == whole else "some" for size in sizes]


def test_the_page_and_the_command_agree_on_every_mutant(tmp_path: Path) -> None:
    rng = Random("mutants")
    originals = some_records(times(8))
    records = [record for record in originals for _ in MUTANTS]
    lines = [encode(change(record, rng)) for record in originals for change, _ in MUTANTS.values()]
    answers, reasons = by_the_page(records, lines, tmp_path), by_verify(lines)
    for place, (answer, (name, (_, says))) in enumerate(zip(answers, [*MUTANTS.items()] * len(originals), strict=True)):
        assert reasons[place].startswith(says), name
        assert answer is None or not answer["holds"], name
        assert explains(answer, reasons[place]), (name, answer, reasons[place])


def test_what_needs_the_rules_is_left_to_the_command(tmp_path: Path) -> None:
    """Whether another deck was due, the page does not know, and does not say."""
    record = record_of(Combination("nyet", 4, "iello-2015", SHORT), Random(1))
    line = encode(record | {"shuffles": record["shuffles"][:1]})
    assert by_verify([line])[0].startswith("shuffle 2 is missing")
    assert by_the_page([record], [line], tmp_path) == [{"holds": True, "seal": "unnoted", "decks": ["follows"]}]
