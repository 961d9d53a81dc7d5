"""Reads over HTTP beside a trivial FastAPI application, an event to many readers, and the idle house.

Both servers are uvicorn in processes of their own and are asked in turn, over connections that are kept. `CPU` is what
the server's process spends on one answer, which is what limits how much it can do. In both ratios 1.0 is as fast.
"""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.settings import Settings
from bailiwick.people.opening import open_people
from bailiwick.people.records import Scope

CONNECTIONS = 8
REQUESTS = 800
ROUNDS = 5
AGENTS = 50
IDLE_SECONDS = 20.0
SETTLE_SECONDS = 8.0
READERS = 100
FACTS = 40
TOLD = (b"agent.registered", b"routing.published")
"""What a change of an agent tells, each in a transaction of its own."""
SMALLEST = {
    "CONNECTIONS": 1,
    "REQUESTS": 2,
    "ROUNDS": 1,
    "AGENTS": 2,
    "IDLE_SECONDS": 0.1,
    "SETTLE_SECONDS": 0.1,
    "READERS": 2,
    "FACTS": 2,
}
"""What `--smallest` makes of the sizes."""
BAILIWICK = str(Path(sys.executable).with_name("bailiwick"))
TICKS = os.sysconf("SC_CLK_TCK")
TRIVIAL = """
import asyncio, sys, uvicorn, uvloop
from fastapi import FastAPI
app = FastAPI()
@app.get("/things/{id}")
async def read(id: str) -> dict[str, str]:
    return {"id": id}
config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, access_log=False, ws="none",
                        server_header=False, proxy_headers=False)
server = uvicorn.Server(config)
async def run():
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print("ready at", "http://127.0.0.1:%d" % server.servers[0].sockets[0].getsockname()[1], flush=True)
    await serving
with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
    runner.run(run())
"""


@dataclass(frozen=True, slots=True)
class Served:
    """A server in a process of its own."""

    process: int
    """Its id."""
    port: int


@dataclass(frozen=True, slots=True)
class Read:
    """A request that is made again and again."""

    name: str
    server: Served
    request: bytes


