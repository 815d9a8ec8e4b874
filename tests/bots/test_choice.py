"""Reasons that set a candidate apart come first."""

from naysay.bots.choice import Choice, Why, contrast, descending, set_apart


def why(*codes: str) -> tuple[Why, ...]:
    return tuple(Why(code, {}) for code in codes)


def test_first_what_does_not_hold_for_the_move_it_is_compared_with() -> None:
    assert contrast([why("a", "b", "c"), why("a", "d"), why("c", "a", "e")]) == [
        why("b", "c"),  # against the second
        why("d", "a"),  # all others against the best
        why("e", "c"),
    ]


def test_what_fewest_have_comes_first() -> None:
    assert contrast([why("a"), why("b", "c"), why("b", "d")]) == [why("a"), why("c", "b"), why("d", "b")]


def test_whoever_has_nothing_of_its_own_is_told_apart() -> None:
    found = set_apart("xyz", [why("a"), why("a"), why("a", "b")], lambda move, other: Why(f"{move} not {other}", {}))
    assert found == [why("a", "x not y"), why("a", "y not x"), why("a", "b")]
    assert set_apart("x", [why("a")], lambda move, other: Why("", {})) == [why("a")]


def test_nothing_is_told_to_be_better_than_what_was_preferred() -> None:
    assert descending([3.0, 1.0, 2.0, -1.0]) == [3.0, 1.0, 1.0, -1.0]


def check_apart(choice: Choice) -> None:
    """The first reason of every candidate does not hold for the one that it is compared with."""
    for rank, candidate in enumerate(choice.candidates if len(choice.candidates) > 1 else ()):
        other = choice.candidates[0 if rank else 1]
        assert any(one not in other.why for one in candidate.why), (candidate, other)


def test_alone_it_says_what_there_is() -> None:
    assert contrast([why("a", "b", "c")]) == [why("a", "b")]
    assert contrast([]) == []
