"""Releases of routing, golden cases, and what they need of decisions and misroutes."""

from bailiwick.storage.migrations import run_sibling

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    run_sibling(__file__)
