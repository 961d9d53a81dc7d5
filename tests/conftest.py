"""Fixtures of all tests.

A test that needs the database asks for one of these; each test then works as users of its own, so nothing
needs to be cleaned up between tests:

    def test_a_note_is_found_again(new_user_id, stores_run):
        async def story(stores):                      # one event loop, one pool, closed afterwards
            user = new_user_id()                      # a fresh user, already stored
            await stores[NoteStore].append(user, "Shopping", ["milk"], call_id="c1")
            assert [n.title for n in await stores[NoteStore].list(user)] == ["Shopping"]

        stores_run(story)

`stores_run(fn, pool_size=10)` calls `fn(stores)` and returns its result; `stores.database` is the
`Database`. `run(coroutine)` runs any coroutine. `database_urls` (owner and app connection strings of
this worker's clone) is for code that opens connections of its own. `empty_database()` creates a database that
is dropped after the test, migrated unless told otherwise. `sync_app(user)` and `sync_owner()` are plain
psycopg connections. Servers are shared by the run: a test that ends one by force starts its own
`EmbeddedServer` in `home`, a short temporary directory.
"""

import asyncio
import gc
import logging
import os
import secrets
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import structlog
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.platform import Working
from support.built import built_web_app
from support.people import add_user
from support.postgres import TestServer, folder_in_memory, migrated_template, test_server
from support.shopify_server import ShopifyServer
from support.site import Person, Site, settings_of
from support.terminal import Terminal

