"""Every kind of broken record is refused with its line, its action and a reason; never with a traceback."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from naysay.record import LONGEST_LINE
from tests.support.combinations import Combination
from tests.support.commands import OWN, Plain, encode, naysay, naysay_process, simulate, simulated

GOOD = [encode(simulate("nope", None, 2)), encode(simulate("nyet", "goldsieber-1997", 3, end={"target": 25}))]


class Broken(NamedTuple):
    """A line, the action at which it is refused, and words of the reason."""

    line: bytes
    action: int
    says: str


def refused(broken: Broken, *options: str) -> None:
    """Three lines, of which the last is broken."""
    stdin = b"\n".join([*GOOD, broken.line]) + b"\n"
    said = naysay("verify", *options, "-", stdin=stdin)
    assert said.status == 1
    assert said.out == ""
    assert said.err.startswith(f"line 3: action {broken.action}: ")
    assert broken.says in said.err
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 600
    each = naysay("verify", "--each", *options, "-", stdin=stdin + GOOD[0])
    assert each == (1, f"{said.err}3 hold, 1 do not\n", "")
    if not options:
        shown = naysay("inspect", "--json", "-", stdin=stdin)
        assert (shown.status, shown.err) == (1, said.err)
        assert len(shown.out.splitlines()) == 2


def nyet() -> Plain:
    return simulate("nyet", "iello-2015", 4, end={"target": 25}, scoring="difference", bonus="player")


def nope() -> Plain:
    return simulate("nope", None, 3, extra_card=[0, 2], max_turns=200)


def own() -> Plain:
    return simulate("nyet", str(OWN), 5)


def text(record: Plain) -> str:
    return json.dumps(record, ensure_ascii=False)


BYTES: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "a blank line"),
    "blanks": (lambda: b" \t \r", "a blank line"),
    "truncated": (lambda: encode(nyet())[:-1], "not JSON: "),
    "truncated in a text": (lambda: encode(nyet())[:200], "not JSON: "),
    "no quotes": (lambda: b"{format: 1}", "not JSON: Expecting property name enclosed in double quotes at character 2"),
    "single quotes": (lambda: str(nope()).encode(), "not JSON: "),
    "a comma too many": (lambda: encode(nope())[:-1] + b",}", "not JSON: "),
    "two records on a line": (lambda: encode(nope()) + encode(nope()), "not JSON: Extra data at character"),
    "a comment": (lambda: encode(nope()) + b" // mine", "not JSON: Extra data"),
    "a NUL": (lambda: b"\x00" + encode(nope()), "not JSON: "),
    "a control character in a text": (lambda: encode(nope()).replace(b"random 0", b"random\x010"), "not JSON: Invalid"),
    "an unknown escape": (lambda: encode(nope()).replace(b"random 0", rb"random\q0"), "not JSON: Invalid"),
    "a byte-order mark": (lambda: b"\xef\xbb\xbf" + encode(nope()), "byte-order mark"),
    "invalid UTF-8": (lambda: b'{"format": "\xff"}', "not UTF-8: byte 13 of the line"),
    "cut UTF-8": (lambda: b'{"format": "\xc3"}', "not UTF-8: byte 13 of the line"),
    "a surrogate in UTF-8": (lambda: b'{"format": "\xed\xa0\x80"}', "not UTF-8"),
    "UTF-16": (lambda: text(nope()).encode("utf-16-le"), "not JSON"),
    "UTF-16 with its mark": (lambda: text(nope()).encode("utf-16"), "not UTF-8"),
    "no object: null": (lambda: b"null", "a record is a JSON object, not None"),
    "no object: a number": (lambda: b"17", "a record is a JSON object, not 17"),
    "no object: a list": (lambda: b"[]", "a record is a JSON object, not []"),
    "no object: a text": (lambda: b'"naysay/1"', "a record is a JSON object"),
    "nested lists": (lambda: b"[" * 1_000_000, "nested too deeply"),
    "nested objects": (lambda: b'{"a":' * 500_000, "nested too deeply"),
    "nested in meta": (
        lambda: encode(nope())[:-1] + b', "meta": {"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}}",
        "nested too deeply",
    ),
    "5,000 digits": (lambda: encode(nope() | {"dealer": 0})[:-1] + b', "meta": ' + b"9" * 5000 + b"}", "5000 digits"),
    "5,000 digits in a seat": (lambda: text(nope()).replace("[[1,", "[[" + "1" * 5000 + ",").encode(), "5000 digits"),
    "a million digits": (lambda: b"-" + b"1" * 1_000_000, "1000001 digits"),
    "NaN": (lambda: text(nope() | {"dealer": float("nan")}).encode(), "NaN is no number"),
    "Infinity": (lambda: text(nope() | {"meta": {"a": float("inf")}}).encode(), "Infinity is no number"),
    "-Infinity": (lambda: text(nope() | {"meta": {"a": -float("inf")}}).encode(), "-Infinity is no number"),
    "1e999": (lambda: encode(nope())[:-1] + b', "meta": {"a": 1e999}}', "too large: 1e999"),
    "-1e999": (lambda: encode(nope())[:-1] + b', "meta": {"a": [-1e999]}}', "too large: -1e999"),
    "a key twice": (lambda: b'{"game": "nope", ' + encode(nope())[1:], "key 'game' stands twice"),
    "a key twice, escaped": (lambda: rb'{"g\u0061me": "nope", ' + encode(nope())[1:], "key 'game' stands twice"),
    "a key twice in options": (
        lambda: encode(nope()).replace(b'"options": {', b'"options": {"max_turns": 200, '),
        "key 'max_turns' stands twice",
    ),
    "a key twice in meta": (lambda: encode(nope())[:-1] + b', "meta": {"a": 1, "a": 1}}', "key 'a' stands twice"),
    "too long": (lambda: encode(nope()) + b" " * LONGEST_LINE, f"more than {LONGEST_LINE} bytes"),
}


@pytest.mark.parametrize("name", BYTES)
def test_no_json(name: str) -> None:
    make, says = BYTES[name]
    refused(Broken(make(), 0, says))


def changed(record: Plain, **values: Any) -> Plain:
    return record | values


def without(record: Plain, *keys: str) -> Plain:
    return {key: value for key, value in record.items() if key not in keys}


def with_edition(**values: Any) -> Plain:
    record = own()
    return record | {"edition": record["edition"] | values}


def with_options(record: Plain, **values: Any) -> Plain:
    return record | {"options": record["options"] | values}


def with_fair(record: Plain, **values: Any) -> Plain:
    return record | {"fair": record["fair"] | values}


HEX = "0123456789abcdef" * 4

SETUPS: dict[str, tuple[Callable[[], Plain], str]] = {
    **{
        f"without {key}": (lambda key=key: without(nyet(), key), f"{key}")  # type: ignore[misc]
        for key in ("format", "game", "edition", "options", "players", "dealer", "shuffles", "actions")
    },
    "an empty object": (dict, "format"),
    "format of tomorrow": (lambda: changed(nope(), format="naysay/2"), "format must be 'naysay/1', not 'naysay/2'"),
    "unknown key": (lambda: changed(nope(), winner=1), "unknown key 'winner'"),
    "unknown key, a trap": (lambda: changed(nope(), Dealer=1), "unknown key 'Dealer'"),
    "unknown key, huge": (lambda: changed(nope(), **{"x" * 100_000: 1}), "unknown key 'xxx"),
    "unknown key, with a line break": (lambda: changed(nope(), **{"a\nb\u2028\x1b[2J": 1}), "unknown key 'a\\nb"),
    "unknown game": (lambda: changed(nope(), game="snap"), "unknown game 'snap'"),
    "unknown game, capital": (lambda: changed(nope(), game="Nope"), "unknown game 'Nope'"),
    "unknown game, huge": (lambda: changed(nope(), game="n" * 1_000_000), "unknown game 'nnn"),
    "unknown edition": (lambda: changed(nyet(), edition="iello-2014"), "unknown edition 'iello-2014'"),
    "edition of a file": (lambda: changed(nyet(), edition=str(OWN)), "unknown edition"),
    "edition of Nope!": (lambda: changed(nope(), edition="iello-2015"), "Nope! has no editions"),
    "edition null of Nope!": (lambda: changed(nope(), edition=None), "edition"),
    "edition null of Nyet!": (lambda: changed(nyet(), edition=None), "edition"),
    "edition without values": (lambda: changed(own(), edition={"id": "mine"}), "edition key 'name' is missing"),
    "edition with an unknown key": (lambda: with_edition(colour="red"), "edition key 'colour' = 'red': unknown key"),
    "edition with an unknown colour": (lambda: with_edition(colours=["red", "pink"]), "'colours' = 'pink'"),
    "edition with a colour twice": (lambda: with_edition(colours=["red", "red"]), "is listed twice"),
    "edition with a wrong deal": (lambda: with_edition(aside={"2": 22}), "edition key 'hand.2' = 6"),
    "edition without low cards": (lambda: with_edition(removed={"5": [0, 0]}), "the lowest value 0"),
    "edition with unknown discards": (lambda: with_edition(discard=["all"]), "edition key 'discard' = 'all'"),
    "edition for none": (lambda: with_edition(players=[]), "edition key 'players' = []"),
    "edition with points for nothing": (lambda: with_edition(points=[0, 1]), "edition key 'points' = 0"),
    "too few players": (lambda: changed(nope(), players=["Ann"]), "2 to 6 players, not 1"),
    "too many players": (lambda: changed(nyet(), players=list("ABCDEF")), "players, not 6"),
    "not for three": (lambda: changed(own(), players=["A", "B", "C"]), "all-in is for 2, 5 players, not 3"),
    "a million players": (lambda: changed(nope(), players=["A"] * 1_000_000), "not 1000000"),
    "a name of nothing": (lambda: changed(nope(), players=["", "B", "C"]), "a player's name"),
    "a name of blanks": (lambda: changed(nope(), players=[" ", "B", "C"]), "a player's name"),
    "a name with a line break": (lambda: changed(nope(), players=["A\nB", "B", "C"]), "a player's name"),
    "a name with an escape": (lambda: changed(nope(), players=["\x1b[2J", "B", "C"]), "a player's name"),
    "a name that turns the line": (lambda: changed(nope(), players=["\u202ea", "B", "C"]), "a player's name"),
    "a huge name": (lambda: changed(nope(), players=["A" * 100_000, "B", "C"]), "a player's name"),
    "a dealer who is not there": (lambda: changed(nope(), dealer=3), "dealer must be a seat from 0 to 2, not 3"),
    "a dealer below 0": (lambda: changed(nope(), dealer=-1), "dealer must be a seat from 0 to 2, not -1"),
    "unknown option": (lambda: with_options(nope(), jokers="no"), "unknown option 'jokers'"),
    "an option of the other game": (lambda: with_options(nyet(), max_turns=5), "unknown option 'max_turns'"),
    "repeats end": (lambda: with_options(nyet(), end="rounds"), "option 'end' only repeats"),
    "repeats scoring": (lambda: with_options(nyet(), scoring="totals"), "option 'scoring' only repeats"),
    "repeats bonus": (lambda: with_options(nyet(), bonus="own"), "option 'bonus' only repeats"),
    "repeats the own edition's end": (lambda: with_options(own(), end={"target": 30}), "option 'end' only repeats"),
    "repeats the own edition's scoring": (lambda: with_options(own(), scoring="difference"), "only repeats"),
    "repeats action_cards": (lambda: with_options(nope(), action_cards="yes"), "only repeats the default"),
    "repeats extra_card": (lambda: with_options(nope(), extra_card=[]), "only repeats the default"),
    "extra_card descending": (lambda: with_options(nope(), extra_card=[2, 0]), "option 'extra_card' = [2, 0]"),
    "extra_card twice": (lambda: with_options(nope(), extra_card=[0, 0]), "option 'extra_card' = [0, 0]"),
    "extra_card too far": (lambda: with_options(nope(), extra_card=[3]), "option 'extra_card' = [3]"),
    "extra_card below 0": (lambda: with_options(nope(), extra_card=[-1]), "option 'extra_card' = [-1]"),
    "no turns": (lambda: with_options(nope(), max_turns=0), "option 'max_turns' = 0"),
    "no target": (lambda: with_options(nyet(), end={"target": 0}), "option 'end' = {'target': 0}"),
    "two targets": (lambda: with_options(nyet(), end={"target": 9, "rounds": 1}), "option 'end' = "),
    "the edition's own number of rounds": (
        lambda: with_options(nyet(), end={"rounds": 8}),
        "option 'end' only repeats the edition's own number",
    ),
    "31 rounds": (lambda: with_options(nyet(), end={"rounds": 31}), "option 'end' = {'rounds': 31}"),
    "repeats supertrump": (lambda: with_options(nyet(), supertrump="trump"), "option 'supertrump' only repeats"),
    "supertrump of no kind": (lambda: with_options(nyet(), supertrump="edition"), "option 'supertrump' = 'edition'"),
    "repeats tricks": (lambda: with_options(nyet(), tricks="open"), "option 'tricks' only repeats"),
    "repeats characters": (
        lambda: with_options(nyet(), characters=["bear", "wolf", "eagle", "tiger"]),
        "option 'characters' only repeats",
    ),
    "too few characters": (lambda: with_options(nyet(), characters=["wolf", "bear"]), "must be a list of 4"),
    "a character twice": (
        lambda: with_options(nyet(), characters=["wolf", "bear", "wolf", "crane"]),
        "wolf is listed twice",
    ),
    "a character that is none": (
        lambda: with_options(nyet(), characters=["wolf", "bear", "dove", "crane"]),
        "must be a list of 4, one for each seat, of bear",
    ),
    "unknown scoring": (lambda: with_options(nyet(), scoring="double"), "option 'scoring' = 'double'"),
    "fair without seed": (lambda: changed(nope(), fair={"commit": HEX, "contributions": []}), "fair must be an object"),
    "fair with more": (lambda: with_fair(nope(), key=HEX), "fair must be an object"),
    "a short seed": (lambda: with_fair(nope(), seed=HEX[:-2]), "fair: seed must be 64 hex digits"),
    "a long seed": (lambda: with_fair(nope(), seed=HEX + "00"), "fair: seed must be 64 hex digits"),
    "a seed with blanks": (lambda: with_fair(nope(), seed=" " + HEX[1:]), "fair: seed must be 64 hex digits"),
    "a seed that is no hex": (lambda: with_fair(nope(), seed="g" * 64), "fair: seed must be 64 hex digits"),
    "a seed of other digits": (lambda: with_fair(nope(), seed="٣" * 64), "fair: seed must be 64 hex digits"),
    "a short commit": (lambda: with_fair(nope(), commit=HEX[:32]), "fair: commit must be 64 hex digits"),
    "a commit with a line break": (lambda: with_fair(nope(), commit=HEX[:-1] + "\n"), "fair: commit must be"),
    "too few contributions": (lambda: with_fair(nope(), contributions=["", ""]), "must be a list of 3"),
    "too many contributions": (lambda: with_fair(nope(), contributions=[""] * 4), "must be a list of 3"),
    "half a byte": (lambda: with_fair(nope(), contributions=["", "abc", ""]), "a contribution must be hex"),
    "a contribution too long": (lambda: with_fair(nope(), contributions=["", "", "00" * 256]), "at most 255 bytes"),
}


@pytest.mark.parametrize("name", SETUPS)
def test_no_such_setup(name: str) -> None:
    make, says = SETUPS[name]
    refused(Broken(encode(make()), 0, says))


def with_shuffles(record: Plain, change: Callable[[list[str]], list[str]]) -> bytes:
    return encode(record | {"shuffles": change(record["shuffles"])})


def in_first(change: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    return lambda shuffles: [change(shuffles[0]), *shuffles[1:]]


def end_of_first_round(record: Plain) -> int:
    """The number of the action after which the second shuffle is due: the last play before the second veto phase."""
    verbs = [text.split(" ")[0] for _, text in record["actions"]]
    return next(number for number in range(1, len(verbs)) if verbs[number - 1 : number + 1] == ["play", "veto"])


SHUFFLES: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "missing": (lambda shuffles: [], "shuffle 1 is missing: 60 cards are to be shuffled"),
    "empty": (in_first(lambda deck: ""), "wrong_deck"),
    "short": (in_first(lambda deck: " ".join(deck.split(" ")[1:])), "wrong_deck: the shuffle lacks"),
    "long": (in_first(lambda deck: deck + " R1"), "'R1' is not among them so often"),
    "one twice": (in_first(lambda deck: " ".join([deck.split(" ")[1], *deck.split(" ")[1:]])), "so often"),
    "an unknown card": (in_first(lambda deck: deck.replace("R13", "R14")), "'R14' is not among them"),
    "a colour of another edition": (in_first(lambda deck: deck.replace("R13", "K0")), "'K0' is not among them"),
    "a card of the other game": (in_first(lambda deck: deck.replace("R13", "joker")), "'joker' is not among them"),
    "small letters": (in_first(str.lower), "is not among them"),
    "two blanks": (in_first(lambda deck: deck.replace(" ", "  ", 1)), "'' is not among them"),
    "a blank before": (in_first(lambda deck: " " + deck), "'' is not among them"),
    "a blank after": (in_first(lambda deck: deck + " "), "'' is not among them"),
    "commas": (in_first(lambda deck: deck.replace(" ", ",")), "is not among them"),
    "a tab": (in_first(lambda deck: deck.replace(" ", "\t", 1)), "is not among them"),
    "a zero before": (in_first(lambda deck: deck.replace("R13", "R013")), "'R013' is not among them"),
    "other digits": (in_first(lambda deck: deck.replace("R13", "R１３")), "is not among them"),
    "huge": (in_first(lambda deck: deck + " R1" * 500_000), "is not among them so often"),
}


@pytest.mark.parametrize("name", SHUFFLES)
def test_no_such_shuffle(name: str) -> None:
    change, says = SHUFFLES[name]
    refused(Broken(with_shuffles(nyet(), change), 0, says))


def test_a_later_shuffle() -> None:
    record = simulate("nyet", "goldsieber-1997", 4)
    number = end_of_first_round(record)
    for change, says in (
        (lambda shuffles: shuffles[:1], "shuffle 2 is missing: 40 cards are to be shuffled"),
        (lambda shuffles: [shuffles[0], shuffles[1] + " R1"], "wrong_deck"),
        (lambda shuffles: [shuffles[0], "", *shuffles[2:]], "wrong_deck"),
    ):
        refused(Broken(with_shuffles(record, change), number, says))
    refused(
        Broken(
            with_shuffles(record, lambda shuffles: [*shuffles, shuffles[0]]),
            len(record["actions"]),
            "shuffle 9 is never used",
        )
    )


def test_a_reshuffle() -> None:
    lines = simulated(Combination("nope", 6, None, {"action_cards": "no"}), 40)
    record = next(found for line in lines if len((found := json.loads(line))["shuffles"]) == 2)
    first, second = record["shuffles"]
    said = naysay("verify", "-", stdin=encode(record | {"shuffles": [first]}))
    number = int(said.err.split(" ")[3].rstrip(":"))
    assert record["actions"][number - 1][1] == "draw"
    count = second.count(" ") + 1
    refused(Broken(encode(record | {"shuffles": [first]}), number, f"shuffle 2 is missing: {count} cards"))
    short = second.split(" ", 1)[1]
    refused(Broken(encode(record | {"shuffles": [first, short]}), number, "the shuffle lacks"))
    refused(Broken(encode(record | {"shuffles": [first, first]}), number, "wrong_deck"))
    last = len(record["actions"])
    refused(Broken(encode(record | {"shuffles": [first, second, second]}), last, "shuffle 3 is never used"))


RESULTS: dict[str, tuple[Callable[[Plain], Any], str]] = {
    "missing": (lambda result: ..., "the game is over: its result is missing"),
    "empty": (lambda result: {}, "the result is {"),
    "other winners": (lambda result: result | {"winners": [0, 1, 2, 3]}, ", not {"),
    "no winners": (lambda result: result | {"winners": []}, "the result is {"),
    "other scores": (lambda result: result | {"scores": [s + 1 for s in result["scores"]]}, "the result is {"),
    "other rounds": (lambda result: result | {"rounds": result["rounds"][:-1]}, "the result is {"),
    "more": (lambda result: result | {"out": []}, "the result is {"),
    "less": (lambda result: {"winners": result["winners"]}, "the result is {"),
    "true for 1": (lambda result: result | {"winners": [s == 1 or s for s in result["winners"]]}, "the result is {"),
    "1.0 for 1": (lambda result: result | {"winners": [float(s) for s in result["winners"]]}, "the result is {"),
    "-0.0 for 0": (lambda result: result | {"rounds": [[s or -0.0 for s in r] for r in result["rounds"]]}, "result"),
    "text for numbers": (lambda result: result | {"scores": [str(s) for s in result["scores"]]}, "the result is {"),
}


def won_by_seat_1() -> Plain:
    return next(found for seed in range(99) if (found := nyet_of(seed))["result"]["winners"] == [1])


def nyet_of(seed: int) -> Plain:
    return simulate("nyet", "iello-2015", 4, str(seed), end={"target": 25}, scoring="difference", bonus="player")


@pytest.mark.parametrize("name", RESULTS)
def test_no_such_result(name: str) -> None:
    change, says = RESULTS[name]
    record = won_by_seat_1()
    result = change(record.pop("result"))
    if result is not ...:
        record["result"] = result
    refused(Broken(encode(record), len(record["actions"]), says))


def test_a_result_too_early() -> None:
    for record in (nyet(), nope()):
        early = record | {"actions": record["actions"][:-1]}
        refused(Broken(encode(early), len(early["actions"]), "the game is not over, so there can be no result"))


def test_true_is_no_1_in_the_order_of_leaving() -> None:
    record = next(found for s in range(99) if 1 in (found := simulate("nope", None, 3, str(s)))["result"]["out"])
    record["result"]["out"] = [seat == 1 or seat for seat in record["result"]["out"]]
    refused(Broken(encode(record), len(record["actions"]), "the result is {"))


def other_digit(digits: str) -> str:
    return ("1" if digits[0] != "1" else "2") + digits[1:]


def test_fair_nonsense_is_found_with_fair_only() -> None:
    record = simulate("nyet", "goldsieber-1997", 4)
    fair = record["fair"]
    number = end_of_first_round(record)
    last_shuffle = len(record["shuffles"])
    wrong_commit = record | {"fair": fair | {"commit": other_digit(fair["commit"])}}
    wrong_seed = record | {"fair": fair | {"seed": other_digit(fair["seed"])}}
    contributed = record | {"fair": fair | {"contributions": ["", "00", "", ""]}}
    closed = {key: value for key, value in record.items() if key != "result"}
    closed |= {"actions": record["actions"][:number], "shuffles": record["shuffles"][:2]}
    two = " ".join(reversed(record["shuffles"][1].split(" ")))
    for changed_record, action, says in (
        (wrong_commit, 0, "fair: the seed does not match the commit"),
        (wrong_seed, 0, "fair: the seed does not match the commit"),
        (contributed, 0, "fair: shuffle 1 does not follow from seed and contributions"),
        ({key: value for key, value in record.items() if key != "fair"}, 0, "fair: the record has no 'fair'"),
        (closed | {"shuffles": [record["shuffles"][0], two]}, number, "fair: shuffle 2 does not follow"),
    ):
        assert naysay("verify", "-", stdin=encode(changed_record)) == (0, "1 record holds\n", "")
        refused(Broken(encode(changed_record), action, says), "--fair")
    assert naysay("verify", "--fair", "-", stdin=encode(closed)) == (0, "1 record holds\n", "")
    upper = record | {"fair": fair | {"commit": fair["commit"].upper(), "seed": fair["seed"].upper()}}
    assert naysay("verify", "--fair", "-", stdin=encode(upper)) == (0, "1 record holds\n", "")
    assert last_shuffle == 8


def test_each_reports_every_bad_line() -> None:
    bad = [b"", b"{", encode(nope() | {"game": "snap"}), encode(without(nyet(), "result"))]
    lines = [GOOD[0], bad[0], bad[1], GOOD[1], bad[2], bad[3], GOOD[0]]
    stdin = b"\n".join(lines) + b"\n"
    said = naysay("verify", "--each", "-", stdin=stdin)
    assert said.status == 1
    assert said.err == ""
    *each, counts = said.out.splitlines()
    last = len(nyet()["actions"])
    assert [line.split(": ", 2)[:2] for line in each] == [
        ["line 2", "action 0"],
        ["line 3", "action 0"],
        ["line 5", "action 0"],
        ["line 6", f"action {last}"],
    ]
    assert counts == "3 hold, 4 do not"
    first = naysay("verify", "-", stdin=stdin)
    assert first == (1, "", each[0] + "\n")
    assert naysay_process("verify", "--each", "-", stdin=stdin) == said
    assert naysay_process("verify", "-", stdin=stdin) == first
    shown = naysay_process("inspect", "--json", "-", stdin=stdin)
    assert (shown.status, shown.err, len(shown.out.splitlines())) == (1, first.err, 1)


def test_line_ends() -> None:
    assert naysay("verify", "-", stdin=b"") == (0, "0 records hold\n", "")
    assert naysay("verify", "--each", "-", stdin=b"") == (0, "0 hold, 0 do not\n", "")
    assert naysay("inspect", "--json", "-", stdin=b"") == (0, "", "")
    assert naysay("verify", "-", stdin=b"\n".join(GOOD)) == (0, "2 records hold\n", "")
    assert naysay("verify", "-", stdin=b"\r\n".join([*GOOD, b""])) == (0, "2 records hold\n", "")
    assert (
        naysay("verify", "-", stdin=b"\n".join([*GOOD, b"", b""])).err
        == "line 3: action 0: a blank line is no record\n"
    )
    assert naysay("verify", "-", stdin=b"\n" + GOOD[0]).err == "line 1: action 0: a blank line is no record\n"


def test_key_order_and_spacing_are_free() -> None:
    record = nyet()
    spread = json.dumps(dict(reversed(record.items())), separators=("\t ,  ", " :\r "))
    assert naysay("verify", "--fair", "-", stdin=f"  {spread}  ".encode()) == (0, "1 record holds\n", "")
    escaped = json.dumps(record | {"players": ["Zoë", "Łucja", "李", "🂡"]})
    assert "\\ud83c" in escaped
    assert naysay("verify", "-", stdin=escaped.encode()) == (0, "1 record holds\n", "")


@pytest.mark.parametrize("command", [["verify"], ["verify", "--each"], ["inspect"], ["inspect", "--json"]])
@pytest.mark.parametrize("path", ["/no/such/file.jsonl", "/"])
def test_no_such_file(command: list[str], path: str) -> None:
    said = naysay(*command, path)
    assert said.status in (1, 2)
    assert said.out == ""
    assert "irectory" in said.err
    assert "Traceback" not in said.err
