"""Tasks and schedules."""

from bailiwick.storage.migrations import run_sibling

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    run_sibling(__file__)
