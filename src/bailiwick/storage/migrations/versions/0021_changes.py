"""What processes keep in memory is told of when it changes."""

from bailiwick.storage.migrations import run_sibling

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    run_sibling(__file__)
