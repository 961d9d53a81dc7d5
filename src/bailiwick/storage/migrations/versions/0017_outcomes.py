"""Executions say what they came to."""

from bailiwick.storage.migrations import run_sibling

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    run_sibling(__file__)
