"""Places where a crash could lose or double something, each with a real server that dies exactly there."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from naysay.server.table.entries import Acted
from tests.faults.ledger import Ledger
from tests.faults.player import Player
from tests.faults.power import Powered, powered
from tests.support.asynchronous import until
from tests.support.clients import Guest
from tests.support.effort import LONG

PATIENCE = 120.0
FAILPOINTS = (
    [f"{name}:{number}" for name in ("before_commit", "written", "committed") for number in range(1, 7)]
    if LONG
    else ["before_commit:2", "committed:1", "written:2", "written:3"]
)


async def seated(server: Powered, ledger: Ledger, **wanted: object) -> list[Player]:
    """Two people at a new table, seated."""
    guests = [await Guest.arrive(server.url, name) for name in ("Ann", "Ben")]
    table = await guests[0].make(players=2, game="nope", **wanted)
    players = [Player(guest, table, ledger, Random(seat), "", seat=seat) for seat, guest in enumerate(guests)]
    for player in players:
        await player.insist("sit", seat=player.seat)
    return players


async def survive(server: Powered, ledger: Ledger, failpoint: str, *work: asyncio.Future[None]) -> None:
    """Start the server, let it die at this place while something goes on, check, and start it again."""
    server.kill()
    ledger.check()
    await asyncio.to_thread(server.start, failpoint)
    while not all(one.done() for one in work):
        if server.dead:
            ledger.counts["deaths"] += 1
            server.check_death()
            ledger.check()
            await asyncio.to_thread(server.start)
        await asyncio.sleep(0.01)
    await asyncio.gather(*work)


async def leave(players: list[Player]) -> None:
    for player in players:
        await player.leave()
        await player.guest.leave()


@pytest.mark.slow
def test_lines_of_chat_and_a_rematch_wherever_the_server_dies(tmp_path: Path) -> None:
    """Both write a line and ask for a rematch at once: each line is there once, and there is one new table."""
    with powered(tmp_path / "data") as server:
        asyncio.run(_talk_and_rematch(server, Ledger(server.url_of_data)))


async def _talk_and_rematch(server: Powered, ledger: Ledger) -> None:
    server.start()
    players = await seated(server, ledger)
    for failpoint in FAILPOINTS:
        host = next(player for player in players if player.place.you.get("host"))
        await host.insist("close")
        work = [asyncio.ensure_future(_talk_and_ask(player)) for player in players]
        await survive(server, ledger, failpoint, *work)
        (table,) = {str(player.place.info["rematch"]) for player in players}
        await asyncio.gather(*(player.leave() for player in players))
        players = [Player(player.guest, table, ledger, player.rng, "", seat=player.seat) for player in players]
        for player in players:
            await player.insist("ping")
    server.kill()
    ledger.check()
    assert len(ledger.books) == len(FAILPOINTS) + 1, "every table was the rematch of another"
    assert ledger.counts["lines of chat"] == 2 * len(FAILPOINTS)
    assert ledger.counts["deaths"] > len(FAILPOINTS) // 2, "most of the places were reached"
    assert not server.complaints()
    await leave(players)


async def _talk_and_ask(player: Player) -> None:
    sent = await player.insist("say", text=f"{player.guest.name} wants another game")
    assert sent.answers[-1]["type"] == "done", sent
    await player.ask_for_rematch()


@pytest.mark.slow
def test_bots_play_once_whatever_happens_to_their_processes(tmp_path: Path) -> None:
    """Killed while they think, hanging, dead while nobody needed them: always the same bot, and one move."""
    with powered(tmp_path / "data") as server:
        asyncio.run(_play_with_bots(server, Ledger(server.url_of_data)))


async def _play_with_bots(server: Powered, ledger: Ledger) -> None:
    rng = Random(3)
    server.start()
    guest = await Guest.arrive(server.url, "Ann")
    table = await guest.quick(game="nyet", players=3)
    player = Player(guest, table, ledger, rng, "", seat=0, calm=True)
    playing = asyncio.ensure_future(player.run())
    for fault in ("hang and power", "hang", "crash all", "crash"):
        await _longer(player, 20)
        await until(server.workers, PATIENCE)
        for worker in server.workers()[: 1 if fault == "crash" else None]:
            (server.crash_worker if fault.startswith("crash") else server.freeze_worker)(worker)
        if fault == "hang and power":
            await asyncio.sleep(0.2)
            server.kill()
            ledger.check()
            await asyncio.to_thread(server.start)
    await playing
    server.kill()
    ledger.check()
    book = ledger.books[table]
    acted = [logged.entry for logged in book.rows if isinstance(logged.entry, Acted)]
    assert {one.level for one in acted if one.by == "bot"} == {"steady"}
    assert book.states[-1].stage == "over"
    await leave([player])


async def _longer(player: Player, entries: int) -> None:
    """Wait until so many entries were added, or the game is over."""
    await until(lambda: player.sockets and player.place.seq, PATIENCE)
    goal = player.place.seq + entries
    await until(lambda: player.place.seq >= goal or player.place.ended, PATIENCE)
