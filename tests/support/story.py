"""A table told step by step, without a server: commands, the log that they write, and a clock that is moved by hand."""

from random import Random
from typing import Any

import pytest

from naysay.games import find
from naysay.server.errors import Refused
from naysay.server.table import seat_requests
from naysay.server.table.commands import Command, Draft, Person, bot_move, house, move, sit, stand, start
from naysay.server.table.entries import AnyEntry, Clock, Logged, Made, decode, encode
from naysay.server.table.state import TableState, begin, fold

PEOPLE = [Person(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")]
ANN, BEN, CAT, DAN = (person.id for person in PEOPLE[:4])
BEGINNING = 1_000_000


class Story:
    """One table. Ann is its host."""

    def __init__(self, game: str = "nope", players: int = 2, clock: Clock | None = None, **wanted: Any) -> None:
        rules = find(game)
        described = rules.describe(rules.setup(players, 0, wanted.pop("edition", None), wanted.pop("options", {})))
        self.at = BEGINNING
        made = Made(
            game=game,
            revision=rules.revision,
            players=players,
            dealer=0,
            options=described["options"],
            edition=described.get("edition"),
            seed="5e" * 32,
            host=ANN,
            clock=clock or Clock(),
            **wanted,
        )
        self.log = [Logged(0, self.at, made)]
        self.state: TableState = begin(self.log[0])

    @staticmethod
    def begun(game: str = "nope", people: int = 2, bots: int = 0, clock: Clock | None = None, **wanted: Any) -> "Story":
        """A game that has begun, with people in the first seats."""
        story = Story(game, people + bots, clock, **wanted)
        for seat, person in enumerate(PEOPLE[:people]):
            story.do(sit(person, seat))
        for seat in range(people, people + bots):
            story.do(house(ANN, seat, "random"))
        story.do(start(ANN))
        return story

    def do(self, command: Command) -> list[AnyEntry]:
        """Carry out a command now; gives what it appended."""
        draft = Draft(self.state, self.at)
        command(draft)
        self.log += draft.logged
        self.state = draft.state
        return [logged.entry for logged in draft.logged]

    def join(self, person: str, seat: int) -> list[AnyEntry]:
        """Somebody asks for the seat of a bot, and all who are asked agree; gives what that appended."""
        who = next(one for one in PEOPLE if one.id == person)
        (asked,) = self.do(seat_requests.ask(who, seat))
        appended = [asked]
        for decider in self.state.deciders():
            if (request := self.state.request_of(person)) is not None:
                appended += self.do(seat_requests.agree(self.person(decider), request.number, on=True))
        return appended

    def put(self, entry: AnyEntry) -> None:
        """Append an entry as it is."""
        self.do(lambda draft: draft.add(entry))

    def refused(self, command: Command) -> str:
        """The code with which a command is refused; nothing changes."""
        before = self.state
        with pytest.raises(Refused) as refused:
            self.do(command)
        assert self.state is before
        assert refused.value.detail
        return refused.value.code

    def later(self, seconds: float) -> None:
        self.at += round(seconds * 1000)

    @property
    def seat(self) -> int:
        """The first seat that may act."""
        return self.state.to_act[0]

    def person(self, seat: int | None = None) -> str:
        person = self.state.chairs[self.seat if seat is None else seat].person
        assert person is not None
        return person

    def any_move(self, seat: int | None = None, rng: Random | None = None) -> str:
        game, seat = self.state.game, self.seat if seat is None else seat
        legal = game.legal(self.state.game_state, seat)
        return game.write_move((rng or Random(0)).choice(legal))

    def act(self, seat: int | None = None, rng: Random | None = None) -> list[AnyEntry]:
        """Whoever is asked moves: a person, or the bot of the seat."""
        seat = self.seat if seat is None else seat
        text = self.any_move(seat, rng)
        level = self.state.chairs[seat].bot
        if level is not None:
            asked = self.state.turns[seat].asked
            assert asked is not None
            return self.do(bot_move(seat, asked, text, "bot", level))
        return self.do(move(self.person(seat), self.state.length, text))

    def time_out(self, seat: int | None = None) -> list[AnyEntry]:
        seat = self.seat if seat is None else seat
        asked = self.state.turns[seat].asked
        assert asked is not None
        return self.do(bot_move(seat, asked, self.any_move(seat), "clock", "steady"))

    def check(self) -> None:
        """The log tells the same table again, also after it was stored."""
        stored = [Logged(one.seq, one.at, decode(encode(one.entry)), one.person, one.ref) for one in self.log]
        assert stored == self.log
        again = fold(stored)
        for name in TableState.__struct_fields__:
            assert getattr(again, name) == getattr(self.state, name), name


def bots_left(people: int = 1, pace: int = 1000) -> Story:
    """Ann is out, and only bots are still in, one of them perhaps for Ben."""
    for seed in range(100):
        story = Story.begun("nope", people, 4 - people, pace=pace)
        if people == 2:
            story.do(stand(BEN))
        rng = Random(seed)
        while story.state.stage == "playing" and not story.state.bots_alone:
            story.act(rng=rng)
        if story.state.bots_alone and 1 not in story.state.game.out(story.state.game_state):
            return story
    raise AssertionError("the person was never out first")
