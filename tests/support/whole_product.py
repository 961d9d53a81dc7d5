"""What a product has that has just answered a message."""

import asyncio
from pathlib import Path

from fastapi.routing import APIRoute

from bailiwick.agents.rosters import Rosters
from bailiwick.faces.http import create_app
from bailiwick.kernel.loaded import Loaded
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.tools import Tools
from support.running import person, running

Found = tuple[set[str], set[str], set[str]]


def what_is_there(owner_url: str, home: Path) -> Found:
    """Return the tools, the agents and the paths of the HTTP API of a product that has just answered."""

    async def story() -> Found:
        async with running(owner_url, home) as platform:
            someone = await person(platform)
            done = await someone.ask("Hello, who are you?")
            assert done.status is ExecutionStatus.COMPLETED
            assert done.answer
            assert platform[Loaded].problems == []
            toolbox = await platform[Tools].prepare()
            agents = {agent.id for agent in await platform[Rosters].all(someone.id)}
            # What its OpenAPI has, without the two seconds that a description takes.
            routes = create_app(platform).routes
            paths = {each.path for each in routes if isinstance(each, APIRoute) and each.include_in_schema}
            return {*toolbox.tools(), *toolbox.missing}, agents, paths

    return asyncio.run(story())
