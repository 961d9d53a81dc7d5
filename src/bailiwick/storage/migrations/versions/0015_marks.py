"""What was written after reading strangers' words is marked so in every store that tools write to."""

from bailiwick.storage.migrations import run_sibling

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    run_sibling(__file__)
