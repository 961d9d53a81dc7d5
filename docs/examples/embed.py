"""The whole platform inside a program of your own: durable, with journal and database, without a server."""

import asyncio

from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.runs.actions import Executions, Submission


async def main() -> None:
    async with open_platform(Settings(model="offline", log_level="error")) as platform:
        owner = await platform[People].owner()
        execution = await platform[Executions].submit(owner.id, Submission(message="Add milk to my shopping list"))
        done = await platform[Executions].wait(owner.id, execution.id, timeout=30)
        print(done.status, done.agent_id)
        print([step.key for step in done.steps])


if __name__ == "__main__":
    asyncio.run(main())
