"""The knowledge graph beside the MCP reference server for memory: writes and searches as the graph grows.

Both are called through MCP on stdio, in one run, on graphs of the same entities (three observations each and a
relation), taking turns; ours is also called in process, as agents call it. Beside each call over stdio stands what it
costs over a ping of the same server: the protocol's own way there and back. A further contender is one function.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.people.actions import People

SIZES = (100, 1_000, 10_000, 50_000)
PEER = True
"""Whether the reference server takes part, which is downloaded; without it ours over stdio is what is compared with."""
TURNS = 40
"""Calls of each kind at each size; the slowest contender makes fewer at large sizes."""
SECONDS = 60.0
"""After so long at one size a contender makes no more calls of a kind."""
GOAL_MS = 3.0
"""Milliseconds over the ping that the calls of `BOUNDED` may take."""
BOUNDED = ("create an entity", "add an observation", "open a node")
PING = "ping"
SMALLEST = {"SIZES": (5,), "TURNS": 1, "PEER": False}
"""What `--smallest` makes of the sizes."""
FIRST = (
    "ana bruno carla diego elena farid greta hugo ines jamal kira leo mona nils olga pablo quim rosa sven tara".split()
)
LAST = "abbas brandt costa duarte evans fischer garcia haddad ito jensen kovac lopez meyer novak okoye petit".split()
WORK = "designs bridges|repairs violins|teaches chemistry|sells maps|writes novels|grows olives|flies gliders".split(
    "|"
)
CITIES = "Lisbon Malmö Sevilla Graz Porto Lugo Bergen Tartu Split Ghent Turin Brno Cork Varna Riga Basel".split()

TESTS = Path(__file__).resolve().parent.parent / "tests"

Call = Callable[[str, dict[str, Any]], Awaitable[Any]]


def entity(number: int) -> dict[str, Any]:
    """Return the entity of a number; every name is another."""
    name = f"{FIRST[number % 20].title()} {LAST[number // 20 % 16].title()} {number}"
    city, work = CITIES[number * 7 % 16], WORK[number * 3 % 7]
    return {
        "name": name,
        "entityType": "person",
        "observations": [
            f"lives in {city}",
            f"{work} since {1950 + number % 70}",
            f"badge {number * 7919 % 1_000_003:06d}",
        ],
    }


def relation(number: int) -> dict[str, str]:
    """Return the relation of a number, to somebody earlier."""
    return {"from": entity(number)["name"], "to": entity(number // 2)["name"], "relationType": "knows"}


def lines(size: int) -> str:
    """Return the reference server's file of a graph."""
    rows = [json.dumps({"type": "entity", **entity(number)}, ensure_ascii=False) for number in range(size)]
    rows += [json.dumps({"type": "relation", **relation(number)}, ensure_ascii=False) for number in range(1, size)]
    return "\n".join(rows)


