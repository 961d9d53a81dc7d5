"""Why a run failed or waits, and why a schedule rests, is kept as a code with values."""

from bailiwick.storage.migrations import run_sibling

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    run_sibling(__file__)
