"""Swarms: residents, rooms, mail and turns."""

from bailiwick.storage.migrations import run_sibling

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    run_sibling(__file__)
