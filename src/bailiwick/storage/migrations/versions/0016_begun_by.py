"""Conversations say who began them."""

from bailiwick.storage.migrations import run_sibling

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    run_sibling(__file__)
