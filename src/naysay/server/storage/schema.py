"""The tables of the store. `migrations/` brings a database to this shape; a test holds the two together."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

metadata: Final = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_name)s", "uq": "uq_%(table_name)s_%(column_0_name)s"}
)

people: Final = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("owner", ForeignKey("people.id", ondelete="CASCADE"), index=True),  # whose own bot this is
    Column("token", String(64), unique=True),  # SHA-256 of an own bot's token
    Column("seen_at", BigInteger, nullable=False, server_default=text("0"), index=True),  # now and then, not always
)

links: Final = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the token in a link to continue elsewhere
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("stage", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("free", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("about", Text, nullable=False),  # what lists show, as JSON
    Column("maker", String(32), index=True),  # who has made it
    Index("ix_tables_public_stage", "public", "stage", "changed_at"),
    Index("ix_tables_stage", "stage", "changed_at"),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("person", String(32)),
    Column("ref", String(64)),
    # A message that comes twice is one entry, whatever happened in between.
    Index("ix_entries_ref", "table", "person", "ref", unique=True),
)

members: Final = Table(
    "members",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("sat", Boolean, nullable=False),  # not only watched and talked
    Index("ix_members_person", "person"),
)

dues: Final = Table(
    "dues",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("unattended", Boolean, nullable=False, server_default=text("false")),  # though nobody is at the table
    Index("ix_dues_unattended", "unattended", "at"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("person", String(32), nullable=False),
    Column("room", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("ref", String(64)),
    Index("ix_chat_ref", "table", "person", "ref", unique=True),
)

identity: Final = Table(
    "identity",
    metadata,
    Column("fingerprint", String(64), primary_key=True),  # of the secret that belongs to this database
)

processes: Final = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("began_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),  # it stopped by itself
)

outages: Final = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),  # no server ran from then
    Column("until", BigInteger, nullable=False),
)
