"""What can be agreed on, as the server describes it; what was agreed, for everybody with the link, known or not."""

from typing import Any

from naysay.games import BUILT_IN
from tests.support.asynchronous import asynchronous
from tests.support.clients import party
from tests.support.servers import Served
from tests.test_options import SETUPS


def offered(games: list[dict[str, Any]], id: str, edition: str | None, players: int) -> dict[str, Any]:
    """The options that the server describes for one table, with their usual values."""
    (game,) = (game for game in games if game["id"] == id)
    options = game["options"]
    if edition is not None:
        (options,) = (one["options"] for one in game["editions"] if one["id"] == edition)
    fitting = [one for one in options if players in one["players"]]
    assert len({one["id"] for one in fitting}) == len(fitting), "each once"
    return {one["id"]: one.get("usual") for one in fitting}


@asynchronous
async def test_every_option_of_every_game_is_described(server: Served) -> None:
    async with party(server.url) as people:
        games = (await people.stranger().get("/api/games")).json()
    for id, edition, players in SETUPS:
        game = BUILT_IN[id]
        options = game.options(game.setup(players, 0, edition))
        assert offered(games, id, edition, players) == {option.id: option.default for option in options}


@asynchronous
async def test_a_stranger_with_the_link_reads_what_was_agreed_and_becomes_no_guest(server: Served) -> None:
    options = {"action_cards": "no", "extra_card": [2], "max_turns": 60}
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        place = await people.sit(ann, await ann.make(game="nope", players=3, options=options), 0)
        stranger = people.stranger()
        answer = await stranger.get(f"/api/tables/{place.table}/invitation")
        assert answer.status_code == 200
        assert answer.json() == place.info
        assert answer.json()["agreed"] == options
        assert answer.json()["seats"][0]["name"] == "Ann"
        assert "set-cookie" not in answer.headers
        lost = await stranger.get("/api/tables/nowhere/invitation")
        assert (lost.status_code, lost.json()["code"]) == (404, "no_such_table")
        assert "set-cookie" not in lost.headers


@asynchronous
async def test_what_was_agreed_holds_the_usual_values_too(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        table = await ann.make(game="nyet", edition="goldsieber-1997", players=3, options={"scoring": "difference"})
        place = await people.look(ann, table)
        assert place.info["options"] == {"scoring": "difference"}
        usual = offered(await ann.get("/api/games"), "nyet", "goldsieber-1997", 3)
        assert place.info["agreed"] == {**usual, "scoring": "difference"}
