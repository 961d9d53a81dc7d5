"""What reads cost when ten times as much has happened.

Two people of one database, one with ten times the executions, messages and decisions of the other, over the same 90
days. Each read goes through HTTP in process; told are the medians at both sizes and their ratio.
"""

import asyncio
import json
import random
import re  # noqa: TID251  (own fixed pattern)
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import psycopg

from bailiwick.agents.metrics.store import MetricStore
from bailiwick.faces.http import create_app
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import Platform, open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID, Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore
from bailiwick.runs.threads.store import ConversationStore
from bench.people import add_person

EXECUTIONS = 10_000
"""Of the first person; the second has ten times as many. Two messages each."""
TIMES = 10
DAYS = 90
TURNS = 15
SMALLEST = {"EXECUTIONS": 20, "TURNS": 1}
"""What `--smallest` makes of the sizes."""
IN_A_THREAD = 8
AGENTS = ["main", *(f"agent-{n}" for n in range(1, 12))]
TEXTS = Path(__file__).parent.parent / "docs"
RARE = "quokka"
"""Stands in few messages, as many at both sizes."""

READS: dict[str, tuple[str, dict[str, Any]]] = {
    "agents' figures": ("/api/agents/metrics", {}),
    "one agent's figures": ("/api/agents/main/metrics", {"days": 30}),
    "conversations, a rare word": ("/api/conversations", {"search": RARE}),
    "conversations, a common word": ("/api/conversations", {"search": "person"}),
    "conversations, two words": ("/api/conversations", {"search": "person memory"}),
    "conversations, no hit": ("/api/conversations", {"search": "zeppelin"}),
    "conversations, page two": ("/api/conversations", {"search": "person", "before": "{middle}"}),
    "search, a rare word": ("/api/search", {"q": RARE}),
    "search, a common word": ("/api/search", {"q": "person"}),
    "search, a beginning": ("/api/search", {"q": "pers"}),
    "search, no hit": ("/api/search", {"q": "zeppelin"}),
    "traffic": ("/api/routing/traffic", {"days": 30}),
    "shadows": ("/api/routing/shadows", {"days": 30}),
    "overview": ("/api/overview", {}),
}


