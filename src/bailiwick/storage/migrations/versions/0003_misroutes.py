"""What people say about wrong decisions."""

from bailiwick.storage.migrations import run_sibling

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    run_sibling(__file__)
