from random import Random

import pytest

from tests.browser.conftest import Visit
from tests.browser.nyet import Player

pytestmark = pytest.mark.slow
FAST = {"trickSeconds": 0.05, "speed": "none"}


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
    guest.quick(game="nyet", edition=edition, players=players)
    player = Player(guest.page, Random(f"{edition} {players}"))
    player.play_to_the_end()
    rows = guest.page.get_by_role("list", name="Final standing").get_by_role("listitem")
    assert rows.count() == players
    assert player.did.count("Final standing") == 1
    assert set(player.did) >= {"veto", "play", "Next round"}