# How long an example takes says how busy the machine is, and nothing about the product.
settings.register_profile("bailiwick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("bailiwick")


LONG_FIRST = (
    "tools/sandbox",
    "browser",
    "chaos",
    "benches",
    "faces",
    "product",
    "swarm",
    "runs",
    "routing",
    "kernel",
    "agents",
    "memory",
)
"""Folders of tests in the order in which workers take them: what is long begins early, so that all end together."""
ONE_BY_ONE = ("tests/chaos/", "tests/benches/")
"""Folders whose tests are long and share nothing: each goes to the worker that is free."""


TOOK = "bailiwick/took"
"""Where pytest's cache keeps how many seconds each file took, or each test of those that go one by one."""
LISTED = 15
"""How many of the slowest files are listed."""


class Files(LoadFileScheduling):
    """Gives the tests of a file to one worker, which makes what they share once: a browser, a site, a full database.

    Within a folder what took longest in the last run here goes first, so that no worker begins it when the others end.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)

    def _assign_work_unit(self, node: Any) -> None:
        if not any(self.assigned_work.values()):  # the first that is given out
            took = self.config.cache.get(TOOK, {}) if self.config.cache else {}
            ordered = sorted(self.workqueue, key=lambda scope: (folder_of(scope), -took.get(scope, 0.0)))
            for scope in ordered:
                self.workqueue.move_to_end(scope)
        super()._assign_work_unit(node)


class Watch:
    """Notes in the process that gives the tests out how long each file took, and until when each worker had one."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._took: dict[str, float] = {}
        self._until: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a setup, a test or a teardown took."""
        scope = scope_of(report.nodeid)
        self._took[scope] = self._took.get(scope, 0.0) + report.duration
        if node := getattr(report, "node", None):
            self._until[node.gateway.id] = report.stop

    def pytest_sessionfinish(self) -> None:
        """Keep what this run has learned beside what earlier ones have of other files."""
        if self._until and self._config.cache:
            took = {scope: round(seconds, 2) for scope, seconds in self._took.items()}
            self._config.cache.set(TOOK, {**self._config.cache.get(TOOK, {}), **took})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show where the time went."""
        if not self._until:
            return
        terminalreporter.section("slowest files")
        for scope, seconds in sorted(self._took.items(), key=lambda each: -each[1])[:LISTED]:
            terminalreporter.write_line(f"{seconds:7.1f} s  {scope}")
        last = max(self._until.values())
        idle = ", ".join(f"{name} {last - until:.1f} s" for name, until in sorted(self._until.items()))
        terminalreporter.write_line(f"idle at the end: {idle}")


def scope_of(nodeid: str) -> str:
    """Return what is given out together with a test: its file, or the test alone."""
    return nodeid if nodeid.startswith(ONE_BY_ONE) else nodeid.partition("::")[0]


def folder_of(nodeid: str) -> int:
    """Return the place of a test's folder in the order in which they are taken."""
    return next((at for at, each in enumerate(LONG_FIRST) if f"tests/{each}/" in nodeid), len(LONG_FIRST))


def pytest_configure(config: pytest.Config) -> None:
    """Watch where the tests are given out."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Watch(config))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Files | None:
    """Share the tests out as above where `--dist loadfile` is asked for."""
    return Files(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the folders of what is long first; within a folder the order stays random."""
    items.sort(key=lambda item: folder_of(item.nodeid))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through the tests themselves, which live as long as the run."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show why a story had to be told once more."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"told once more: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """What a test or a platform in it sets of logging holds for that test alone."""
    level, configured, config = logging.getLogger().level, structlog.is_configured(), structlog.get_config()
    yield
    logging.getLogger().setLevel(level)
    if configured:
        structlog.configure(**config)
    else:
        structlog.reset_defaults()


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run see."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def postgres(shared_folder: Path) -> Iterator[TestServer]:
    """The run's database server."""
    with test_server(shared_folder) as server:
        yield server


@pytest.fixture(scope="session")
def database_template(postgres: TestServer, shared_folder: Path) -> str:
    """Name of the run's migrated, empty database."""
    return migrated_template(postgres, shared_folder)


@pytest.fixture(scope="session")
def database_urls(postgres: TestServer, database_template: str) -> Iterator[DatabaseUrls]:
    """This worker's database: `owner` for migrations, `app` for everything else."""
    name = f"worker_{os.getpid()}_{secrets.token_hex(4)}"
    yield postgres.create(name, template=database_template)
    postgres.drop(name)


@pytest.fixture
def empty_database(postgres: TestServer, database_template: str) -> Iterator[Callable[..., DatabaseUrls]]:
    """Create databases that are dropped after the test: `empty_database(migrated=True)`."""
    names: list[str] = []

    def create(*, migrated: bool = True) -> DatabaseUrls:
        names.append(f"test_{os.getpid()}_{secrets.token_hex(4)}")
        return postgres.create(names[-1], template=database_template if migrated else None)

    yield create
    for name in names:
        postgres.drop(name)


@pytest.fixture
def home(shared_folder: Path) -> Iterator[Path]:
    """A fresh data directory with a path short enough for a Unix socket, in memory where there is room.

    What is learned from the agents that ship is learned once in a run.
    """
    folder = Path(tempfile.mkdtemp(prefix="bailiwick-home-", dir=folder_in_memory()))
    learned = shared_folder / "classifiers"
    learned.mkdir(exist_ok=True)
    (folder / "classifiers").symlink_to(learned)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def terminal(tmp_path: Path, empty_database: Callable[..., DatabaseUrls]) -> Terminal:
    """Commands on a data directory and a database of this test alone, without a model."""
    return Terminal(tmp_path, empty_database())


@pytest.fixture
def sync_app(database_urls: DatabaseUrls) -> Callable[..., AbstractContextManager[psycopg.Connection[Any]]]:
    """Open a plain connection as the application, acting as `user` (or as no user) within one transaction."""

    @contextmanager
    def connect(user: str | None = None) -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(database_urls.app) as connection:
            if user is not None:
                connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
            yield connection

    return connect


@pytest.fixture
def sync_owner(database_urls: DatabaseUrls) -> Callable[[], AbstractContextManager[psycopg.Connection[Any]]]:
    """Open a plain connection as the owner of the tables."""
    return lambda: psycopg.connect(database_urls.owner)


@pytest.fixture
def new_user_id(sync_app: Callable[..., AbstractContextManager[psycopg.Connection[Any]]]) -> Callable[..., str]:
    """Create users: `new_user_id(role="member")` stores a fresh one and returns its id."""

    def create(name: str = "Somebody", role: str = "member") -> str:
        user_id = uuid7()
        with sync_app() as connection:
            add_user(connection, user_id, name, role)
        return user_id

    return create


@pytest.fixture
def run() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Run a coroutine in an event loop of its own and return its result."""
    return asyncio.run


@pytest.fixture
def stores_run(database_urls: DatabaseUrls) -> Callable[..., Any]:
    """Run `fn(stores)` with an open pool; see above."""

    def run_with_stores(fn: Callable[[Stores], Awaitable[Any]], *, pool_size: int = 10) -> Any:
        async def story() -> Any:
            async with Database(database_urls.app, pool_size=pool_size) as database:
                return await fn(Stores(database))

        return asyncio.run(story())

    return run_with_stores


@pytest.fixture
def own_database(empty_database: Callable[..., DatabaseUrls]) -> DatabaseUrls:
    """A migrated database for this test alone: a worker that outlives its test must not find the next one's jobs."""
    return empty_database()


@pytest.fixture(scope="session")
def site(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a worker, the offline model and a small web app, on a database of its own.

    Its Shopify is a local one without a shop, which refuses every token: generated requests reach no server outside.
    """
    name = f"site_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    web_app = built_web_app(tmp_path_factory.mktemp("web"))
    with ShopifyServer() as shopify:
        settings = settings_of(urls, tmp_path_factory.mktemp("site"), shopify_api=shopify.api)
        with Site(settings, web_app=web_app) as site:
            yield site
    postgres.drop(name)


@pytest.fixture(scope="session")
def quiet_site(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site without a worker that tests share, each as a user of its own: mail stays unread."""
    name = f"quiet_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path_factory.mktemp("quiet")), working=Working.NO) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def idle_site(postgres: TestServer, database_template: str, tmp_path: Path) -> Iterator[Site]:
    """A site of one test without a worker: what is submitted stays pending, so its stream stays open."""
    name = f"idle_{os.getpid()}_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path), working=Working.NO) as site:
        yield site
    postgres.drop(name)


@pytest.fixture(scope="session")
def alice(site: Site) -> Person:
    """A user who may do everything."""
    return site.person("Alice")


@pytest.fixture(scope="session")
def bob(site: Site) -> Person:
    """Another user."""
    return site.person("Bob")


@pytest.fixture
def client(site: Site, alice: Person) -> Iterator[httpx.Client]:
    """Calls as Alice."""
    with site.client(alice) as client:
        yield client


@pytest.fixture
def bobs_client(site: Site, bob: Person) -> Iterator[httpx.Client]:
    """Calls as Bob."""
    with site.client(bob) as client:
        yield client


@pytest.fixture
def stranger(site: Site) -> Iterator[httpx.Client]:
    """Calls without signing in."""
    with site.client() as client:
        yield client
