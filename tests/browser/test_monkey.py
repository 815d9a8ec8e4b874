"""A monkey at the table, in both games, at several sizes: nothing it does plays what was not shown, or breaks anything.

A failure names its seed: `NAYSAY_MONKEY=SEED` runs that one again.
"""

import os
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.browsing import Guest
from tests.browser.monkey import Monkey
from tests.support.effort import times
from tests.support.servers import Served

pytestmark = [pytest.mark.slow, pytest.mark.attack]
SEEDS = [os.environ["NAYSAY_MONKEY"]] if "NAYSAY_MONKEY" in os.environ else [str(n) for n in range(times(1, 12))]
STEPS, BOUTS = 60, times(2, 6)
SIZES = {"nyet": ("390x844", "1280x800"), "nope": ("360x640", "844x390")}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_a_monkey_at_the_table(browser: Browser, server: Served, game: str, seed: str) -> None:
    rng = Random(f"{game} {seed}")
    guest = Guest(
        browser,
        server.url,
        size=rng.choice(SIZES[game]),
        motion=rng.choice(["reduce", "no-preference"]),
        trickSeconds=rng.choice([0, 1, 1.8]),
        speed=rng.choice(["none", "fast", "normal"]),
        tap=rng.choice(["auto", "one", "two"]),
    )
    guest.arrive("Ada")
    monkey = Monkey(guest, rng, game)
    monkey.sit_down(players=rng.choice([2, 3, 4, 5]), pace=rng.choice([0, 0.05, 0.2]), level="fresh")
    try:
        for _ in range(BOUTS):
            monkey.rage(STEPS)
            monkey.play_on(2)
        assert monkey.check_moves() > 0
        monkey.check_view()
        guest.close()
    except BaseException:
        print(f"NAYSAY_MONKEY={seed} for {game}; the last steps: {monkey.did[-12:]}")
        print(monkey.describe())
        raise
