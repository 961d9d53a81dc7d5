"""Credentials, sealed."""

from bailiwick.storage.migrations import run_sibling

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    run_sibling(__file__)
