"""The house stands without any one feature that can be left out: it answers, and lacks just what the feature has."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from bailiwick import app
from bailiwick.faces.commands import COMMANDS
from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.records import Action, ActionType, ScheduleDraft, Times
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.feature import Feature
from bailiwick.kernel.settings import Settings
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import MissingTool, Tool
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.web.services import services_of
from support.running import person, running
from support.whole_product import Found, what_is_there

OPTIONAL = [each for each in app.FEATURES if not each.needed]


@pytest.fixture(scope="module")
def database(postgres, database_template):
    """One database for all of these: each product has ended before the next one starts."""
    name = f"features_{os.getpid()}"
    yield postgres.create(name, template=database_template)
    postgres.drop(name)


@pytest.fixture(scope="module")
def whole(database, tmp_path_factory) -> Found:
    """What is there with every feature."""
    return what_is_there(database.owner, tmp_path_factory.mktemp("whole"))


def tools_of(feature: Feature, home: Path) -> list[Tool | MissingTool]:
    """Return the tools of a feature, made without a database."""
    settings = Settings(home=home)
    nothing: Any = None
    equipment = ToolEquipment(
        database=nothing,
        credentials=nothing,
        stores=Stores(nothing),
        sandbox=BubblewrapSandbox(settings),
        web=PublicWeb(services_of(settings, ())),
        library=nothing,
        platform=nothing,
        agents=nothing,
        settings=settings,
    )
    return feature.load(feature.tools)(equipment) if feature.tools else []


@pytest.mark.parametrize("feature", OPTIONAL, ids=lambda feature: feature.name)
def test_without_a_feature_the_product_lacks_just_what_it_has(
    feature: Feature, whole, database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(app, "FEATURES", tuple(each for each in app.FEATURES if each is not feature))
    tools, agents, paths = what_is_there(database.owner, tmp_path)
    served = {route.path for router in feature.routers for route in feature.load(router).routes}
    assert (whole[2] - paths, paths - whole[2]) == (served, set())
    brought = {tool.name if isinstance(tool, MissingTool) else tool.spec.name for tool in tools_of(feature, tmp_path)}
    assert (whole[0] - tools, tools - whole[0]) == (brought, set())
    assert agents == whole[1]


@pytest.mark.parametrize("feature", OPTIONAL, ids=lambda feature: feature.name)
def test_without_a_feature_just_its_events_cannot_happen(feature: Feature, monkeypatch: pytest.MonkeyPatch):
    whole = set(app.all_events())
    monkeypatch.setattr(app, "FEATURES", tuple(each for each in app.FEATURES if each is not feature))
    own = {event for event in whole if event.__module__ == feature.where("events")}
    assert whole - set(app.all_events()) == own
    assert bool(own) is bool(feature.events)


def test_every_place_that_a_feature_names_is_there():
    for each in app.FEATURES:
        for place in (
            *each.routers,
            *each.commands.values(),
            each.tools,
            each.reasons,
            each.settings,
            each.retention,
            each.groupable,
            each.opens,
        ):
            assert not place or each.load(place) is not None
        assert all(COMMANDS[name] == each.where(place) for name, place in each.commands.items())


def test_without_tasks_a_schedule_that_would_start_one_is_refused_with_what_to_do(
    database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(app, "FEATURES", tuple(each for each in app.FEATURES if each.name != "tasks"))

    async def story() -> None:
        async with running(database.owner, tmp_path) as platform:
            someone = await person(platform)
            action = Action(type=ActionType.TASK, title="Water the plants")
            draft = ScheduleDraft(name="Plants", times=Times(every_seconds=3600), action=action)
            with pytest.raises(InvalidInput, match="send a message instead"):
                await platform[Schedules].create(someone.id, draft)

    asyncio.run(story())