def main() -> None:
    """Print what the idle house costs, the ratios of reads and the CPU of an event to many readers."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home, ExitStack() as stack:
        settings = Settings(home=Path(home), log_level="error")
        # Ours holds the database too, so that it does not start and stop with every command.
        database = stack.enter_context(EmbeddedServer.start(settings.home))
        ours = stack.enter_context(_served([BAILIWICK, "serve", "--port", "0"], settings.home))
        trivial = stack.enter_context(_served([sys.executable, "-c", TRIVIAL], settings.home))
        key = asyncio.run(_key(settings))
        # First: after work PostgreSQL tidies up for a while, in transactions of its own.
        _idle(ours, database)
        asyncio.run(_reads(ours, trivial, key))
        asyncio.run(_events(ours, key))


async def _key(settings: Settings) -> str:
    async with open_people(settings) as people:
        return (await people.create_key((await people.owner()).id, "bench", list(Scope)))[1]


@contextmanager
def _served(command: Sequence[str], home: Path) -> Generator[Served]:
    environment = {**os.environ, "BAILIWICK_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = next((line for line in process.stdout if "ready at" in line), None)
        if line is None:
            raise RuntimeError("a server ended before it was ready")
        yield Served(process.pid, int(line.split()[-1].rpartition(":")[2]))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


# reads


async def _reads(ours: Served, trivial: Served, key: str) -> None:
    for number in range(AGENTS):
        agent = {
            "id": f"gardener-{number}",
            "name": f"Gardener {number}",
            "description": "Knows plants.",
            "tags": ["garden", f"plant{number}"],
            "instructions": "Answer questions about gardens.",
        }
        await _asked(ours, _request(ours, "/api/agents/create", key, json.dumps(agent).encode()))
    floor = Read("a trivial FastAPI read (floor)", trivial, _request(trivial, "/things/gardener-1"))
    reads = [
        floor,
        Read("GET one agent", ours, _request(ours, "/api/agents/gardener-1", key)),
        Read("GET /api/me", ours, _request(ours, "/api/me", key)),
        Read(f"GET a list of {AGENTS} agents", ours, _request(ours, f"/api/agents?limit={AGENTS}", key)),
    ]
    found: dict[str, list[tuple[float, float]]] = {read.name: [] for read in reads}
    for number in range(ROUNDS + 1):
        for read in reads:
            cost = await _round(read)
            if number:  # the first is to warm up
                found[read.name].append(cost)
    rate, cpu = (statistics.median(column) for column in zip(*found[floor.name], strict=True))
    print(f"{'':<34}{'a second':>10}{'CPU µs':>10}{'rate ÷ floor':>14}{'CPU: floor ÷':>14}")
    for name, rounds in found.items():
        its_rate, its_cpu = (statistics.median(column) for column in zip(*rounds, strict=True))
        ratio = cpu / its_cpu if its_cpu else 0.0
        print(f"{name:<34}{its_rate:>10.0f}{its_cpu:>10.0f}{its_rate / rate:>14.2f}{ratio:>14.2f}")


async def _round(read: Read) -> tuple[float, float]:
    """Return the requests a second, and the microseconds of CPU that the server spent on each."""
    began, cpu = time.perf_counter(), _cpu(read.server.process)
    await asyncio.gather(*(_ask(read, REQUESTS // CONNECTIONS) for _ in range(CONNECTIONS)))
    asked = REQUESTS // CONNECTIONS * CONNECTIONS
    return asked / (time.perf_counter() - began), (_cpu(read.server.process) - cpu) / asked * 1e6


async def _ask(read: Read, times: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", read.server.port, limit=2**22)
    for _ in range(times):
        writer.write(read.request)
        await _answer(reader)
    writer.close()


async def _asked(server: Served, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2**22)
    writer.write(request)
    answer = await _answer(reader)
    writer.close()
    return answer


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 2"):
        raise RuntimeError(f"the server refused: {head[:200]!r}")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return await reader.readexactly(int(length.split()[1]))


def _request(server: Served, path: str, key: str = "", body: bytes = b"") -> bytes:
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "", ""]).encode() + body


# an event to many readers


async def _events(ours: Served, key: str) -> None:
    """Print the CPU that the server spends for each reader on a fact, beside the same facts without readers."""
    alone = await _told(ours, key)
    streams = [await _following(ours, key) for _ in range(READERS)]
    both = asyncio.gather(*(_until_told(reader) for reader, _ in streams))
    many = await _told(ours, key)
    await both
    for _, writer in streams:
        writer.close()
    each = (many - alone) / (FACTS * len(TOLD)) / READERS * 1e6
    print(f"{'an event to a reader':<34}{each:>20.1f} µs CPU with {READERS} of them")


async def _told(ours: Served, key: str) -> float:
    """Have facts happen, one after the other; return the CPU seconds that the server spent until all were told."""
    cpu = _cpu(ours.process)
    for number in range(FACTS):
        changes = json.dumps({"description": f"Knows plants, by now {number} of them, since {time.time()}."}).encode()
        request = _request(ours, "/api/agents/gardener-0", key, changes).replace(b"POST", b"PUT", 1)
        await _asked(ours, request)
    await asyncio.sleep(0.5)
    return _cpu(ours.process) - cpu


async def _following(ours: Served, key: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", ours.port, limit=2**22)
    writer.write(_request(ours, "/api/events", key))
    await reader.readuntil(b"event: hello")
    return reader, writer


async def _until_told(reader: asyncio.StreamReader) -> None:
    for _ in range(FACTS):
        for kind in TOLD:
            await reader.readuntil(b"event: " + kind)


# the idle house


def _idle(ours: Served, database: EmbeddedServer) -> None:
    with psycopg.connect(database.urls.owner, autocommit=True) as connection:
        postmaster = _parent(connection.info.backend_pid)
        time.sleep(SETTLE_SECONDS)
        counted, cpu = _commits(connection), (_cpu(ours.process), _tree_cpu(postmaster))
        began = time.perf_counter()
        time.sleep(IDLE_SECONDS)
        passed = time.perf_counter() - began
        commits = _commits(connection) - counted - 1  # this one
        server, postgres = _cpu(ours.process) - cpu[0], _tree_cpu(postmaster) - cpu[1]
    print(f"{'idle: transactions a second':<34}{commits / passed:>20.2f}")
    print(f"{'idle: CPU of the server':<34}{server / passed * 100:>20.2f} %")
    print(f"{'idle: CPU of PostgreSQL':<34}{postgres / passed * 100:>20.2f} %")


def _commits(connection: "psycopg.Connection[tuple[int, ...]]") -> int:
    row = connection.execute(
        "SELECT pg_stat_clear_snapshot(), sum(xact_commit + xact_rollback)::bigint FROM pg_stat_database"
    ).fetchone()
    assert row is not None
    return row[1]


def _fields(process: int) -> list[str]:
    """Return what /proc says of a process, from its state on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _cpu(process: int) -> float:
    """Return the seconds of CPU that a process has spent."""
    fields = _fields(process)
    return (int(fields[11]) + int(fields[12])) / TICKS


def _parent(process: int) -> int:
    return int(_fields(process)[1])


def _tree_cpu(parent: int) -> float:
    """Return the seconds of CPU of a process and of its children, also of those that have ended."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = _fields(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(entry.name) == parent:
            total += sum(int(field) for field in fields[11:15]) / TICKS
        elif int(fields[1]) == parent:
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


if __name__ == "__main__":
    main()
