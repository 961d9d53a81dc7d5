"""The tables of the job engine, in a schema of their own, kept at the version of the installed engine.

They carry no user and no row-level security: a worker must see every user's jobs. They hold ids only, never
what a person wrote.
"""

from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

INSTALL = """
CREATE SCHEMA procrastinate;
SET LOCAL search_path = procrastinate;
"""
GRANTS = """
GRANT USAGE ON SCHEMA procrastinate TO bailiwick_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA procrastinate TO bailiwick_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA procrastinate TO bailiwick_app;
"""


def installed_version() -> str:
    """Return the name of the newest migration that the installed engine ships, which is its schema's version."""
    return _migrations()[-1][0]


def upgrade(connection: psycopg.Connection[TupleRow], found: str | None) -> None:
    """Bring the engine's schema from version `found` (nothing: absent) to the installed one."""
    with connection.transaction():
        if found is None:
            connection.execute(INSTALL)
            _execute(connection, (folder() / "schema.sql").read_text(encoding="utf-8"))
        else:
            connection.execute("SET LOCAL search_path = procrastinate")
            for name, text in _migrations():
                if name > found:
                    _execute(connection, text)
        connection.execute(GRANTS)
        connection.execute(sql.SQL("COMMENT ON SCHEMA procrastinate IS {}").format(installed_version()))


def folder() -> Path:
    """Return the folder of the SQL that the installed engine ships."""
    # Found without importing the engine, which takes half a second: a database that is up to date needs no more.
    return Path(str(distribution("procrastinate").locate_file("procrastinate"))) / "sql"


def _migrations() -> list[tuple[str, str]]:
    """Return the engine's migrations by name, in their order."""
    files = sorted((folder() / "migrations").glob("*.sql"))
    return [(file.stem, file.read_text(encoding="utf-8")) for file in files]


def _execute(connection: psycopg.Connection[Any], text: str) -> None:
    connection.execute(text.encode())
