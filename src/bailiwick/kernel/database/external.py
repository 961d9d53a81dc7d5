"""A PostgreSQL of the operator's own: checked and given the application role."""

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from bailiwick.kernel.database.urls import APP_ROLE, DatabaseUrls, app_url
from bailiwick.kernel.errors import InvalidInput, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

OLDEST = 150000
"""PostgreSQL 15, as the server writes its version."""
LOCK = 0x6261696C69776964
"""Advisory lock held while the role is looked after, so that processes that start at once do not collide."""


def prepare(url: str) -> DatabaseUrls:
    """Check the server behind `url` and make sure that the application role exists and may be taken.

    Connections of the application log in as the role of `url` and become the application role before their
    first statement, so that RESET ROLE changes nothing. Raises `InvalidInput` with what to do, `Unavailable`
    when the server does not answer.
    """
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
            _check_version(connection)
            connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
            _ensure_role(connection)
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_URL_MUTE, problem=str(error))) from error
    except psycopg.ProgrammingError as error:
        raise InvalidInput(
            Reason.of(ReasonCode.DATABASE_URL_WRONG, problem=str(error)), field="database_url"
        ) from error
    return DatabaseUrls(owner=url, app=app_url(url, options=f"-c role={APP_ROLE}"))


def _check_version(connection: psycopg.Connection[TupleRow]) -> None:
    version = connection.info.server_version
    if version < OLDEST:
        raise InvalidInput(
            Reason.of(ReasonCode.POSTGRESQL_TOO_OLD, version=version // 10000),
            field="database_url",
        )


def _ensure_role(connection: psycopg.Connection[TupleRow]) -> None:
    role = sql.Identifier(APP_ROLE)
    row = connection.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = %s", (APP_ROLE,)).fetchone()
    try:
        if row is None:
            connection.execute(
                sql.SQL("CREATE ROLE {} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE").format(role)
            )
        elif row[0]:
            raise InvalidInput(
                Reason.of(ReasonCode.ROLE_BYPASSES, role=APP_ROLE),
                field="database_url",
            )
        if not _may_become(connection):
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(role))
    except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        # A process that uses another database of this server was faster.
        _ensure_role(connection)
    except psycopg.errors.InsufficientPrivilege as error:
        user = connection.info.user
        raise InvalidInput(
            Reason.of(ReasonCode.ROLE_NOT_CREATED, user=user, role=APP_ROLE),
            field="database_url",
        ) from error


def _may_become(connection: psycopg.Connection[TupleRow]) -> bool:
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(APP_ROLE)))
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True
