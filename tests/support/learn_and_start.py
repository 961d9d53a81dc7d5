"""A platform that learns while it starts programs: `python learn_and_start.py <owner url> <home>`.

Prints how many programs were started before all was learned.
"""

import asyncio
import random
import sys
from pathlib import Path

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.session import run_async
from bailiwick_router.core.agents import Agent, Role

AGENTS, EXAMPLES = 2, 800


def agents() -> list[Agent]:
    """Return agents whose examples take a few seconds to learn, and great matrices."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghijklmnoprstu", k=6)) for _ in range(3_000)]
    return [
        Agent(
            id=f"agent-{number}",
            name=f"Agent {number}",
            role=Role.CUSTOM,
            examples=[" ".join(chance.choices(words, k=12)) for _ in range(EXAMPLES)],
        )
        for number in range(AGENTS)
    ]


async def main(owner_url: str, home: Path) -> None:
    settings = Settings(home=home, database_url=owner_url, ollama_url="", log_level="error")
    async with open_platform(settings, working=Working.NO) as platform:
        person = (await platform[People].owner()).id
        for agent in agents():
            await platform[Rosters].create(person, agent)
        started = 0
        async with asyncio.TaskGroup() as group:
            learning = group.create_task(platform[Rosters].learned(person))
            while not learning.done():
                process = await asyncio.create_subprocess_exec("true")
                await process.wait()
                started += 1
        assert (await platform[Rosters].choosing(person)).working.classifier is not None
        print(started)


if __name__ == "__main__":
    run_async(main(sys.argv[1], Path(sys.argv[2])))
