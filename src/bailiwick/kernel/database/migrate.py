"""Brings a database to the schema this version of Bailiwick needs.

Revisions are SQL files in `migrations`, carried out in the order of the numbers that their names begin with.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.rows import TupleRow

from bailiwick.kernel.database import jobs_schema
from bailiwick.kernel.errors import Conflict, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x6261696C69776963
"""Advisory lock that only one migrator holds ("bailiwic" in ASCII)."""
KEPT = """
CREATE TABLE IF NOT EXISTS public.alembic_version (version_num varchar(32) CONSTRAINT alembic_version_pkc PRIMARY KEY)
"""
"""Where the revision is kept: the name is Alembic's, whose table it was, and where older versions look for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaStatus:
    """How far a database is from the schema this version needs."""

    found: str | None
    """Revision of the database; None when it is empty."""
    needed: str
    """Revision that this version needs."""
    jobs_found: str | None
    """Version of the job engine's tables; None when they are absent."""
    jobs_needed: str
    """Version that the installed job engine needs."""

    @property
    def current(self) -> bool:
        """Whether there is nothing to do."""
        return self.found == self.needed and self.jobs_found == self.jobs_needed


def status(owner_url: str) -> SchemaStatus:
    """Look how far the database is, changing nothing. Raises `Unavailable`."""
    with _connected(owner_url) as connection:
        return _status(connection)


def migrate(owner_url: str) -> SchemaStatus:
    """Bring the database up to date, all or nothing, and return how far it was before.

    Costs one query when there is nothing to do. A second migrator waits for the first. Raises `Unavailable`
    when the database cannot be reached, `Conflict` when it was written by a newer Bailiwick or the role may not
    change it.
    """
    with _connected(owner_url) as connection:
        before = _status(connection)
        if before.current:
            return before
        connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        now = _status(connection)
        if now.found is not None and now.found > now.needed:
            raise Conflict(Reason.of(ReasonCode.SCHEMA_NEWER, found=now.found, known=now.needed))
        try:
            if now.jobs_found is None or now.jobs_found < now.jobs_needed:
                jobs_schema.upgrade(connection, now.jobs_found)
            if now.found != now.needed:
                _ensure_vectors(connection)
                _upgrade_tables(connection, now.found, now.needed)
        except psycopg.errors.InsufficientPrivilege as error:
            raise Conflict(
                Reason.of(ReasonCode.ROLE_NOT_OWNER, problem=error.diag.message_primary or str(error))
            ) from error
        return before


def create(owner_url: str, revision: str) -> None:
    """Make the tables of an empty database as a revision had them, and those of the installed job engine.

    What is restored from a backup goes into the schema it came from.
    """
    with _connected(owner_url) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        jobs_schema.upgrade(connection, None)
        _ensure_vectors(connection)
        _upgrade_tables(connection, None, revision)


def head() -> str:
    """Return the newest revision."""
    return max(_revisions())


def _revisions() -> Mapping[str, Path]:
    """Return the files by the numbers that their names begin with, oldest first."""
    return {path.name.partition("_")[0]: path for path in sorted(FOLDER.glob("*.sql"))}


def _status(connection: psycopg.Connection[TupleRow]) -> SchemaStatus:
    try:
        row = connection.execute(
            "SELECT (SELECT version_num FROM public.alembic_version),"
            " obj_description(to_regnamespace('procrastinate'), 'pg_namespace')"
        ).fetchone()
    except psycopg.errors.UndefinedTable:
        row = connection.execute(
            "SELECT NULL, obj_description(to_regnamespace('procrastinate'), 'pg_namespace')"
        ).fetchone()
    found, jobs_found = row or (None, None)
    return SchemaStatus(
        found=found,
        needed=head(),
        jobs_found=jobs_found,
        jobs_needed=jobs_schema.installed_version(),
    )


def _ensure_vectors(connection: psycopg.Connection[TupleRow]) -> None:
    """Raise `Conflict` with what to do unless the database has the vector type, which mostly superusers may add."""
    try:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    except psycopg.errors.InsufficientPrivilege as error:
        raise Conflict(Reason.of(ReasonCode.VECTOR_NOT_CREATED)) from error
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile) as error:
        raise Conflict(Reason.of(ReasonCode.VECTOR_ABSENT)) from error


def _upgrade_tables(connection: psycopg.Connection[TupleRow], found: str | None, needed: str) -> None:
    """Carry out the revisions after `found` up to `needed`, all or nothing."""
    with connection.transaction():
        connection.execute("SET LOCAL search_path = public")
        connection.execute(KEPT)
        for revision, path in _revisions().items():
            if (found or "") < revision <= needed:
                connection.execute(path.read_bytes())
        connection.execute("DELETE FROM public.alembic_version")
        connection.execute("INSERT INTO public.alembic_version VALUES (%s)", (needed,))


@contextmanager
def _connected(owner_url: str) -> Generator[psycopg.Connection[TupleRow]]:
    try:
        with psycopg.connect(owner_url, autocommit=True, connect_timeout=5) as connection:
            yield connection
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
