"""Characters are chosen when a seat is taken, and handed out to the others at the start (N16)."""

from naysay.server.storage.writer import Member
from naysay.server.table import commands
from naysay.server.table.characters import handed_out
from naysay.server.table.client_views import seats_of
from naysay.server.table.entries import Began, Sat
from tests.support.asynchronous import asynchronous
from tests.support.clients import party
from tests.support.servers import Served
from tests.support.story import ANN, BEN, PEOPLE, Story

MEMBERS = {person.id: Member(person.id, person.name) for person in PEOPLE}
MINE = "0a" * 16


def sit(person: int, seat: int, character: str | None = None, contribution: str = "") -> commands.Command:
    return commands.sit(PEOPLE[person], seat, contribution, character)


def test_who_chooses_has_it_and_the_others_have_what_is_left() -> None:
    story = Story("nyet", players=4)
    assert handed_out(story.state) == ("bear", "wolf", "eagle", "tiger")
    assert story.do(sit(0, 2, "bear")) == [Sat(2, ANN, character="bear")]
    assert handed_out(story.state) == ("eagle", "wolf", "bear", "tiger")
    story.do(sit(1, 0, "crane"))
    for seat in (1, 3):
        story.do(commands.house(ANN, seat, "random"))
    characters = ("crane", "wolf", "bear", "tiger")
    assert story.do(commands.start(ANN))[0] == Began(("",) * 4, {"characters": list(characters)})
    assert story.state.terms.setup.options.characters == characters
    assert handed_out(story.state) == characters
    shown = seats_of(story.state, MEMBERS)
    assert [(seat.character, seat.chosen) for seat in shown] == [
        ("crane", True),
        ("wolf", False),
        ("bear", True),
        ("tiger", False),
    ]
    assert story.state.game.describe(story.state.terms.setup)["options"] == {"characters": list(characters)}
    story.check()


def test_nobody_chooses_and_the_log_is_as_ever() -> None:
    story = Story("nyet", players=2)
    story.do(sit(0, 0))
    story.do(sit(1, 1))
    assert story.do(commands.start(ANN))[0] == Began(("", ""))
    assert story.state.terms.setup.options.characters == ("bear", "wolf")


def test_the_usual_characters_chosen_by_hand_are_no_option() -> None:
    story = Story("nyet", players=2)
    story.do(sit(0, 0, "bear"))
    story.do(sit(1, 1, "wolf"))
    story.do(commands.start(ANN))
    assert story.state.game.describe(story.state.terms.setup)["options"] == {}
    story.check()


def test_first_come_and_only_before_the_start() -> None:
    story = Story("nyet", players=3)
    story.do(sit(0, 0, "wolf"))
    assert story.refused(sit(1, 1, "wolf")) == "character_taken"
    assert story.refused(sit(1, 1, "dove")) == "no_such_character"  # of another edition
    assert story.refused(sit(0, 1, "crane")) == "seated"
    assert story.refused(sit(0, 0, "wolf")) == "seated"
    story.do(sit(1, 1, "bear", MINE))
    assert story.do(sit(1, 1, "crane")) == [Sat(1, BEN, MINE, "crane")]  # thinks better of it, and keeps the rest
    story.do(commands.stand(ANN))
    assert handed_out(story.state) == ("bear", "crane", "eagle")  # whoever leaves chooses no longer
    story.do(sit(2, 0, "wolf"))
    story.do(commands.house(ANN, 2, "random"))
    story.do(commands.start(ANN))
    assert story.refused(sit(1, 1, "bear")) == "begun"
    assert story.refused(sit(3, 2, "tiger")) == "ask_first"
    story.check()


def test_the_hosts_order_holds_where_nobody_chooses() -> None:
    story = Story("nyet", players=3, options={"characters": ["crane", "tiger", "wolf"]})
    story.do(sit(0, 1, "crane"))
    assert handed_out(story.state) == ("bear", "crane", "wolf")
    story.do(sit(0, 1, "wolf"))
    assert handed_out(story.state) == ("crane", "wolf", "bear")
    story.do(sit(1, 0, "bear"))
    story.do(sit(2, 2, "eagle"))
    assert story.do(commands.start(ANN))[0] == Began(("",) * 3, {}), "the edition's own, though the table had others"


def test_a_game_without_characters_has_none_to_choose() -> None:
    story = Story("nope", players=2)
    assert handed_out(story.state) == ()
    assert story.refused(sit(0, 0, "bear")) == "no_such_character"
    story.do(sit(0, 0))
    assert [seat.character for seat in seats_of(story.state, MEMBERS)] == [None, None]


@asynchronous
async def test_over_the_wire_at_a_table_and_in_a_quick_game(server: Served) -> None:
    async with party(server.url) as people:
        ann, ben = await people.guest("Ann"), await people.guest("Ben")
        table = await ann.make(players=3)
        first, second = await people.look(ann, table), await people.look(ben, table)
        assert (await first.ask("sit", seat=0, character="wolf"))["type"] == "done"
        refused = await second.ask("sit", seat=1, character="wolf")
        assert (refused["code"], refused["params"]) == ("character_taken", {"character": "wolf"})
        assert (await second.ask("sit", seat=1, character="crane"))["type"] == "done"
        quick = await people.look(ann, await ann.quick(players=3, seat=1, character="tiger"))
        assert quick.info["options"] == {"characters": ["bear", "tiger", "eagle"]}
        assert [seat["character"] for seat in quick.info["seats"]] == ["bear", "tiger", "eagle"]
        await ann.post("/api/quick", {"players": 3, "character": "dove"}, status=400)
        await quick.do("stand")  # a bot goes on, and what was chosen is not forgotten
        await quick.do("sit", seat=1)
        await quick.do("close")
        await quick.do("rematch")
        await quick.until(lambda: "rematch" in quick.info)
        again = await people.look(ann, quick.info["rematch"])
        assert again.info["options"] == {"characters": ["bear", "tiger", "eagle"]}
