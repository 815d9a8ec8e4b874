"""Games that were stored are told again as they were, or refused because their rules are no longer played."""

import json
from pathlib import Path

import msgspec
import pytest

from naysay import record
from naysay.games import find
from naysay.server.errors import Refused
from naysay.server.storage.queries import Loaded
from naysay.server.storage.records import record_of
from naysay.server.storage.writer import Append, Member
from naysay.server.table.entries import AnyEntry, Logged, Made, decode
from naysay.server.table.state import fold
from tests.server.stored import HERE, read, summary
from tests.support.asynchronous import asynchronous
from tests.support.table_room import ANN, BEGINNING, Time, about, tables_at

FILES = sorted(HERE.glob("*.jsonl"))
TOLD = json.loads((HERE / "told.json").read_text(encoding="utf-8"))


def members(log: list[Logged]) -> dict[str, Member]:
    people = {logged.entry.person for logged in log if hasattr(logged.entry, "person")}
    return {person: Member(person, person.title()) for person in people}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_told_as_it_was(path: Path) -> None:
    log = read(path)
    made = log[0].entry
    assert isinstance(made, Made)
    assert made.revision == find(made.game).revision
    state = fold(log)
    assert json.loads(json.dumps(summary(state))) == TOLD[path.stem]
    if state.ended:
        written = record.write(record_of(Loaded(log, list(members(log).values()), [], [])))
        again = record.read(written.encode(), find)
        assert again.fair is not None
        *_, game_state = record.replay(again)
        assert game_state == state.game_state


def test_every_game_and_every_kind_of_entry_is_kept() -> None:
    assert {path.stem for path in FILES} == set(TOLD)
    kinds = {type(logged.entry) for path in FILES for logged in read(path)}
    assert kinds == set(AnyEntry.__args__)
    assert {one["stage"] for one in TOLD.values()} == {"over", "closed", "playing"}


@asynchronous
async def test_rules_that_are_no_longer_played(database: str) -> None:
    log = read(HERE / "absences.jsonl")
    made = log[0].entry
    assert isinstance(made, Made)
    other = [Logged(0, log[0].at, msgspec.structs.replace(made, revision=made.revision + 1)), *log[1:]]
    with pytest.raises(Refused, match=f"begun under revision {made.revision + 1} of the rules of Nyet!"):
        fold(other)
    async with tables_at(database, Time()) as tables:
        await tables.store.append(Append("old", other, members=list(members(log).values()), about=about("playing")))
        await tables.store.append(Append("new", log, members=list(members(log).values()), about=about("playing")))
        with pytest.raises(Refused):
            await tables.get("old")
        await tables.begin(BEGINNING)
        await tables.recover()  # one that cannot be told does not keep the others from being told
        assert set(tables.loaded) == {"new", "old"}
        with pytest.raises(Refused, match="begun under revision"):
            await tables.get("old")
        assert tables.loaded["new"].whole(ANN).seq >= len(log)


def test_an_entry_that_is_not_known_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode('{"kind": "danced"}')