def main() -> None:
    """Fill, sum up, measure and print."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as folder:
        asyncio.run(_run(Path(folder)))


async def _run(home: Path) -> None:
    settings = Settings(home=home, ollama_url="", log_level="error")
    async with open_server(settings) as server, open_platform(settings, working=Working.NO) as platform:
        await platform[People].owner()
        busier = uuid7()
        await add_person(platform.stores, busier)
        for user, size in ((FIRST_OWNER_ID, EXECUTIONS), (busier, EXECUTIONS * TIMES)):
            began = time.perf_counter()
            await asyncio.to_thread(fill, server.urls.app, user, size)
            print(f"{size:,} executions written in {time.perf_counter() - began:.0f} s", flush=True)
        await asyncio.to_thread(_settle, server.urls.owner)
        for user, size in ((FIRST_OWNER_ID, EXECUTIONS), (busier, EXECUTIONS * TIMES)):
            began = time.perf_counter()
            while await platform.stores[MetricStore].roll(user):
                pass
            print(f"{size:,} executions summed up in {time.perf_counter() - began:.1f} s", flush=True)
            began = time.perf_counter()
            while await platform.stores[ConversationStore].index_messages(user):
                pass
            print(f"{size * 2:,} messages indexed in {time.perf_counter() - began:.1f} s", flush=True)
        await asyncio.to_thread(_settle, server.urls.owner)
        await _measure(platform, (FIRST_OWNER_ID, busier))


def fill(url: str, user: str, size: int) -> None:
    """Write `size` executions of a person with their threads, messages, decisions, steps, events and some ratings."""
    chance = random.Random(size)
    words = _words()
    began = datetime.now(UTC) - timedelta(days=DAYS)
    rare = {size * n // 7 for n in range(1, 7)}
    runs = [_Run.drawn(number, size, began, chance, words, number in rare) for number in range(size)]
    threads = [uuid7() for _ in range(-(-size // IN_A_THREAD))]
    with psycopg.connect(url) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, false)", (user,))
        connection.execute("set statement_timeout = 0")
        last = {number // IN_A_THREAD: run for number, run in enumerate(runs)}
        _insert(
            connection,
            "conversations (id, agent_id, mode, thread_key, title, created_at, updated_at)",
            (
                (thread, "main", "supervised", f"bench:{thread}", " ".join(run.question.split()[:6]), run.at, run.ended)
                for thread, run in zip(threads, (last[n] for n in range(len(threads))), strict=True)
            ),
        )
        _insert(
            connection,
            "decisions (id, agent_id, record, created_at)",
            ((run.decision, run.agent, run.record, run.at) for run in runs),
        )
        _insert(
            connection,
            "executions (id, conversation_id, message, mode, agent_id, decision_id, status, outcome, attempt,"
            " created_at, started_at, ended_at, error_class, error_message, input_tokens, output_tokens, cost,"
            " model_calls, tool_calls)",
            (
                (
                    run.id,
                    threads[n // IN_A_THREAD],
                    run.question,
                    "supervised",
                    run.agent,
                    run.decision,
                    run.status,
                    run.outcome,
                    1,
                    run.at,
                    run.at,
                    run.ended,
                    run.error,
                    run.error and "It failed.",
                    n % 3000,
                    n % 500,
                    n % 100 / 1000,
                    2,
                    1,
                )
                for n, run in enumerate(runs)
            ),
        )
        _insert(
            connection,
            "messages (id, conversation_id, author, agent_id, execution_id, content, created_at)",
            (
                message
                for n, run in enumerate(runs)
                for message in (
                    (uuid7(), threads[n // IN_A_THREAD], "user", None, run.id, run.question, run.at),
                    (uuid7(), threads[n // IN_A_THREAD], "agent", run.agent, run.id, run.answer, run.ended),
                )
            ),
        )
        connection.execute(
            """
            insert into steps (execution_id, key, position, kind, agent_id, status, attempt, name, input,
                               input_tokens, output_tokens, model_calls, tool_calls, cost, started_at, ended_at)
            select id, '1', 1, 'model', agent_id, 'completed', 1, 'provider:model', '{}', 100, 50, 1, 0, 0.001,
                   started_at, ended_at
              from executions;
            insert into events (execution_id, sequence, kind, data)
            select id, place, kind, '{}'
              from executions, unnest(array['execution.created', 'execution.ended']) with ordinality as of (kind, place)
             order by created_at;
            insert into feedback (execution_id, rating, created_at, updated_at)
            select id, case when cost > 0.002 then 'up' else 'down' end, ended_at, ended_at
              from executions where cost < 0.005;
            """
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """What one execution is made of."""

    id: str
    decision: str
    at: datetime
    ended: datetime
    agent: str
    status: str
    outcome: str | None
    error: str | None
    question: str
    answer: str
    record: str

    @classmethod
    def drawn(
        cls, number: int, size: int, began: datetime, chance: random.Random, words: list[str], rare: bool
    ) -> "_Run":
        at = began + timedelta(days=DAYS) * ((number + 0.5) / size) - timedelta(seconds=30)
        failed = number % 25 == 0
        agent = AGENTS[min(int(chance.expovariate(0.4)), len(AGENTS) - 1)]
        question = f"{_text(chance, words, 8, 25)} {number}"
        return cls(
            id=uuid7(),
            decision=uuid7(),
            at=at,
            ended=at + timedelta(milliseconds=chance.expovariate(1 / 5000)),
            agent=agent,
            status="failed" if failed else "completed",
            outcome=None if failed else "answered",
            error=("network", "model", "tool")[number // 25 % 3] if failed else None,
            question=f"{question} {RARE}" if rare else question,
            answer=_text(chance, words, 30, 120),
            record=json.dumps(
                {
                    "message": question,
                    "stage": ("tags", "intents", "explicit", "finalize")[number % 4],
                    "model_calls": int(number % 10 == 0),
                    "candidates": [{"agent": one, "score": 1.5} for one in AGENTS],
                    "shadows": [{"agent": one, "would_win": number % 7 == 0} for one in ("shy", "shier")],
                }
            ),
        )


def _words() -> list[str]:
    """Return the words of our own documentation, in their order: what people and agents would write about."""
    text = " ".join(page.read_text(encoding="utf-8") for page in sorted(TEXTS.rglob("*.md")))
    return re.findall(r"[^\W\d_]{1,20}[.,]?", text)


def _text(chance: random.Random, words: list[str], least: int, most: int) -> str:
    """Return some words as they stand together somewhere."""
    length = chance.randint(least, most)
    start = chance.randrange(len(words) - length)
    return " ".join(words[start : start + length])


def _insert(connection: psycopg.Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    """Write rows many at a time; the types are those of the columns of an empty selection."""
    name, columns = table.rstrip(")").split(" (")
    types = connection.execute(f"select {columns} from {name} limit 0".encode()).description or ()
    places = ", ".join(f"%s::{_type(connection, column.type_code)}[]" for column in types)
    statement = f"insert into {table} select * from unnest({places})".encode()
    while batch := list(islice(rows, 5000)):
        connection.execute(statement, [list(column) for column in zip(*batch, strict=True)])


def _type(connection: psycopg.Connection, oid: int) -> str:
    known = connection.adapters.types.get(oid)
    return known.name if known else "text"


def _settle(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("vacuum analyze")


async def _measure(platform: Platform, users: tuple[str, str]) -> None:
    transport = httpx.ASGITransport(create_app(platform))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        keys = {user: await _key(platform, user) for user in users}
        taken: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in READS}
        for turn in range(TURNS + 1):
            for name, (path, params) in READS.items():
                for of, user in zip(taken[name], users, strict=True):
                    seconds = await _timed(client, path, params, keys[user])
                    if turn:  # the first is to warm up
                        of.append(seconds * 1000)
    print(f"{'p50':32} {EXECUTIONS:>12,} {EXECUTIONS * TIMES:>12,}   ratio")
    for name, (small, large) in taken.items():
        p50, p50_large = statistics.median(small), statistics.median(large)
        print(f"{name:32} {p50:9.1f} ms {p50_large:9.1f} ms {p50_large / p50:6.1f}x")


async def _key(platform: Platform, user: str) -> str:
    secret = Secret.new(TokenKind.API_KEY, user)
    await platform.stores[AccessStore].add_token(secret, "bench", tuple(Scope), None)
    return secret.text


async def _timed(client: httpx.AsyncClient, path: str, params: dict[str, Any], key: str) -> float:
    middle = (datetime.now(UTC) - timedelta(days=DAYS / 2)).isoformat()
    given = {name: middle if value == "{middle}" else value for name, value in params.items()}
    began = time.perf_counter()
    answer = await client.get(path, params=given, headers={"Authorization": f"Bearer {key}"})
    answer.raise_for_status()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
