"""The embedded database: started by the first process that needs it, stopped by the last that leaves."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from bailiwick.kernel.database.cluster import START_SECONDS, Cluster
from bailiwick.kernel.database.file_lock import FileLock
from bailiwick.kernel.database.serve_lock import make_home
from bailiwick.kernel.database.urls import APP_ROLE, OWNER_ROLE, DatabaseUrls, app_url
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

DATABASE = "bailiwick"


class EmbeddedServer:
    """This process's use of the PostgreSQL server in `<home>/postgres`.

    Several processes may use it; each holds a lock on a file of its own in `<home>/run`, which the kernel
    releases when the process ends. So a process that was killed counts as gone, and the last one that closes
    stops the server, also one that outlived a killed process.
    """

    def __init__(self, cluster: Cluster, urls: DatabaseUrls, run: Path, mark: FileLock) -> None:
        self.urls = urls
        """How to connect."""
        self._cluster = cluster
        self._run = run
        self._mark: FileLock | None = mark

    @classmethod
    def start(cls, home: Path, *, settings: Mapping[str, str] | None = None) -> "EmbeddedServer":
        """Start the server or join the running one, with roles and database in place.

        `settings` are further lines of the server's configuration, used if this call starts it. Raises
        `Unavailable` with what to do, and `InvalidInput` where `home` cannot be.
        """
        home = home.expanduser().resolve()
        run = home / "run"
        make_home(home)
        run.mkdir(exist_ok=True, mode=0o700)
        cluster = Cluster(home / "postgres", settings)
        with _only_one(run):
            superuser_url = cluster.superuser_url() or cluster.start()
            _create_what_is_missing(superuser_url)
            mark = FileLock.acquire(run / f"{secrets.token_hex(8)}.user", timeout=0)
        owner = make_conninfo(superuser_url, user=OWNER_ROLE, dbname=DATABASE)
        return cls(cluster, DatabaseUrls(owner=owner, app=app_url(owner, user=APP_ROLE)), run, mark)

    def close(self) -> bool:
        """End this process's use; stop the server and return true if no living process uses it. Idempotent."""
        if self._mark is None:
            return False
        with _only_one(self._run):
            self._mark.release()
            self._mark = None
            in_use = False
            for path in self._run.glob("*.user"):
                free = FileLock.try_acquire(path)
                if free is None:
                    in_use = True
                else:
                    path.unlink(missing_ok=True)
                    free.release()
            if not in_use:
                self._cluster.stop()
            return not in_use

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _only_one(run: Path) -> FileLock:
    try:
        return FileLock.acquire(run / "postgres.lock", timeout=START_SECONDS)
    except TimeoutError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_STARTING_LONG)) from error


def _create_what_is_missing(superuser_url: str) -> None:
    """Create roles, database and the vector type, which only a superuser may."""
    with psycopg.connect(superuser_url, autocommit=True) as connection:
        done = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not connection.execute(done, (DATABASE,)).fetchone():
            _create_database(connection)
    # In the template too: a database that is restored beside this one has the type then.
    for database in ("template1", DATABASE):
        with psycopg.connect(superuser_url, dbname=database, autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone():
                connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")


def _create_database(connection: psycopg.Connection[TupleRow]) -> None:
    """Create roles, and the database last, so that one that exists means that all is done."""
    for role in (APP_ROLE, OWNER_ROLE):
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
            connection.execute(
                sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE").format(
                    sql.Identifier(role)
                )
            )
    # So that the owner's address serves as BAILIWICK_DATABASE_URL of a further worker too.
    connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(APP_ROLE), sql.Identifier(OWNER_ROLE)))
    connection.execute(
        sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE))
    )
