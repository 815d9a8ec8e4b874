"""A table's log as a record `naysay/1`: for a game that is over or closed, and for no other."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from naysay.fair import Fair
from naysay.record import Record
from naysay.server.entries import SECOND, Acted, Logged, Shuffled
from naysay.server.life import Life, fold
from naysay.server.refusal import Refused
from naysay.server.seeing import seats_of
from naysay.server.store import Member


def record_of(log: list[Logged], members: Mapping[str, Member]) -> Record:
    """The record of a game. Before its end nothing of it leaves the server."""
    life = fold(log)
    if not life.ended:
        raise Refused("still_played", "a record tells all hands: this game is not over; see its history instead")
    if life.state is None:
        raise Refused("never_begun", "this table was closed before a game began")
    actions = [logged.entry for logged in log if isinstance(logged.entry, Acted)]
    return Record(
        game=life.game,
        setup=life.terms.setup,
        players=tuple(seat.name for seat in seats_of(life, members)),
        dealer=life.made.dealer,
        shuffles=tuple(logged.entry.cards for logged in log if isinstance(logged.entry, Shuffled)),
        actions=tuple((action.seat, action.move) for action in actions),
        result=life.game.result(life.state),
        fair=Fair(life.terms.commit, life.terms.seed, tuple(bytes.fromhex(part) for part in life.contributions)),
        meta=_meta(life, log, actions),
    )


def _meta(life: Life, log: list[Logged], actions: list[Acted]) -> dict[str, Any]:
    """When it was played, and which actions (from 1) bots made, in their own seats or for somebody."""
    made: dict[str, Any] = {"date": datetime.fromtimestamp(log[0].at / SECOND, UTC).isoformat(timespec="seconds")}
    by: dict[str, list[int]] = {}
    for number, action in enumerate(actions, 1):
        if action.by != "person":
            by.setdefault(f"{action.by} {action.level}", []).append(number)
    if by:
        made["by"] = by
    if life.made.previous:
        made["previous"] = life.made.previous
    return made
