"""What one run over HTTP asks of the database, with server, worker and client in this process.

A statement is what is sent in one go, `begin` and `commit` among them. What an idle server asks for in the same time is
measured before, and taken off.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

import asyncpg
import httpx
import psycopg

from bailiwick.faces.http import create_app
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.http.server import create_server
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import Scope
from bench.runs_asked import ANSWER, MESSAGE

RUNS = 100
WARM_UP = 10
SETTLE_SECONDS = 10.5
"""After so long without work each process of PostgreSQL has told what it did."""
STATISTICS = """
SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       pg_current_wal_insert_lsn() - '0/0' AS wal,
       (SELECT coalesce(sum(fsyncs), 0) FROM pg_stat_io WHERE object = 'wal') AS fsyncs
"""


@dataclass(frozen=True)
class Counts:
    """What was counted, since the start or of one run."""

    statements: float = 0
    """Of ours."""
    transactions: float = 0
    """Of ours that ended in `commit`."""
    queue_statements: float = 0
    """Of procrastinate's worker."""
    commits: float = 0
    """As PostgreSQL counts them, whoever made them; a statement outside a transaction is one too."""
    wal: float = 0
    """Bytes."""
    fsyncs: float = 0
    """Of the WAL."""


class Counter:
    """Counts the statements that this process sends."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._sent = Counts()

    @contextmanager
    def counting(self) -> Generator[None]:
        """Count from now on, on connections that are opened from now on."""
        prepare, execute = Database._prepare, psycopg.AsyncCursor.execute

        async def preparing(database: Database, connection: asyncpg.Connection) -> None:
            await prepare(database, connection)
            connection.add_query_logger(self._ours)

        async def executing(cursor: psycopg.AsyncCursor[Any], *arguments: Any, **options: Any) -> Any:
            self._sent = replace(self._sent, queue_statements=self._sent.queue_statements + 1)
            return await execute(cursor, *arguments, **options)

        Database._prepare, psycopg.AsyncCursor.execute = preparing, executing
        try:
            yield
        finally:
            Database._prepare, psycopg.AsyncCursor.execute = prepare, execute

    def _ours(self, query: Any) -> None:
        commit = query.query == "commit"
        sent = self._sent
        self._sent = replace(sent, statements=sent.statements + 1, transactions=sent.transactions + commit)

    async def settled(self) -> tuple[float, Counts]:
        """Wait until all is told; return when that was and what has been counted up to then."""
        await asyncio.sleep(SETTLE_SECONDS)
        return await asyncio.to_thread(self._read)

    def _read(self) -> tuple[float, Counts]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            row = connection.execute(STATISTICS).fetchone()
        assert row is not None
        commits, wal, fsyncs = map(float, row)
        return time.perf_counter(), replace(self._sent, commits=commits, wal=wal, fsyncs=fsyncs)


async def count_run(settings: Settings, url: str, agent: str) -> Counts:
    """Return what one run asks for on the average; `url` is the database's."""
    counter = Counter(url)
    with counter.counting():
        async with _client(settings) as client:

            async def runs(number: int) -> None:
                for _ in range(number):
                    response = await client.post("/api/v1/query", json={"query": MESSAGE, "agentName": agent})
                    assert response.json()["content"] == ANSWER, response.text

            await runs(min(WARM_UP, RUNS))
            moments = [await counter.settled(), await counter.settled()]
            await runs(RUNS)
            moments.append(await counter.settled())
    (start, at_start), (between, at_between), (end, at_end) = moments
    idle, busy = _less(at_between, at_start), _less(at_end, at_between)
    share = (end - between) / (between - start)
    return Counts(**{name: (value - asdict(idle)[name] * share) / RUNS for name, value in asdict(busy).items()})


def _less(later: Counts, earlier: Counts) -> Counts:
    return Counts(**{name: value - asdict(earlier)[name] for name, value in asdict(later).items()})


@asynccontextmanager
async def _client(settings: Settings) -> AsyncGenerator[httpx.AsyncClient]:
    """Serve in this process, work included, and yield a client that may let agents work."""
    async with open_platform(settings, working=Working.YES) as platform:
        _, key = await platform[People].create_key((await platform[People].owner()).id, "bench", [Scope.RUN])
        server = create_server(create_app(platform), host="127.0.0.1", port=0)
        async with Background() as background:
            serving = background.start("server", server.serve())
            while not server.started:  # noqa: ASYNC110  (it tells nobody)
                await asyncio.sleep(0.01)
            host, port = server.servers[0].sockets[0].getsockname()
            headers = {"Authorization": f"Bearer {key}"}
            async with httpx.AsyncClient(base_url=f"http://{host}:{port}", headers=headers, timeout=60) as client:
                yield client
            server.should_exit = True
            await serving
