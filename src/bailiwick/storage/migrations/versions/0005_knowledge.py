"""The knowledge graph."""

from bailiwick.storage.migrations import run_sibling

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run_sibling(__file__)
