"""The house stands without any one skill: it answers, and nothing is missed but what the skill brought."""

import os
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bailiwick.kernel.installed import Installed, _found, installed, wordings
from support.whole_product import Found, what_is_there

SKILLS = [each for each in installed() if each.ships]


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
    monkeypatch.setattr("bailiwick.kernel.installed._found", _found.__wrapped__)  # not as it was found before
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
