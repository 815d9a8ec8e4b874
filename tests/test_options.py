"""What a game offers is what it takes: no option is missing, every offered value can be agreed on, and no other."""

import pytest

from naysay.game import AnyGame
from naysay.games import BUILT_IN
from naysay.testing import other_values

SETUPS: list[tuple[str, str | None, int]] = [
    *(("nope", None, players) for players in BUILT_IN["nope"].players),
    *(
        ("nyet", edition, players)
        for edition, values in BUILT_IN["nyet"].editions().items()
        for players in values["players"]
    ),
]
ALL = pytest.mark.parametrize(("id", "edition", "players"), SETUPS)


def known(game: AnyGame) -> set[str]:
    """The options that the rules can read, by their own word."""
    with pytest.raises(ValueError, match="unknown option") as refused:
        game.setup(4, 0, None, {"?": 1})
    return set(str(refused.value).partition(" has ")[2].split(", "))


@pytest.mark.parametrize("id", BUILT_IN)
def test_every_option_of_the_rules_is_offered(id: str) -> None:
    game = BUILT_IN[id]
    offered = {
        option.id
        for one, edition, players in SETUPS
        if one == id
        for option in game.options(game.setup(players, 0, edition))
    }
    assert offered == known(game)


@ALL
def test_what_is_offered_can_be_agreed_on(id: str, edition: str | None, players: int) -> None:
    game = BUILT_IN[id]
    plain = game.options(game.setup(players, 0, edition))
    assert all(option.value == option.default for option in plain)
    for option in plain:
        for value in other_values(option, players):
            setup = game.setup(players, 0, edition, {option.id: value})
            agreed = {one.id: one.value for one in game.options(setup)}
            assert agreed == {one.id: value if one is option else one.default for one in plain}
            assert game.describe(setup)["options"] == {option.id: value}


@ALL
def test_what_is_out_of_range_is_refused(id: str, edition: str | None, players: int) -> None:
    game = BUILT_IN[id]
    for option in game.options(game.setup(players, 0, edition)):
        for word, (least, most) in option.ranges.items():
            for wrong in (least - 1, most + 1):
                value = {word: wrong} if option.kind == "amount" else wrong
                with pytest.raises(ValueError, match=f"option '{option.id}'"):
                    game.setup(players, 0, edition, {option.id: value})


@ALL
def test_what_makes_no_difference_is_not_offered(id: str, edition: str | None, players: int) -> None:
    game = BUILT_IN[id]
    missing = known(game) - {option.id for option in game.options(game.setup(players, 0, edition))}
    idle = {"nyet": {"bonus"} if players in (2, 4) else set(), "nope": {"extra_card"} if players == 2 else set()}
    assert missing == idle[id]
