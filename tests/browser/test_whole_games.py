from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.player import NopeByKeyboard, NopePlayer, NyetByKeyboard, NyetPlayer, Player
from tests.support.effort import LONG

pytestmark = pytest.mark.slow
FAST = {"speed": "none"}
SHORT: dict[str, Any] = {} if LONG else {"end": {"target": 40}}  # some rounds instead of all


@pytest.mark.parametrize(
    ("edition", "players", "size"),
    [
        ("iello-2015", 5, "1280x800"),
        ("amigo-2007", 2, "390x844"),
        ("goldsieber-1997", 3, "844x390"),
        ("iello-2015", 4, "768x1024"),
    ],
)
def test_nyet(visit: Visit, edition: str, players: int, size: str) -> None:
    guest = visit(size=size, **FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", edition=edition, players=players, options=SHORT)
    player = NyetPlayer(guest.page, Random(f"{edition} {players}"))
    player.play_to_the_end()
    check_standing(player, players)
    assert set(player.did) >= {"veto", "play", "Final standing"}


@pytest.mark.parametrize(("players", "size"), [(2, "360x640"), (4, "1280x800"), (6, "390x844")])
def test_nope(visit: Visit, players: int, size: str) -> None:
    guest = visit(size=size, **FAST)
    guest.arrive("Ada")
    guest.quick(game="nope", players=players)
    player = NopePlayer(guest.page, Random(f"nope {players}"))
    player.play_to_the_end()
    check_standing(player, players)
    assert "lay" in player.did


def test_nyet_by_keyboard_alone(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Kit")
    guest.quick(game="nyet", players=3, options={"end": {"target": 20}})
    player = NyetByKeyboard(guest.page, Random("keys"))
    player.play_to_the_end()
    check_standing(player, 3)


def test_nope_by_keyboard_alone(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Kit")
    guest.quick(game="nope", players=3, options={"max_turns": 40})
    player = NopeByKeyboard(guest.page, Random("keys"))
    player.play_to_the_end()
    check_standing(player, 3)


def check_standing(player: Player, players: int) -> None:
    rows = player.page.get_by_role("list", name="Final standing").get_by_role("listitem")
    assert rows.count() == players