def work(size: int, turn: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the calls of one turn by what they are."""
    new, known = size + turn, turn * 977 % size
    return {
        PING: (PING, {}),
        "create an entity": ("create_entities", {"entities": [entity(new)]}),
        "add an observation": (
            "add_observations",
            {"observations": [{"entityName": entity(known)["name"], "contents": [f"was seen on day {turn}"]}]},
        ),
        "create a relation": ("create_relations", {"relations": [relation(new)]}),
        "search, one hit": ("search_nodes", {"query": entity(known)["observations"][2]}),
        "search, no hit": ("search_nodes", {"query": f"zeppelin {turn}"}),
        "open a node": ("open_nodes", {"names": [entity(known)["name"]]}),
    }


@asynccontextmanager
async def speaking(command: str, arguments: list[str], environment: dict[str, str]) -> AsyncIterator[Call]:
    """Start an MCP server on stdio and yield how to call its tools, and how to ping it.

    In the protocol of 2025: the reference server speaks no other, and the later one has no ping.
    """
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=command, args=arguments, env={"PATH": os.environ["PATH"], **environment})
    async with Client(stdio_client(parameters), mode="legacy") as client:

        async def call(name: str, arguments: dict[str, Any]) -> Any:
            if name == PING:
                return await client.session.send_ping()
            result = await client.call_tool(name, arguments)
            if result.is_error:
                raise RuntimeError(f"{name}: {result.content}")
            return result.structured_content

        yield call


@asynccontextmanager
async def reference(folder: Path, size: int) -> AsyncIterator[Call]:
    """The reference server on a file of that many entities."""
    sys.path.insert(0, str(TESTS))
    from support.peers import node, peer

    file = folder / "memory.jsonl"
    file.write_text(lines(size), encoding="utf-8")
    async with speaking(str(node()), [str(peer("server-memory"))], {"MEMORY_FILE_PATH": str(file)}) as call:
        yield call


@asynccontextmanager
async def ours(folder: Path, size: int) -> AsyncIterator[tuple[Call, Call]]:
    """Bailiwick on a data directory with that many entities: over stdio, and in process."""
    from bailiwick.features.memory.lines import import_lines, lines_of
    from bailiwick.features.memory.tools import memory_tools
    from bailiwick.kernel.ids import uuid7
    from bailiwick.kernel.platform import Working
    from bailiwick.kernel.settings import Settings
    from bailiwick.opening import open_platform
    from bailiwick.tools.records import ToolContext

    home = folder / "home"
    settings = Settings(home=home, ollama_url="", log_level="error")
    async with open_platform(settings, working=Working.NO) as platform:
        owner = (await platform[People].owner()).id

        async def pieces() -> AsyncIterator[bytes]:
            yield lines(size).encode()

        start = time.perf_counter()
        await import_lines(platform.database, platform.stores[KnowledgeStore], owner, lines_of(pieces()))
        print(f"{size:>7,} entities imported in {time.perf_counter() - start:.1f} s", flush=True)
        tools = {tool.spec.name: tool for tool in memory_tools(platform.stores)}

        async def in_process(name: str, arguments: dict[str, Any]) -> Any:
            if name == PING:
                return None
            context = ToolContext(user_id=owner, execution_id=None, agent_id="bench", call_id=uuid7())
            return await tools[name].run(context, arguments)

        command = str(Path(sys.executable).with_name("bailiwick"))
        environment = {"BAILIWICK_HOME": str(home), "BAILIWICK_OLLAMA_URL": ""}
        if settings.database_url is not None:
            environment["BAILIWICK_DATABASE_URL"] = settings.database_url.get_secret_value()
        async with speaking(command, ["memory", "--stdio"], environment) as over_stdio:
            yield over_stdio, in_process


async def measure(contenders: dict[str, Call], size: int) -> dict[str, dict[str, list[float]]]:
    """Return the seconds of every call, by what it is and who made it; the contenders take turns.

    In process and over stdio our two write to one graph, so each has turns of its own.
    """
    taken: dict[str, dict[str, list[float]]] = {}
    for name in work(size, 0):
        taken[name] = {contender: [] for contender in contenders}
    for turn in range(TURNS):
        for place, (contender, call) in enumerate(contenders.items()):
            for name, (tool, arguments) in work(size, turn + place * TURNS).items():
                if sum(taken[name][contender]) > SECONDS:
                    continue
                start = time.perf_counter()
                await call(tool, arguments)
                taken[name][contender].append(time.perf_counter() - start)
    return taken


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[max(int(len(values) * 0.95 + 0.5) - 1, 0)]


async def at(size: int) -> None:
    """Measure and print one size."""
    with tempfile.TemporaryDirectory(prefix="bw-memory-") as name:
        async with AsyncExitStack() as stack:
            over_stdio, in_process = await stack.enter_async_context(ours(Path(name), size))
            theirs = await stack.enter_async_context(reference(Path(name), size)) if PEER else over_stdio
            contenders = {"reference": theirs, "ours, stdio": over_stdio, "ours, in process": in_process}
            for call in contenders.values():
                await call("search_nodes", {"query": "warm up"})
            taken = await measure(contenders, size)
    titles = ("reference", "ours, stdio", "over ping", "ratio", "in process", "ratio", "p95")
    print("{:24} {:>12} {:>12} {:>12} {:>7} {:>12} {:>7} {:>9}".format("", *titles))
    medians = {
        what: {contender: statistics.median(seconds) * 1000 for contender, seconds in of.items()}
        for what, of in taken.items()
    }
    ping = medians[PING]["ours, stdio"]
    for what, of in medians.items():
        theirs_, stdio, inside = of.values()
        if what == PING:
            print(f"{what:24} {theirs_:9.2f} ms {stdio:9.2f} ms")
            continue
        goal = f"  (goal: {GOAL_MS:.0f} over ping)" if what in BOUNDED else ""
        print(
            f"{what:24} {theirs_:9.2f} ms {stdio:9.2f} ms {stdio - ping:9.2f} ms {theirs_ / stdio:6.1f}x"
            f" {inside:9.2f} ms {theirs_ / inside:6.1f}x {p95(taken[what]['ours, in process']) * 1000:6.2f} ms{goal}",
            flush=True,
        )


def main() -> None:
    """Measure every size."""
    if not PEER:
        print("without the reference server, which is downloaded: in its column stand our own calls over stdio")
    print("medians of", TURNS, "calls each; ratio: how many times faster than the reference server; p95: in process")
    for size in SIZES:
        asyncio.run(at(size))
