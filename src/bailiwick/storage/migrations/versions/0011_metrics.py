"""Metrics: hourly figures, rolled up from facts."""

from bailiwick.storage.migrations import run_sibling

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    run_sibling(__file__)
