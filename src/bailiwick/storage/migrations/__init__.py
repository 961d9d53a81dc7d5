"""Numbered migrations: each revision executes the SQL file beside it."""

from pathlib import Path
from typing import Any, cast

import psycopg
from alembic import op


def run_sibling(revision_file: str) -> None:
    """Execute the `.sql` file beside a revision on the migration's own connection."""
    connection = cast("psycopg.Connection[Any]", op.get_bind().connection.driver_connection)
    connection.execute(Path(revision_file).with_suffix(".sql").read_bytes())
