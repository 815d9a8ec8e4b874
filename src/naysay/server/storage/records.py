"""A table's log as a record `naysay/1`: for a game that is over or closed, and for no other."""

from datetime import UTC, datetime
from typing import Any

from naysay.fair import Fair
from naysay.record import Record
from naysay.server.errors import Refused
from naysay.server.storage.queries import Loaded
from naysay.server.table.client_views import seats_of
from naysay.server.table.entries import SECOND, Acted, Logged, Shuffled
from naysay.server.table.state import TableState, retell
from naysay.server.web import http_types


def record_of(loaded: Loaded) -> Record:
    """The record of a game, also of one whose rules are not here. Before its end nothing of it leaves the server."""
    return record_at(retell(loaded.log, loaded.stage), loaded)


def record_at(state: TableState, loaded: Loaded) -> Record:
    """The same, where the state of the table is known already."""
    log, members = loaded.log, {member.person: member for member in loaded.members}
    if not state.ended:
        raise Refused("still_played", "a record tells all hands: this game is not over; see its history instead")
    if state.game_state is None:
        raise Refused("never_begun", "this table was closed before a game began")
    actions = [logged.entry for logged in log if isinstance(logged.entry, Acted)]
    return Record(
        game=state.game,
        setup=state.terms.setup,
        players=tuple(seat.name for seat in seats_of(state, members)),
        dealer=state.made.dealer,
        shuffles=tuple(logged.entry.cards for logged in log if isinstance(logged.entry, Shuffled)),
        actions=tuple((action.seat, action.move) for action in actions),
        result=_result(state, loaded),
        fair=Fair(state.terms.commit, state.terms.seed, tuple(bytes.fromhex(part) for part in state.contributions)),
        meta=_meta(state, log, actions),
    )


def _result(state: TableState, loaded: Loaded) -> dict[str, Any] | None:
    """How it ended: by the rules; where they are not here, as the table's row has kept it."""
    if state.terms.refused is None:
        return state.game.result(state.game_state)
    row = http_types.read_row(loaded.about) if state.stage == "over" else None
    if row is None:
        return None
    return row.result or {"winners": row.winners}


def _meta(state: TableState, log: list[Logged], actions: list[Acted]) -> dict[str, Any]:
    """When it was played, and which actions (from 1) bots made, in their own seats or for somebody."""
    made: dict[str, Any] = {"date": datetime.fromtimestamp(log[0].at / SECOND, UTC).isoformat(timespec="seconds")}
    if state.terms.refused is not None:
        made["revision"] = state.made.revision  # whoever replays it needs those rules
    by: dict[str, list[int]] = {}
    for number, action in enumerate(actions, 1):
        if action.by != "person":
            by.setdefault(f"{action.by} {action.level}", []).append(number)
    if by:
        made["by"] = by
    if state.made.previous:
        made["previous"] = state.made.previous
    return made
