"""A PostgreSQL for the tests: one server a run, one migrated template, one clone per test worker."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bailiwick.kernel.database import external
from bailiwick.kernel.database.cluster import Cluster
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.database.file_lock import FileLock
from bailiwick.kernel.database.migrate import migrate
from bailiwick.kernel.database.urls import OWNER_ROLE, DatabaseUrls
from bailiwick.kernel.installed import installed
from bailiwick.plugins import load_plugins, make_tables

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "600"}
"""Tests that end a server by force use a server of their own, with the product's settings."""
PREFIX = "bailiwick-test-"
"""How the folders of the runs' databases begin."""
MEMORY = Path("/dev/shm")
"""A file system in memory, where there is one."""
ROOM = 4 << 30
"""Bytes that must be free there for the databases of a run."""


@dataclass(frozen=True)
class TestServer:
    """A server that is up, and how to reach it as one who may create databases."""

    __test__ = False

    admin: str
    urls: DatabaseUrls
    owner: str | None
    """Role that is to own new databases; nothing for the connecting one."""

    def create(self, name: str, *, template: str | None = None) -> DatabaseUrls:
        """Create a database, empty or a copy of `template`, and return how to connect to it."""
        statement = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
        if self.owner:
            statement += sql.SQL(" OWNER {}").format(sql.Identifier(self.owner))
        if template:
            # Its files are copied; through the log, which is the default, each copy costs several times as much.
            statement += sql.SQL(" TEMPLATE {} STRATEGY file_copy").format(sql.Identifier(template))
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(statement)
        return DatabaseUrls(
            owner=make_conninfo(self.urls.owner, dbname=name), app=make_conninfo(self.urls.app, dbname=name)
        )

    def drop(self, name: str) -> None:
        """Drop a database, also while clients are connected to it."""
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def exists(self, name: str) -> bool:
        """Whether there is a database of that name."""
        with psycopg.connect(self.admin, autocommit=True) as connection:
            return bool(connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone())


def reads_everything(server: TestServer, urls: DatabaseUrls) -> str:
    """Return how to connect to a database as one whom no policy of rows concerns."""
    return make_conninfo(server.admin, dbname=str(conninfo_to_dict(urls.owner)["dbname"]))


@contextmanager
def test_server(shared: Path) -> Iterator[TestServer]:
    """Start the run's server or join it: `shared` is a folder that all test workers of a run see."""
    outside = os.environ.get("BAILIWICK_TEST_DATABASE_URL")
    if outside:
        yield TestServer(admin=outside, urls=external.prepare(outside), owner=None)
        return
    with FileLock.acquire(shared / "postgres-home.lock", timeout=60) as lock:
        place = shared / "postgres-home"
        if not place.exists():
            folder = folder_in_memory()
            sweep(folder or Path(tempfile.gettempdir()))
            place.write_text(tempfile.mkdtemp(prefix=PREFIX, dir=folder))
        home = Path(place.read_text())
        server = EmbeddedServer.start(home, settings=FAST)
        lock.release()
    try:
        admin = make_conninfo(server.urls.owner, user="postgres", dbname="postgres")
        yield TestServer(admin=admin, urls=server.urls, owner=OWNER_ROLE)
    finally:
        with FileLock.acquire(shared / "postgres-home.lock", timeout=60):
            if server.close():
                shutil.rmtree(home, ignore_errors=True)
                (shared / "postgres-home").unlink()


def sweep(folder: Path) -> None:
    """Take away what runs that were killed have left in a folder: their servers, each by its own process id, and data.

    A run that lives holds the lock of a file in its `run`; a folder where there is none is being made.
    """
    for home in folder.glob(f"{PREFIX}*"):
        marks = list((home / "run").glob("*.user"))
        held = list(takewhile(lambda lock: lock is not None, map(FileLock.try_acquire, marks)))
        if marks and len(held) == len(marks):
            cluster = Cluster(home / "postgres")
            if cluster.superuser_url() is not None:  # which also notices that a process id is another's by now
                cluster.stop()
            shutil.rmtree(home, ignore_errors=True)
        for lock in held:
            lock.release()


def folder_in_memory() -> Path | None:
    """Return a folder in memory with room for the databases of a run, or nothing.

    Each copied database is a thousand new files: on a disk that is busy with other work that takes seconds.
    """
    roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM
    return MEMORY if roomy else None


def make_all_tables(owner_url: str) -> None:
    """Make the tables of the product and of the plug-ins that ship."""
    migrate(owner_url)
    load_plugins([each for each in installed() if each.ships], partial(make_tables, owner_url))


def migrated_template(server: TestServer, shared: Path) -> str:
    """Return the name of the run's migrated database, with the tables of what ships, made once."""
    name = "template_" + Path(conninfo_to_dict(server.admin).get("host") or "").parent.name.replace("-", "_")
    if os.environ.get("BAILIWICK_TEST_DATABASE_URL"):
        name = f"template_{shared.stat().st_ino}_{int(shared.stat().st_ctime)}"
    with FileLock.acquire(shared / "template.lock", timeout=120):
        if not server.exists(name):
            urls = server.create(f"{name}_new")
            make_all_tables(urls.owner)
            with psycopg.connect(server.admin, autocommit=True) as connection:
                connection.execute(
                    sql.SQL("ALTER DATABASE {} RENAME TO {}").format(
                        sql.Identifier(f"{name}_new"), sql.Identifier(name)
                    )
                )
    return name
