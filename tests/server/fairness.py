"""Were the cards shuffled fairly? Written from the text of the specification alone, apart from the server's code.

1. commit = SHA-256(seed). 2. One contribution per seat. 3. key = HMAC(seed, each contribution after its length).
4. Deck i: Fisher and Yates from the last place down, with words from HMAC(key, i, c), in spec order before.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

NOPE_COLOURS = "RGBY"
PAIRS = ["".join(pair) for pair in combinations(NOPE_COLOURS, 2)]
NOPE_SPECIAL = ["joker", "restart", *(f"see:{c}" for c in NOPE_COLOURS), *(f"pick:{c}" for c in NOPE_COLOURS)]
NOPE_SPECIAL.append("pick:RGBY")


def nope_place(card: str) -> tuple[int, int, int]:
    """Where a card of Nope! stands in spec order."""
    if card in NOPE_SPECIAL:
        return 2, NOPE_SPECIAL.index(card), 0
    match = re.fullmatch(r"([RGBY]{1,2})(\d+)", card)
    assert match is not None, card
    colours, number = match.group(1), int(match.group(2))
    if len(colours) == 1:
        return 0, NOPE_COLOURS.index(colours), number
    return 1, PAIRS.index(colours), number


def nyet_place(colours: str) -> Callable[[str], tuple[int, int]]:
    """Where a card of Nyet! stands, by the colours as the edition lists them."""
    return lambda card: (colours.index(card[0]), int(card[1:]))


class Words:
    """The random words of one deck, one after the other."""

    def __init__(self, key: bytes, number: int) -> None:
        self.key, self.number, self.block, self.left = key, number, 0, b""

    def next(self) -> int:
        if not self.left:
            message = self.number.to_bytes(4, "big") + self.block.to_bytes(4, "big")
            self.left = hmac.new(self.key, message, hashlib.sha256).digest()
            self.block += 1
        word, self.left = self.left[:4], self.left[4:]
        return int.from_bytes(word, "big")

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely as the others."""
        while (word := self.next()) >= 2**32 // count * count:
            pass
        return word % count


def check(record: dict[str, Any], commit: str, shown: list[str], place: Callable[[str], Any]) -> int:
    """Check a record against what was promised and shown; gives the number of decks that were fair."""
    fair = record["fair"]
    seed = bytes.fromhex(fair["seed"])
    assert fair["commit"] == commit == hashlib.sha256(seed).hexdigest()
    assert fair["contributions"] == shown
    message = b""
    for part in fair["contributions"]:
        message += bytes([len(part) // 2]) + bytes.fromhex(part)
    key = hmac.new(seed, message, hashlib.sha256).digest()
    for number, shuffle in enumerate(record["shuffles"]):
        cards = sorted(shuffle.split(" "), key=place)
        words = Words(key, number)
        for last in range(len(cards) - 1, 0, -1):
            other = words.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        assert " ".join(cards) == shuffle, f"deck {number} is not the one that was promised"
    return len(record["shuffles"])
