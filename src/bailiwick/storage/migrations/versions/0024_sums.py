"""Decisions and the shadow are summed up, and what agents have ever done is one sum."""

from bailiwick.storage.migrations import run_sibling

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    run_sibling(__file__)
