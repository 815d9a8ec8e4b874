"""A table told step by step, without a server: commands, the log that they write, and a clock that is moved by hand."""

from random import Random
from typing import Any

import pytest

from naysay.games import find
from naysay.server.commands import Command, Draft, Person, bot_move, house, move, sit, start
from naysay.server.entries import AnyEntry, Clock, Logged, Made, decode, encode
from naysay.server.life import Life, begin, fold
from naysay.server.refusal import Refused

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
        self.life: Life = begin(self.log[0])

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
        draft = Draft(self.life, self.at)
        command(draft)
        self.log += draft.logged
        self.life = draft.life
        return [logged.entry for logged in draft.logged]

    def put(self, entry: AnyEntry) -> None:
        """Append an entry as it is."""
        self.do(lambda draft: draft.add(entry))

    def refused(self, command: Command) -> str:
        """The code with which a command is refused; nothing changes."""
        before = self.life
        with pytest.raises(Refused) as refused:
            self.do(command)
        assert self.life is before
        assert refused.value.detail
        return refused.value.code

    def later(self, seconds: float) -> None:
        self.at += round(seconds * 1000)

    @property
    def seat(self) -> int:
        """The first seat that may act."""
        return self.life.to_act[0]

    def person(self, seat: int | None = None) -> str:
        person = self.life.chairs[self.seat if seat is None else seat].person
        assert person is not None
        return person

    def any_move(self, seat: int | None = None, rng: Random | None = None) -> str:
        game, seat = self.life.game, self.seat if seat is None else seat
        legal = game.legal(self.life.state, seat)
        return game.write_move((rng or Random(0)).choice(legal))

    def act(self, seat: int | None = None, rng: Random | None = None) -> list[AnyEntry]:
        """Whoever is asked moves: a person, or the bot of the seat."""
        seat = self.seat if seat is None else seat
        text = self.any_move(seat, rng)
        level = self.life.chairs[seat].bot
        if level is not None:
            asked = self.life.turns[seat].asked
            assert asked is not None
            return self.do(bot_move(seat, asked, text, "bot", level))
        return self.do(move(self.person(seat), self.life.length, text))

    def time_out(self, seat: int | None = None) -> list[AnyEntry]:
        seat = self.seat if seat is None else seat
        asked = self.life.turns[seat].asked
        assert asked is not None
        return self.do(bot_move(seat, asked, self.any_move(seat), "clock", "steady"))

    def check(self) -> None:
        """The log tells the same table again, also after it was stored."""
        stored = [Logged(one.seq, one.at, decode(encode(one.entry)), one.person, one.ref) for one in self.log]
        assert stored == self.log
        again = fold(stored)
        for name in Life.__struct_fields__:
            assert getattr(again, name) == getattr(self.life, name), name
