"""Durable runs as DBOS has them, a workflow of three steps; runs in an environment of its own.

Its one argument is the address of a database that is its own.
"""

import asyncio
import sys

from dbos import DBOS

from bench.runs_asked import ANSWER, MESSAGE, answer


@DBOS.step()
async def accept(message: str) -> str:
    return message


@DBOS.step()
async def model(message: str) -> str:
    return ANSWER


@DBOS.step()
async def finish(text: str) -> str:
    return text


@DBOS.workflow()
async def carry_out(message: str) -> str:
    return await finish(await model(await accept(message)))


async def main() -> None:
    DBOS(config={"name": "bench", "system_database_url": sys.argv[1], "log_level": "ERROR"})
    DBOS.launch()

    async def run(lane: int) -> None:
        handle = await DBOS.start_workflow_async(carry_out, MESSAGE)
        assert await handle.get_result() == ANSWER

    await answer(run)
    DBOS.destroy()


if __name__ == "__main__":
    asyncio.run(main())
