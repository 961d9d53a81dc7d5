"""Documents: files, passages and their embeddings."""

from bailiwick.storage.migrations import run_sibling

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    run_sibling(__file__)
