"""Fair shuffles: nobody, the host included, can choose a deal or know it early, and anyone can check it afterwards.

The server commits to a seed before the players add their own bytes; every deck follows from both.

>>> secret = bytes(32)
>>> commit(secret)[:16]
'66687aadf862bd77'
>>> deck(key(secret, [b"", b"mine"]), 0, ("a", "b", "c", "d"))
('a', 'b', 'd', 'c')
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from naysay.game import Card, quote

T = TypeVar("T")
LONGEST_CONTRIBUTION: Final = 255
HEX: Final = re.compile(r"([0-9a-fA-F]{2})*")


@dataclass(frozen=True, slots=True)
class Fair:
    """What a record tells about its shuffles: the promise, the seed that kept it, and what each seat added."""

    commit: str
    seed: bytes
    contributions: tuple[bytes, ...]

    @classmethod
    def of(cls, seed: bytes, contributions: Sequence[bytes]) -> "Fair":
        """The promise that this seed keeps."""
        return cls(commit(seed), seed, tuple(contributions))

    def deck(self, number: int, cards: Sequence[T]) -> tuple[T, ...]:
        """Deck `number` (from 0) as it was promised."""
        return deck(key(self.seed, self.contributions), number, cards)

    def check(self, number: int, cards: tuple[Card, ...], shuffled: tuple[Card, ...]) -> None:
        """Raise `ValueError` if shuffle `number` (from 0) of `cards`, given in spec order, is not the one that was
        promised.
        """
        if commit(self.seed) != self.commit.lower():
            raise ValueError("fair: the seed does not match the commit")
        if self.deck(number, cards) != shuffled:
            raise ValueError(f"fair: shuffle {number + 1} does not follow from seed and contributions")


def commit(seed: bytes) -> str:
    """The promise that is shown before the game: SHA-256 of the seed."""
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key of all decks of a game: the seed and, by seat, what each person added."""
    return hmac.digest(seed, b"".join(bytes([len(part)]) + part for part in contributions), "sha256")


def deck(key: bytes, number: int, cards: Sequence[T]) -> tuple[T, ...]:
    """Deck `number` (from 0): the cards, given in spec order, shuffled by Fisher and Yates."""
    words, shuffled = _words(key, number), list(cards)
    for j in range(len(shuffled) - 1, 0, -1):
        limit = (1 << 32) // (j + 1) * (j + 1)
        k = next(word for word in words if word < limit) % (j + 1)
        shuffled[j], shuffled[k] = shuffled[k], shuffled[j]
    return tuple(shuffled)


def _words(key: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, number.to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def read(plain: Any, players: int) -> Fair:
    """The `fair` of a record."""
    if not isinstance(plain, dict) or set(plain) != {"commit", "seed", "contributions"}:
        raise ValueError(f"fair must be an object with commit, seed and contributions, not {quote(plain)}")
    for name in ("commit", "seed"):
        if not _is_hex(plain[name]) or len(plain[name]) != 64:
            raise ValueError(f"fair: {name} must be 64 hex digits, not {quote(plain[name])}")
    parts = plain["contributions"]
    if not isinstance(parts, list) or len(parts) != players:
        raise ValueError(f"fair: contributions must be a list of {players}, one for each seat")
    for part in parts:
        if not _is_hex(part) or len(part) > 2 * LONGEST_CONTRIBUTION:
            raise ValueError(
                f"fair: a contribution must be hex of at most {LONGEST_CONTRIBUTION} bytes, not {quote(part)}"
            )
    return Fair(plain["commit"], bytes.fromhex(plain["seed"]), tuple(bytes.fromhex(part) for part in parts))


def describe(fair: Fair) -> dict[str, Any]:
    """The plain values that `read` takes."""
    return {
        "commit": fair.commit,
        "seed": fair.seed.hex(),
        "contributions": [part.hex() for part in fair.contributions],
    }


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None
