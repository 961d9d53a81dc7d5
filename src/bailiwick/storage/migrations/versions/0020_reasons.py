"""Why swarms, residents, turns and mails stand as they do is kept as a code with values."""

from bailiwick.storage.migrations import run_sibling

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    run_sibling(__file__)
