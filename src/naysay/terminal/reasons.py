"""A bot's reasons in words: the English sentence of each, its parameters filled in."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from naysay.bots import random_bot
from naysay.bots.choice import Why
from naysay.bots.nope import reasons as nope
from naysay.bots.nyet import reasons as nyet
from naysay.bots.reason import Reason, Slot

Reveal = Callable[[str, Mapping[str, Any]], str]

REASONS: Final[Mapping[str, Reason[...]]] = random_bot.REASONS | nyet.REASONS | nope.REASONS
MERGED: Final = ("card", "colour")


def put_in_words(why: Why, reveal: Reveal) -> str:
    """The sentence for a reason; without one, its code and parameters."""
    reason = REASONS.get(why.code)
    if reason is None or not reason.parameters.keys() <= why.params.keys():
        facts = ", ".join(f"{key} {reveal(key, why.params)}" for key in why.params)
        return why.code.replace("_", " ").capitalize() + (f" ({facts})." if facts else ".")
    text = "".join(part if isinstance(part, str) else _fill(part, why.params, reveal) for part in reason.sentence)
    begins_with_card = reason.sentence[0] == Slot("card")
    return text if begins_with_card else text[0].upper() + text[1:]  # pick:R is written small


def _fill(slot: Slot, params: Mapping[str, Any], reveal: Reveal) -> str:
    value = params[slot.parameter]
    if slot.plural is not None:
        one, other = slot.plural
        return (one if value == 1 else other).replace("#", str(value))
    return reveal(slot.parameter, params) if slot.cases is None else slot.cases.get(value, value)


def list_reasons(reasons: Iterable[Why], reveal: Reveal) -> list[str]:
    """The sentences for several reasons: none twice, and none that only repeats the move while another is there."""
    whys = _merge(reasons)
    telling = [why for why in whys if why.code not in REASONS or not REASONS[why.code].repeats_move]
    return list(dict.fromkeys(put_in_words(why, reveal) for why in telling or whys))


def _merge(reasons: Iterable[Why]) -> list[Why]:
    """Reasons that speak of several cards or colours in turn become one that speaks of all."""
    merged: dict[tuple[str, str], Why] = {}
    for why in reasons:
        (key, *others) = why.params or ("",)
        if others or key not in MERGED:
            merged[why.code, repr(why.params)] = why
        elif (why.code, key) in merged:
            before = merged[why.code, key].params[key]
            both = [*(before if isinstance(before, list) else [before]), why.params[key]]
            merged[why.code, key] = Why(why.code, {key: both})
        else:
            merged[why.code, key] = why
    return list(merged.values())
