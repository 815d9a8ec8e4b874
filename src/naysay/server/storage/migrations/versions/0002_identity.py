"""Which secret signs the cookies of the people in this database."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The next start of the server writes the fingerprint of its secret there."""
    op.create_table(
        "identity",
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint"),
    )
