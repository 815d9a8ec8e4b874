"""Addresses that people have linked to mean what they meant, in every edition and with every number of players."""

from functools import cache
from pathlib import Path

import pytest

from naysay.games import read_record
from naysay.steps import Replay, take_steps
from tests.support.combinations import PLAIN

LINKS = Path(__file__).with_name("links.txt")
LISTED = 15


@cache
def links() -> list[tuple[Replay, list[str], list[tuple[str, str]]]]:
    """Each record with the addresses of its steps, and pairs of another form and the step that it means."""
    blocks = LINKS.read_text(encoding="utf-8").split("\n\n")[1:]
    read = []
    for first, *lines in (block.strip().split("\n") for block in blocks):
        steps = [address for line in lines if "=" not in line for address in line.split()]
        pairs = [(form, address) for form, _, address in (line.split() for line in lines if "=" in line)]
        read.append((take_steps(read_record(first.removeprefix("record "))), steps, pairs))
    return read


def test_every_edition_and_number_of_players_is_in_the_list() -> None:
    """Those of today, at least: an edition that is added has addresses by the same rules."""
    listed = [(replay.record.game.describe(replay.record.setup), replay.record) for replay, _, _ in links()]
    found = {(record.game.id, len(record.players), plain.get("edition")) for plain, record in listed}
    assert len(found) == len(listed) == LISTED
    assert found <= {(one.game, one.players, one.edition) for one in PLAIN}


@pytest.mark.parametrize("number", range(LISTED))
def test_an_address_means_what_it_meant(number: int) -> None:
    replay, steps, pairs = links()[number]
    assert [step.at for step in replay.steps] == steps
    assert [replay.find(address) for address in steps] == list(replay.steps)
    assert [replay.find(form).at for form, _ in pairs] == [address for _, address in pairs]
