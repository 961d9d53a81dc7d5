"""Failed executions say what was missing."""

from bailiwick.storage.migrations import run_sibling

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    run_sibling(__file__)
