"""A transaction as a user: begin, one read, commit. Ours beside the bare drivers with the same statements.

All three use one connection of one process to the same server. `cpu` is what this process spent on it, which is what
limits how much one process can do; `wall` is what passes on the clock, the server's share included.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import asyncpg
import psycopg

from bailiwick.kernel.database.pool import Database, driver_address
from bailiwick.kernel.database.queries import NamedQuery
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.records import FIRST_OWNER_ID

TRANSACTIONS = 2_000
ROUNDS = 5
SMALLEST = {"TRANSACTIONS": 5, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
AS_USER = "select set_config('bailiwick.user_id', '{}', true)"
READ = NamedQuery.of("conversations", "The latest threads.", "SELECT id, title FROM conversations LIMIT %(limit)s")


def main() -> None:
    """Print microseconds a transaction, and how much the others take over ours."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        asyncio.run(_measure(Settings(home=Path(home), log_level="error")))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings, working=Working.NO) as platform:
        app = cast(Database, platform.database).app_url
        begin = f"begin; {AS_USER.format(FIRST_OWNER_ID)}"
        async with (
            Database(app, pool_size=1) as database,
            await psycopg.AsyncConnection.connect(app, autocommit=True) as plain,
        ):
            bare = await asyncpg.connect(driver_address(app))

            async def ours() -> None:
                async with database.as_user(FIRST_OWNER_ID) as connection:
                    await READ.all(connection, {"limit": 50})

            async def by_asyncpg() -> None:
                await bare.execute(begin)
                await bare.fetch(READ.numbered, 50)
                await bare.execute("commit")

            async def by_psycopg() -> None:
                await plain.execute(begin.encode())
                await (await plain.execute(READ.sql.encode(), {"limit": 50})).fetchall()
                await plain.commit()

            await _compare({"ours": ours, "asyncpg alone": by_asyncpg, "psycopg alone": by_psycopg})
            await bare.close()


async def _compare(works: dict[str, Callable[[], Awaitable[None]]]) -> None:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            await work()
            cpu, wall = time.process_time(), time.perf_counter()
            for _ in range(TRANSACTIONS):
                await work()
            used, passed = time.process_time() - cpu, time.perf_counter() - wall
            found[name].append((used / TRANSACTIONS * 1e6, passed / TRANSACTIONS * 1e6))
    ours = statistics.median(cpu for cpu, _ in found["ours"])
    print(f"{'':>16}{'cpu µs':>10}{'wall µs':>10}{'÷ ours':>10}")
    for name, rounds in found.items():
        cpu, wall = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"{name:>16}{cpu:>10.0f}{wall:>10.0f}{cpu / ours:>10.2f}")


if __name__ == "__main__":
    main()
