"""Reasons that set a candidate apart come first."""

from naysay.bots.choice import Why, contrast


def why(*codes: str) -> tuple[Why, ...]:
    return tuple(Why(code, {}) for code in codes)


def test_first_what_does_not_hold_for_the_move_it_is_compared_with() -> None:
    assert contrast([why("a", "b", "c"), why("a", "d"), why("c", "a", "e")]) == [
        why("b", "c"),  # against the second
        why("d", "a"),  # all others against the best
        why("e", "c"),
    ]


def test_alone_it_says_what_there_is() -> None:
    assert contrast([why("a", "b", "c")]) == [why("a", "b")]
    assert contrast([]) == []
