"""Deleted notes can come back for a while."""

from bailiwick.storage.migrations import run_sibling

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    run_sibling(__file__)
