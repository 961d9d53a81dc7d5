"""The least that a durable run can be: one transaction that accepts it and one that ends it, on asyncpg.

Its one argument is the address of a database, in which it has a schema of its own.
"""

import asyncio
import sys

import asyncpg

from bench.runs_asked import ANSWER, MESSAGE, answer

BEGIN = "INSERT INTO runs (message) VALUES ($1) RETURNING id"
FINISH = "UPDATE runs SET answer = $2 WHERE id = $1"


async def main() -> None:
    async with asyncpg.create_pool(sys.argv[1], min_size=0, server_settings={"search_path": "bench_runs"}) as pool:
        await pool.execute("CREATE SCHEMA bench_runs")
        await pool.execute("CREATE TABLE runs (id bigint GENERATED ALWAYS AS IDENTITY, message text, answer text)")
        await pool.execute("ALTER TABLE runs ADD PRIMARY KEY (id)")

        async def run(lane: int) -> None:
            identity = await pool.fetchval(BEGIN, MESSAGE)
            await pool.execute(FINISH, identity, ANSWER)

        await answer(run)
        await pool.execute("DROP SCHEMA bench_runs CASCADE")


if __name__ == "__main__":
    asyncio.run(main())
