"""Durable runs with one model call that answers at once, over HTTP, beside what others do with the same steps.

In one run and on one PostgreSQL: DBOS, agno and LangGraph, each in a process of its own and without HTTP, with its own
durable store and the same three steps (accept, one model step, finish); and the floor, two commits. First what one run
asks of the database, then its processor time, then how many a second are done ten at once, by our server alone and with
a worker process beside it.
"""

import asyncio
import json
import math
import statistics
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import psutil
import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from bailiwick.kernel.database.pool import driver_address
from bailiwick.kernel.database.server import DatabaseServer, open_server
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import Scope
from bench.processes import at_rest, postgres_of, running, used
from bench.python_peer import asked, python_of
from bench.runs_asked import ANSWER, MESSAGE, Run, lanes
from bench.runs_counted import Counts, count_run

RUNS = 60
ROUNDS = 5
AT_ONCE = 10
PEERS = ("dbos", "agno", "langgraph")
"""What takes part beside the floor; downloaded."""
SMALLEST = {
    "RUNS": 2,
    "ROUNDS": 1,
    "AT_ONCE": 2,
    "PEERS": (),
    "bench.runs_counted.RUNS": 2,
    "bench.runs_counted.SETTLE_SECONDS": 0.1,
}
"""What `--smallest` makes of the sizes."""
AGENT = "toby-technical"
SCRIPT = f'[[turn]]\ntext = "{ANSWER}"\n'
FLOOR = "floor: two commits"
OURS, OURS_AND_WORKER = "ours over HTTP", "ours, one worker process more"

Measured = Callable[[int, int], Awaitable[float]]
"""Does so many runs, so many at once, and returns the seconds they took."""


@dataclass
class Contender:
    """Who does runs."""

    do: Measured
    families: list[psutil.Process]
    """Its processes, PostgreSQL's apart."""
    alone: list[tuple[float, float]] = field(default_factory=list)
    """Milliseconds of processor time for a run, one after the other, of its own and of PostgreSQL's; one each round."""
    rates: list[float] = field(default_factory=list)
    """Runs a second, `AT_ONCE` at once."""
    together: list[tuple[float, float]] = field(default_factory=list)
    """As `alone`, `AT_ONCE` at once."""

    @property
    def rate(self) -> float:
        """Its usual rate."""
        return statistics.median(self.rates)

    def total(self, times: list[tuple[float, float]]) -> float:
        """Return the usual milliseconds for a run, PostgreSQL's included."""
        return statistics.median(own + postgres for own, postgres in times)


def main() -> None:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        script = Path(home) / "script.toml"
        script.write_text(SCRIPT)
        asyncio.run(_measure(Settings(home=Path(home), model=f"scripted:{script}", ollama_url="", log_level="error")))


async def _measure(settings: Settings) -> None:
    async with open_server(settings) as server:
        _print_counts(await count_run(settings, server.urls.owner, AGENT))
        contenders = await _compare(settings, server)
    _print_times(contenders)
    _print_rates(contenders)


async def _compare(settings: Settings, server: DatabaseServer) -> Mapping[str, Contender]:
    url = server.urls.owner
    postgres = postgres_of(url)
    async with AsyncExitStack() as stack:
        contenders = {FLOOR: stack.enter_context(_asked(sys.executable, "floor", driver_address(url)))}
        for name in PEERS:
            address = _database_of(server, name)
            contenders[name] = stack.enter_context(_asked(python_of(name), name, address))
        contenders[OURS] = await stack.enter_async_context(_ours(settings, url))
        for contender in contenders.values():  # everything is loaded, every connection open
            await contender.do(AT_ONCE * 2, AT_ONCE)
        for _ in range(ROUNDS):
            for contender in contenders.values():
                await _one_after_another(contender, postgres)
                await _at_once(contender, postgres)
        ours = contenders[OURS]
        with running(settings, url, "worker", ready="Worker ready") as (worker, _):
            more = contenders[OURS_AND_WORKER] = Contender(ours.do, [*ours.families, worker])
            await asyncio.to_thread(at_rest, worker)  # it learns to route when it begins
            await more.do(AT_ONCE * 2, AT_ONCE)
            for _ in range(ROUNDS):
                await _at_once(more, postgres)
    return contenders


async def _one_after_another(contender: Contender, postgres: psutil.Process) -> None:
    _, own, shared = await _timed(contender, postgres, 1)
    contender.alone.append((own, shared))


async def _at_once(contender: Contender, postgres: psutil.Process) -> None:
    rate, own, shared = await _timed(contender, postgres, AT_ONCE)
    contender.rates.append(rate)
    contender.together.append((own, shared))


async def _timed(contender: Contender, postgres: psutil.Process, at_once: int) -> tuple[float, float, float]:
    """Return runs a second, and milliseconds of processor time for each, of its own and of PostgreSQL's."""
    families = (*contender.families, postgres)
    before = [used(family) for family in families]
    seconds = await contender.do(RUNS, at_once)
    *own, shared = (1000 * (used(family) - then) / RUNS for family, then in zip(families, before, strict=True))
    return RUNS / seconds, sum(own), shared


