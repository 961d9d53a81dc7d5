"""The first tables: people, rosters, conversations, executions, facts, notes and documents."""

from bailiwick.storage.migrations import run_sibling

revision = "0001"
down_revision = None


def upgrade() -> None:
    run_sibling(__file__)
