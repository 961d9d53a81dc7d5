"""Why a release was made and why a person is asked is kept as a code with values."""

from bailiwick.storage.migrations import run_sibling

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    run_sibling(__file__)
