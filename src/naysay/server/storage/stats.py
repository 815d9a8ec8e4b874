"""How large a database is, and how much of what is in it."""

from typing import Any, Final

from sqlalchemy import Connection, func, select, text

from naysay.server.storage import schema

COUNTED: Final = (
    schema.people,
    schema.links,
    schema.tables,
    schema.entries,
    schema.members,
    schema.dues,
    schema.chat,
)
STAGES: Final = ("open", "playing", "over", "closed")


def rows(connection: Connection) -> dict[str, int]:
    """The number of rows by table of the database."""
    return {table.name: _count(connection, select(func.count()).select_from(table)) for table in COUNTED}


def size(connection: Connection) -> int:
    """The bytes that the database takes, with what is free in it and will be used again."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, page = (connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("page_count", "page_size"))
    return int(pages) * int(page)


def stats(connection: Connection) -> dict[str, Any]:
    """All of it, for people who ask."""
    people, tables = schema.people.c, schema.tables.c
    stages = connection.execute(select(tables.stage, func.count()).group_by(tables.stage))
    by_stage = dict.fromkeys(STAGES, 0) | {str(stage): int(count) for stage, count in stages}
    bots = _count(connection, select(func.count()).where(people.owner.is_not(None)))
    counted = rows(connection)
    return {
        "people": {"guests": counted["people"] - bots, "bots": bots},
        "tables": by_stage,
        "rows": counted,
        "bytes": size(connection),
    }


def lines(told: dict[str, Any]) -> list[str]:
    """The same as a table for a terminal."""
    table = {
        "guests": told["people"]["guests"],
        "their own bots": told["people"]["bots"],
        **{f"tables, {stage}": count for stage, count in told["tables"].items()},
        "entries in logs": told["rows"]["entries"],
        "names at tables": told["rows"]["members"],
        "lines of chat": told["rows"]["chat"],
        "things due": told["rows"]["dues"],
        "bytes": told["bytes"],
    }
    widths = max(map(len, table)), max(len(f"{count:,}") for count in table.values())
    return [f"{name:<{widths[0]}}  {f'{count:,}':>{widths[1]}}" for name, count in table.items()]


def _count(connection: Connection, wanted: Any) -> int:
    return int(connection.execute(wanted).scalar_one())
