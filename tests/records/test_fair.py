"""Fair shuffles: the published vectors, a second implementation, and sanity."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from naysay import fair
from naysay.games import find
from tests.naive import nope, nyet
from tests.support.combinations import Combination
from tests.support.commands import COMBINATIONS, OWN, Plain, for_naive, simulated

VECTORS: list[Plain] = json.loads(Path(__file__).with_name("fair-vectors.json").read_text(encoding="utf-8"))


def naive_key(seed: bytes, contributions: list[bytes]) -> bytes:
    message = b""
    for contribution in contributions:
        message += len(contribution).to_bytes(1, "big") + contribution
    return hmac.new(seed, message, hashlib.sha256).digest()


def naive_shuffle(key: bytes, i: int, cards: list[str]) -> list[str]:
    """Step 4, word by word: a word is found by its place, not by a stream."""

    def word(place: int) -> int:
        block = hmac.new(key, i.to_bytes(4, "big") + (place // 8).to_bytes(4, "big"), hashlib.sha256).hexdigest()
        return int(block[place % 8 * 8 :][:8], 16)

    cards, place = list(cards), 0
    j = len(cards) - 1
    while j >= 1:
        w = word(place)
        place += 1
        if w < 2**32 // (j + 1) * (j + 1):
            k = w % (j + 1)
            cards[j], cards[k] = cards[k], cards[j]
            j -= 1
    return cards


def spec_order(record: Plain) -> list[str]:
    """Step 5."""
    if record["game"] == "nyet":
        edition = for_naive(record)["edition"]
        edition = nyet.EDITIONS[edition] if isinstance(edition, str) else edition
        letters = [nyet.LETTERS[colour] for colour in edition["colours"]]
        players = len(record["players"])
        return sorted(nyet.deck(edition, players), key=lambda card: (letters.index(card[0]), int(card[1:])))
    kinds = [f"{colour}{number}" for colour in "RGBY" for number in (1, 2, 3)]
    kinds += [f"{pair}{number}" for pair in ("RG", "RB", "RY", "GB", "GY", "BY") for number in (1, 2, 3)]
    kinds += ["joker", "restart", "see:R", "see:G", "see:B", "see:Y"]
    kinds += ["pick:R", "pick:G", "pick:B", "pick:Y", "pick:RGBY"]
    action_cards = record["options"].get("action_cards") != "no"
    return sorted(nope.deck(action_cards), key=kinds.index)


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{vector['game']} {vector['players']}" for vector in VECTORS])
def test_vectors(vector: Plain) -> None:
    game = find(vector["game"])
    cards = game.to_shuffle(game.start(game.setup(vector["players"], 0, vector["edition"])))
    seed = bytes.fromhex(vector["seed"])
    contributions = [bytes.fromhex(part) for part in vector["contributions"]]
    assert fair.commit(seed) == vector["commit"]
    key = fair.key(seed, contributions)
    assert key.hex() == vector["key"] == naive_key(seed, contributions).hex()
    assert " ".join(fair.deck(key, 0, cards)) == vector["deck0"]
    assert " ".join(fair.deck(key, 1, cards)[:8]) == vector["deck1_starts"]
    assert " ".join(naive_shuffle(key, 0, list(cards))) == vector["deck0"]
    promise = fair.Fair(vector["commit"], seed, tuple(contributions))
    promise.check(0, cards, fair.deck(key, 0, cards))
    with pytest.raises(ValueError, match="fair: shuffle 2 does not follow"):
        promise.check(1, cards, fair.deck(key, 0, cards))


def test_a_second_implementation() -> None:
    rng = Random(3)
    for _ in range(60):
        seed = rng.randbytes(32)
        parts = [rng.randbytes(rng.choice((0, 1, 16, 255))) for _ in range(rng.randrange(2, 7))]
        key = fair.key(seed, parts)
        assert key == naive_key(seed, parts)
        number = rng.choice((0, 1, 7, 255, 256, 65536, 2**32 - 1))
        cards = [f"c{place}" for place in range(rng.choice((0, 1, 2, 3, 9, 40, 60, 104, 300)))]
        assert list(fair.deck(key, number, cards)) == naive_shuffle(key, number, cards)


def test_contributions_are_kept_apart() -> None:
    seed = bytes(32)
    assert fair.key(seed, [b"ab", b"c"]) != fair.key(seed, [b"a", b"bc"])
    assert fair.key(seed, [b"", b"a"]) != fair.key(seed, [b"a", b""])


def test_a_word_beyond_the_last_whole_multiple_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [2**32 - 1, 1, 2**32 - 1, 0, 0, 0, 0, 0]
    block = b"".join(word.to_bytes(4, "big") for word in words)
    monkeypatch.setattr(hmac, "digest", lambda key, message, kind: block)
    # 2³² = 3 × 1431655765 + 1: for the first swap the largest word is refused; for the second, among two, it is odd
    assert fair.deck(b"", 0, ("a", "b", "c")) == ("a", "c", "b")


@pytest.mark.parametrize(
    "combination",
    [
        one
        for one in COMBINATIONS
        if not one.options or one.edition == str(OWN) or one.options == {"action_cards": "no"}
    ],
    ids=str,
)
def test_the_shuffles_of_simulated_games(combination: Combination) -> None:
    for line in simulated(combination, 1 if combination.game == "nyet" else 3):
        record = json.loads(line)
        seed = bytes.fromhex(record["fair"]["seed"])
        assert hashlib.sha256(seed).hexdigest() == record["fair"]["commit"]
        key = naive_key(seed, [bytes.fromhex(part) for part in record["fair"]["contributions"]])
        order = spec_order(record)
        for number, deck in enumerate(record["shuffles"]):
            cards = sorted(deck.split(" "), key=order.index)
            assert number > 0 or cards == order
            assert " ".join(naive_shuffle(key, number, cards)) == deck


def test_reshuffles_follow_the_same_order() -> None:
    lines = simulated(Combination("nope", 6, None, {"action_cards": "no"}), 40)
    records = [record for line in lines if len((record := json.loads(line))["shuffles"]) > 1]
    assert records
    for record in records:
        key = naive_key(bytes.fromhex(record["fair"]["seed"]), [b""] * 6)
        order = spec_order(record)
        for number, deck in enumerate(record["shuffles"]):
            assert " ".join(naive_shuffle(key, number, sorted(deck.split(" "), key=order.index))) == deck


def test_every_card_comes_to_every_place_as_often() -> None:
    cards, keys = "abcdefghij", 4000
    rng = Random(4)
    decks = [fair.deck(rng.randbytes(32), rng.randrange(9), cards) for _ in range(keys)]
    expected = keys / len(cards)
    for card in cards:
        counts = Counter(deck.index(card) for deck in decks)
        chi_square = sum((counts[place] - expected) ** 2 / expected for place in range(len(cards)))
        assert 0.5 < chi_square < 33  # 9 degrees of freedom: outside once in some 8,000 draws
    pairs = Counter(deck[:2] for deck in decks)
    expected = keys / 90
    assert len(pairs) == 90
    assert sum((count - expected) ** 2 / expected for count in pairs.values()) < 150  # 89 degrees of freedom
