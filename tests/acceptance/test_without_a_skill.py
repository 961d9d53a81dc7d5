"""The house stands without any one skill: it answers, and nothing is missed but what the skill brought."""

import asyncio
import os
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.faces.http import create_app
from bailiwick.kernel.installed import Installed, installed, wordings
from bailiwick.kernel.loaded import Loaded
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.tools import Tools
from support.running import person, running

SKILLS = [each for each in installed() if each.ships]


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
            paths = set(create_app(platform).openapi()["paths"])
            return {*toolbox.tools(), *toolbox.missing}, agents, paths

    return asyncio.run(story())


@pytest.fixture(scope="module")
def database(postgres, database_template):
    """One database for all of these: each product has ended before the next one starts."""
    name = f"skills_{os.getpid()}"
    yield postgres.create(name, template=database_template)
    postgres.drop(name)


@pytest.fixture(scope="module")
def whole(database, tmp_path_factory) -> Found:
    """What is there with everything that ships."""
    return what_is_there(database.owner, tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_without_a_skill_the_product_lacks_just_what_it_brought(
    skill: Installed, whole, database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def without(*, group: str):
        return [each for each in entry_points(group=group) if each.name != skill.name]

    monkeypatch.setattr("bailiwick.kernel.installed.entry_points", without)
    tools, agents, paths = what_is_there(database.owner, tmp_path)
    brought = {name for name in wordings(skill.folder, "es") if "." not in name}
    folder = skill.folder / "agents"
    ids = {file.name.removesuffix(".toml") for file in folder.iterdir()} if folder.is_dir() else set[str]()
    assert brought
    assert (whole[0] - tools, tools - whole[0]) == (brought, set())
    assert (whole[1] - agents, agents - whole[1]) == (ids, set())
    routes = skill.load().routes
    served = {route.path for route in routes().routes} if routes else set[str]()
    assert (whole[2] - paths, paths - whole[2]) == (served, set())
