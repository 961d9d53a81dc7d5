"""Calls that wait for a person, and what people allow for good."""

from bailiwick.storage.migrations import run_sibling

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run_sibling(__file__)
