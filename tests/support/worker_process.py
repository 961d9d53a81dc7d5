"""A worker in a process of its own, to be ended by force: `python worker_process.py <app url> <behaviour>`.

Each job appends a line to the note "log" of its user, waits (`hang`: for ever; `linger`: for its argument
`n` on the channel `go`) and appends another.
"""

import asyncio
import sys

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick_skills.notes.store import NoteStore


async def main(app_url: str, behaviour: str) -> None:
    async with Database(app_url, pool_size=3) as database:
        jobs, notes = Jobs(database), Stores(database)[NoteStore]

        async def work(user_id: str, arguments: dict[str, str]) -> None:
            await notes.append(user_id, "log", [f"begin {arguments['n']}"], call_id=uuid7())
            if behaviour == "hang":
                await asyncio.Event().wait()
            async with database.listen(["go"]) as said:
                async for _, payload in said:
                    if payload == arguments["n"]:
                        break
            await notes.append(user_id, "log", [f"end {arguments['n']}"], call_id=uuid7())

        jobs.register("work", work)
        await jobs.run_worker(concurrency=4, heartbeat_seconds=0.2, stalled_seconds=1.5)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