@contextmanager
def _asked(python: str | Path, name: str, address: str) -> Generator[Contender]:
    with asked(python, f"bench.runs_{name}", address) as peer:

        async def do(runs: int, at_once: int) -> float:
            return (await asyncio.to_thread(peer.ask, runs=runs, at_once=at_once))["seconds"]

        yield Contender(do, [peer.process])


def _database_of(server: DatabaseServer, name: str) -> str:
    """Make a peer's database and return its address."""
    database = f"bench_{name}"
    with psycopg.connect(server.admin_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    parts = conninfo_to_dict(server.admin_url)
    where = urlencode({key: value for key in ("host", "port") if (value := parts.get(key))})
    return f"postgresql://{quote(str(parts['user']))}@/{database}?{where}"


@asynccontextmanager
async def _ours(settings: Settings, url: str) -> AsyncGenerator[Contender]:
    async with open_platform(settings, working=Working.NO) as platform:
        owner = await platform[People].owner()
        _, key = await platform[People].create_key(owner.id, "bench", [Scope.RUN])
    with running(settings, url, "serve", "--port", "0", ready="is ready at") as (server, line):
        address = urlsplit(line.split()[-1])

        async def do(runs: int, at_once: int) -> float:
            # New ones each time: the server hangs up on those that are silent for a while.
            opened = [await asyncio.open_connection(address.hostname, address.port) for _ in range(at_once)]
            connections = [Connection(*streams, key) for streams in opened]
            seconds = await lanes(_asking(connections), runs, at_once)
            for connection in connections:
                connection.close()
            return seconds

        await asyncio.to_thread(at_rest, server)
        yield Contender(do, [server])


def _asking(connections: "Sequence[Connection]") -> Run:
    """Return how to have a run carried out on the connection of its lane."""

    async def run(lane: int) -> None:
        answer = await connections[lane].post("/api/v1/query", {"query": MESSAGE, "agentName": AGENT})
        assert answer["content"] == ANSWER, answer

    return run


class Connection:
    """A client that takes next to nothing of the processors that it shares with who is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str) -> None:
        self._reader = reader
        self._writer = writer
        self._key = key

    async def post(self, path: str, body: Mapping[str, object]) -> dict[str, object]:
        """Send one request and return its answer. Raises `RuntimeError` for one that says no."""
        content = json.dumps(body).encode()
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self._key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        answer = await self._reader.readexactly(int(headers["content-length"]))
        if not status.startswith("HTTP/1.1 200"):
            raise RuntimeError(f"{status}: {answer.decode()}")
        return json.loads(answer)

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def _print_counts(counts: Counts) -> None:
    print("what one run asks of the database")
    print(f"{'statements of ours':<42}{counts.statements:10.1f}  (goal: 25)")
    print(f"{'statements of procrastinate':<42}{counts.queue_statements:10.1f}")
    print(f"{'transactions of ours that end in `commit`':<42}{counts.transactions:10.1f}  (goal: 4)")
    print(f"{'all commits, by PostgreSQL':<42}{counts.commits:10.1f}")
    print(f"{'WAL, KiB':<42}{counts.wal / 1024:10.1f}  (goal: 8)")
    print(f"{'fsyncs of it':<42}{counts.fsyncs:10.1f}")


def _print_times(contenders: Mapping[str, Contender]) -> None:
    print(f"\nprocessor time of one run, ms; {RUNS} one after another, {ROUNDS} rounds in turn  (goal: 1 x of dbos)")
    print(f"{'':<32}{'own':>8}{'postgres':>10}{'together':>10}   ours to it")
    ours = contenders[OURS]
    for name, contender in contenders.items():
        if not contender.alone:
            continue
        own, shared = (statistics.median(column) for column in zip(*contender.alone, strict=True))
        total = contender.total(contender.alone)
        ratio = ours.total(ours.alone) / total if total else math.nan  # a clock tick is 10 ms
        print(f"{name:<32}{own:8.2f}{shared:10.2f}{total:10.2f}   {ratio:8.2f} x")


def _print_rates(contenders: Mapping[str, Contender]) -> None:
    print(f"\nruns a second, {AT_ONCE} at once  (goal: 1 x of each; with a worker 1.6 x)")
    print(f"{'':<32}{'a second':>8}{'ms of processors':>18}   ours to it   ours with a worker to it")
    ours, more = contenders[OURS], contenders[OURS_AND_WORKER]
    for name, contender in contenders.items():
        ratios = f"{ours.rate / contender.rate:8.2f} x   {more.rate / contender.rate:8.2f} x"
        print(f"{name:<32}{contender.rate:8.1f}{contender.total(contender.together):18.2f}   {ratios}")


if __name__ == "__main__":
    main()
