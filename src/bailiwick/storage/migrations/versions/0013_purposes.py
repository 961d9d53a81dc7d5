"""Executions say for what they are carried out, and what is asked in them."""

from bailiwick.storage.migrations import run_sibling

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    run_sibling(__file__)
