"""Approvals keep what was found."""

from bailiwick.storage.migrations import run_sibling

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    run_sibling(__file__)
