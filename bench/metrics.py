"""The page of metrics over a million facts of one person, beside the bare aggregate SQL over the same rows.

150,000 executions with 850,000 calls over 90 days. The page is everything that it asks for at first sight, through
HTTP in process; the bare SQL is what totals, points and tables would cost without sums, on the same database.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx
import psycopg

from bailiwick.agents.metrics.store import MetricStore
from bailiwick.faces.http import create_app
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID, Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore

EXECUTIONS, CALLS = 150_000, 850_000
DAYS = 90
SMALLEST = {"EXECUTIONS": 20, "CALLS": 60, "TURNS": 1}
"""What `--smallest` makes of the sizes."""
TURNS = 9
PAGE = (
    "/api/metrics",
    "/api/metrics/agents",
    "/api/metrics/models",
    "/api/metrics/tools",
    "/api/metrics/delegations",
    "/api/metrics/errors",
    "/api/metrics/routing",
    "/api/metrics/heatmap",
)


def filling() -> str:
    """Return the statements that write the facts."""
    return f"""
    insert into conversations (id, agent_id, mode, thread_key, title)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'main', 'direct', 'bench:' || n, 't'
      from generate_series(0, 999) n;
    insert into decisions (id, record, agent_id)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
           json_build_object('stage', (array['tags', 'intents', 'explicit', 'finalize'])[n % 4 + 1], 'model_calls', 0),
           'agent-' || n % 12
      from generate_series(1, {EXECUTIONS}) n;
    insert into executions (id, conversation_id, message, mode, agent_id, decision_id, status, attempt, created_at,
                            started_at, ended_at, error_class, error_message, input_tokens, output_tokens, cost,
                            model_calls, tool_calls)
    select ('00000000-0000-7000-b000-' || lpad(n::text, 12, '0'))::uuid,
           ('00000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid, 'm', 'supervised', 'agent-' || n % 12,
           ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
           case when n % 25 = 0 then 'failed' else 'completed' end, 1, at - took, at - took, at,
           case when n % 25 = 0 then (array['network', 'model', 'tool'])[n / 25 % 3 + 1] end,
           case when n % 25 = 0 then 'It failed.' end, n % 3000, n % 500, n % 100 / 1000.0, 3, 3
      from generate_series(1, {EXECUTIONS}) n,
           lateral (select now() - interval '{DAYS} days' + n * (interval '{DAYS} days' / {EXECUTIONS}) as at,
                           n * 7919 % 20000 * interval '1 millisecond' as took) as times;
    insert into steps (execution_id, key, position, kind, agent_id, status, attempt, name, input, input_tokens,
                       output_tokens, model_calls, tool_calls, cost, started_at, ended_at)
    select executions.id, place::text, place,
           case when place % 2 = 0 then 'tool' else 'model' end, executions.agent_id, 'completed', 1,
           case when place % 2 = 0 then 'tool-' || (substr(agent_id, 7)::integer * 3 + place) % 20
                else 'provider:model-' || substr(agent_id, 7)::integer % 3 end,
           '{{}}', 100, 50, place % 2, 1 - place % 2, 0.001, executions.ended_at - interval '1 second',
           executions.ended_at - (place * 100) * interval '1 millisecond'
      from executions, generate_series(1, 6) place
     where place < 6 or right(executions.id::text, 2)::integer < 67
     limit {CALLS};
"""


BARE = {
    "totals": "select count(*), sum(input_tokens), sum(cost), avg(extract(epoch from ended_at - started_at)),"
    " percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from ended_at - started_at))"
    " from executions where ended_at >= now() - interval '90 days'",
    "points": "select date_trunc('day', ended_at, 'Europe/Madrid'), count(*), sum(cost),"
    " percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from ended_at - started_at))"
    " from executions where ended_at >= now() - interval '90 days' group by 1",
    "agents": "select agent_id, count(*), sum(cost),"
    " percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from ended_at - started_at))"
    " from executions where ended_at >= now() - interval '90 days' group by 1",
    "models and tools": "select steps.kind, name, count(*), sum(steps.cost),"
    " percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from steps.ended_at - steps.started_at))"
    " from executions join steps on steps.user_id = executions.user_id and steps.execution_id = executions.id"
    " where executions.ended_at >= now() - interval '90 days' group by 1, 2",
}


def main() -> None:
    """Fill, sum up, measure and print."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as folder:
        asyncio.run(_run(Path(folder)))


async def _run(home: Path) -> None:
    settings = Settings(home=home, ollama_url="", log_level="error")
    async with open_server(settings) as server, open_platform(settings, working=Working.NO) as platform:
        await platform[People].owner()
        began = time.perf_counter()
        facts = await asyncio.to_thread(_fill, server.urls.app, server.urls.owner)
        print(f"{facts:,} facts of one person written in {time.perf_counter() - began:.0f} s")
        began = time.perf_counter()
        while await platform.stores[MetricStore].roll(FIRST_OWNER_ID):
            pass
        print(f"summed up once: {time.perf_counter() - began:.1f} s for {DAYS} days")
        began = time.perf_counter()
        await platform.stores[MetricStore].roll(FIRST_OWNER_ID)
        print(f"an hourly round: {1000 * (time.perf_counter() - began):.0f} ms")
        secret = Secret.new(TokenKind.API_KEY, FIRST_OWNER_ID)
        await platform.stores[AccessStore].add_token(secret, "bench", tuple(Scope), None)
        transport = httpx.ASGITransport(create_app(platform))
        headers = {"Authorization": f"Bearer {secret.text}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as client:
            for zone in ("Europe/Madrid", "Asia/Kolkata"):
                await _page(client, zone)
        for what, query in BARE.items():
            print(f"bare SQL, {what:<18} {1000 * await asyncio.to_thread(_bare, server.urls.app, query):>7.0f} ms")


def _fill(app_url: str, owner_url: str) -> int:
    with psycopg.connect(app_url) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, false)", (FIRST_OWNER_ID,))
        connection.execute("set statement_timeout = 0")
        connection.execute(filling().encode())
        counts = connection.execute(
            "select (select count(*) from executions) + (select count(*) from steps)"
        ).fetchone()
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("vacuum analyze")
    return counts[0] if counts else 0


async def _page(client: httpx.AsyncClient, zone: str) -> None:
    since = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() - (DAYS - 1) * 86_400))
    params = {"from": since, "timezone": zone}
    single: dict[str, list[float]] = {path: [] for path in PAGE}
    whole: list[float] = []
    for _ in range(TURNS):
        for path in PAGE:
            single[path].append(await _timed(client.get(path, params=params)))
        whole.append(await _timed(asyncio.gather(*(client.get(path, params=params) for path in PAGE))))
    print(f"the page over {DAYS} days, {zone}: {statistics.median(whole):.0f} ms (longest {max(whole):.0f})")
    for path, times in single.items():
        print(f"   {path:<26} {statistics.median(times):>6.0f} ms")


async def _timed(call: Awaitable[Any]) -> float:
    began = time.perf_counter()
    answers = await call
    for answer in answers if isinstance(answers, list) else [answers]:
        answer.raise_for_status()
    return 1000 * (time.perf_counter() - began)


def _bare(app_url: str, query: str) -> float:
    with psycopg.connect(app_url) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, false)", (FIRST_OWNER_ID,))
        connection.execute("set statement_timeout = 0")
        times: list[float] = []
        for _ in range(3):
            began = time.perf_counter()
            connection.execute(query.encode()).fetchall()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    main()
