"""The house stands without any one skill: it answers, and nothing is missed but what the skill brought."""

import asyncio
import os
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bailiwick.features.account.store import AccountStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.installed import Installed, _found, installed, wordings
from bailiwick.people.records import UserRole
from bailiwick_skills.notes.store import NoteStore
from support.people import ensure_user
from support.running import running
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


def take_away(monkeypatch: pytest.MonkeyPatch, skill: str) -> None:
    """Have a skill not be installed."""

    def without(*, group: str):
        return [each for each in entry_points(group=group) if each.name != skill]

    monkeypatch.setattr("bailiwick.kernel.installed.entry_points", without)
    monkeypatch.setattr("bailiwick.kernel.installed._found", _found.__wrapped__)  # not as it was found before


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_without_a_skill_the_product_lacks_just_what_it_brought(
    skill: Installed, whole, database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    take_away(monkeypatch, skill.name)
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


def test_what_a_skill_kept_is_there_while_it_is_away_and_when_it_is_back(
    database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    someone = uuid7()

    async def keep() -> None:
        async with running(database.owner, tmp_path) as platform:
            await ensure_user(platform.stores, someone, "Ana", UserRole.MEMBER)
            await platform.stores[NoteStore].append(someone, "Trip", ["tent"], call_id="1")

    async def taken_along() -> bytes:
        async with running(database.owner, tmp_path) as platform:
            exported = platform.stores[AccountStore].everything(someone)
            return b"".join([piece async for name, piece in exported if name == "plugin_notes.notes.jsonl"])

    async def found() -> list[str]:
        async with running(database.owner, tmp_path) as platform:
            return [note.title for note in await platform.stores[NoteStore].list(someone)]

    asyncio.run(keep())
    with monkeypatch.context() as away:
        take_away(away, "notes")
        assert b'"title": "Trip"' in asyncio.run(taken_along())
    assert asyncio.run(found()) == ["Trip"]
