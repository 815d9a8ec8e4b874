"""Run by alembic: migrate over the connection that `database.migrate` has opened, inside its transaction."""

from alembic import context

from naysay.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
