"""What a server needs that is large and old: which dues need nobody there, who made a table, who was seen when."""

from time import time_ns

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """New columns, filled in for what is there already; and when no server ran."""
    op.add_column("dues", sa.Column("unattended", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.execute("UPDATE dues SET unattended = true WHERE kind = 'close'")
    op.execute(
        "UPDATE dues SET unattended = true WHERE EXISTS (SELECT 1 FROM entries "
        'WHERE entries."table" = dues."table" AND entries.seq = 0 AND entries.body LIKE \'%"days"%\')'
    )
    op.drop_index(op.f("ix_dues_at"), "dues")
    op.create_index("ix_dues_unattended", "dues", ["unattended", "at"], unique=False)
    op.add_column("tables", sa.Column("maker", sa.String(length=32), nullable=True))
    op.create_index(op.f("ix_tables_maker"), "tables", ["maker"], unique=False)
    op.create_index("ix_tables_stage", "tables", ["stage", "changed_at"], unique=False)
    op.add_column("people", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
    op.execute(f"UPDATE people SET seen_at = {time_ns() // 1_000_000}")  # nobody is forgotten because of an upgrade
    op.create_index(op.f("ix_people_seen_at"), "people", ["seen_at"], unique=False)
    op.create_index(op.f("ix_chat_at"), "chat", ["at"], unique=False)
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("since"),
    )
