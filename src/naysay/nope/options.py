"""The options of Nope! as records write them: only what differs from the defaults."""

from typing import Any, Final

from naysay.game import Option, quote
from naysay.nope.state import Options

MOST_TURNS: Final = 10**15


def read(plain: object, players: int) -> Options:
    """The options of a record."""
    if plain is None:
        return Options()
    if not isinstance(plain, dict):
        raise ValueError(f"options must be an object, not {quote(plain)}")
    for key in plain:
        if key not in ("action_cards", "extra_card", "max_turns"):
            raise ValueError(f"unknown option {quote(key)}; Nope! has action_cards, extra_card, max_turns")
    if plain.get("action_cards", "no") != "no":
        what = "only repeats the default; leave it out" if plain["action_cards"] == "yes" else 'must be "yes" or "no"'
        raise ValueError(f"option 'action_cards' = {quote(plain['action_cards'])}: {what}")
    extra = plain.get("extra_card", [])
    if "extra_card" in plain:
        is_seats = isinstance(extra, list) and all(type(seat) is int and 0 <= seat < players for seat in extra)
        if not is_seats or extra != sorted(set(extra)):
            raise ValueError(f"option 'extra_card' = {quote(extra)}: must be seats from 0 to {players - 1}, ascending")
        if not extra:
            raise ValueError("option 'extra_card' = []: only repeats the default; leave it out")
    turns = plain.get("max_turns")
    if "max_turns" in plain and not (type(turns) is int and 1 <= turns <= MOST_TURNS):
        raise ValueError(f"option 'max_turns' = {quote(turns)}: must be a whole number from 1 to {MOST_TURNS}")
    return Options("action_cards" not in plain, tuple(extra), turns)


def describe(options: Options) -> dict[str, Any]:
    """The plain values that `read` takes."""
    plain: dict[str, Any] = {}
    if not options.action_cards:
        plain["action_cards"] = "no"
    if options.extra_card:
        plain["extra_card"] = list(options.extra_card)
    if options.max_turns is not None:
        plain["max_turns"] = options.max_turns
    return plain


def offered(options: Options, players: int) -> tuple[Option, ...]:
    """The options that make a difference, with what was agreed; two players have eight cards anyway."""
    actions = "yes" if options.action_cards else "no"
    extra = Option("extra_card", "seats", default=[], value=list(options.extra_card))
    return (
        Option("action_cards", "word", default="yes", value=actions, words=("yes", "no")),
        *((extra,) if players > 2 else ()),
        Option("max_turns", "number", default=None, value=options.max_turns, ranges={"max_turns": (1, MOST_TURNS)}),
    )
