"""MCP servers, who uses them, and the tools that were approved."""

from bailiwick.storage.migrations import run_sibling

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run_sibling(__file__)
