"""Games as servers have stored them, and what became of them: later versions must still tell the same.

`python -m tests.server.stored` plays them anew, after a new revision of the rules; not to make a failing test pass.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from naysay.server.table import commands, seat_requests
from naysay.server.table.entries import Clock, Logged, Rematched, Stopped, decode, encode
from naysay.server.table.state import TableState
from tests.support.story import ANN, BEN, CAT, PEOPLE, Story

HERE = Path(__file__).parent


def summary(state: TableState) -> dict[str, Any]:
    """What a log must still tell: the table, the clocks, and what each seat may do."""
    game, game_state = state.game, state.game_state
    texts = {seat: sorted(map(game.write_move, game.legal(game_state, seat))) for seat in state.to_act}
    return {
        "length": state.length,
        "stage": state.stage,
        "host": state.host,
        "chairs": [[chair.person, chair.level, chair.away] for chair in state.chairs],
        "turns": [[turn.asked, turn.since, turn.bank, turn.late] for turn in state.turns],
        "dues": [list(due[:4]) for due in state.dues()],
        "legal": {str(seat): moves for seat, moves in texts.items()},
        "result": game.result(game_state),
    }


def write(log: list[Logged]) -> str:
    """A log as JSON lines."""
    return "".join(
        json.dumps([one.seq, one.at, json.loads(encode(one.entry)), one.person, one.ref], ensure_ascii=False) + "\n"
        for one in log
    )


def read(path: Path) -> list[Logged]:
    """A log that was written so."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Logged(seq, at, decode(json.dumps(entry)), person, ref) for seq, at, entry, person, ref in rows]


def play(story: Story, rng: Random, moves: int | None = None) -> None:
    """So many moves of anybody, or all that there are."""
    while story.state.stage == "playing" and moves != 0:
        story.later(rng.random() * 4)
        story.act(rng.choice(story.state.to_act), rng)
        moves = None if moves is None else moves - 1


def stories() -> Iterator[tuple[str, Story]]:
    """The games that are kept: each kind of entry is in one of them."""
    for edition, people, bots in (("iello-2015", 3, 1), ("amigo-2007", 2, 3), ("goldsieber-1997", 4, 0)):
        story = Story.begun("nyet", people, bots, edition=edition, clock=Clock("move", seconds=60))
        play(story, Random(edition))
        yield edition, story
    story = Story.begun("nope", 3, clock=Clock("bank", seconds=30, increment=2))
    play(story, Random("nope"))
    story.put(Rematched("another-table"))
    yield "nope", story
    yield "absences", absences(Random("absences"))
    story = Story.begun("nope", 2, options={"action_cards": "no"})
    play(story, Random("closed"), 5)
    for person in (ANN, BEN):
        story.do(commands.close(person, on=True))
    yield "closed", story
    yield "requests", requests(Random("requests"))
    story = Story.begun("nyet", 2, 2, edition="goldsieber-1997", seating="next_deal")
    story.do(seat_requests.ask(PEOPLE[2], 2))
    while story.state.seat_of(CAT) is None:
        play(story, Random("next-deal"), 1)
    yield "next-deal", story


def requests(rng: Random) -> Story:
    """Some ask for the seats of bots and are let in, or not; in the end only bots are still in."""
    story = Story.begun("nope", 2, 4, pace=700)
    for seat, on in ((2, False), (3, True)):
        story.do(seat_requests.ask(PEOPLE[2], seat))
        story.do(seat_requests.agree(ANN, story.state.requests[0].number, on))
    story.do(seat_requests.ask(PEOPLE[3], 4))
    story.do(seat_requests.withdraw(PEOPLE[3].id))
    story.do(seat_requests.ask(PEOPLE[4], 5))
    story.do(seat_requests.lapse(story.state.requests[0].number))
    story.do(commands.stand(BEN))
    story.do(commands.stand(CAT))
    while not story.state.bots_alone and story.state.stage == "playing":
        play(story, rng, 1)
    story.do(commands.finish(ANN))
    return story


def absences(rng: Random) -> Story:
    """People come, go, pause and are late; it is still being played."""
    story = Story("nyet", 4, Clock("bank", seconds=60, increment=5), edition="iello-2015", pace=500, grace=60_000)
    story.do(commands.sit(PEOPLE[0], 0, "0a" * 16))
    story.do(commands.sit(PEOPLE[1], 1))
    story.do(commands.contribute(BEN, "0b" * 16))
    story.do(commands.sit(PEOPLE[3], 2))
    story.do(commands.kick(ANN, 2))
    story.do(commands.sit(PEOPLE[2], 2, "0c" * 16))
    story.do(commands.house(ANN, 3, "random"))
    story.do(commands.mute(ANN, CAT, on=True))
    story.do(commands.start(ANN))
    play(story, rng, 10)
    story.do(commands.go_away(1))
    play(story, rng, 10)
    for person in (ANN, CAT):
        story.do(commands.pause(person, on=True))
    story.later(1000)
    story.do(commands.pause(CAT, on=False))
    story.do(commands.come_back(BEN))
    story.do(commands.stand(CAT))
    story.do(commands.pass_rights(ANN, frozenset({BEN})))
    play(story, rng, 10)
    story.put(Stopped(story.at, story.at + 60_000))
    story.later(60)
    while story.state.chairs[1].away is False:
        if due := next((due for due in story.state.dues() if due.kind == "clock" and due.seat == 1), None):
            story.at = max(story.at, due.at)
            story.time_out(1)
        else:
            story.later(1)
            story.act(rng=rng)
    return story
