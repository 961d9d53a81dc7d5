"""What the web app needs: facts in the order of their commits, superseded executions, feedback."""

from bailiwick.storage.migrations import run_sibling

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    run_sibling(__file__)
