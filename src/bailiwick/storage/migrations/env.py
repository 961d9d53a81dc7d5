"""What Alembic runs: the pending revisions, in one transaction on the connection it is handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
with context.begin_transaction():
    context.run_migrations()
