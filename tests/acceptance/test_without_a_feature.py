"""The house stands without any one feature that can be left out: it answers, and lacks just what the feature has."""

import os
from pathlib import Path

import pytest

from bailiwick import app
from bailiwick.faces.commands import COMMANDS
from bailiwick.kernel.feature import Feature
from support.whole_product import Found, what_is_there

NEEDED = {"conversations", "routing", "installation", "credentials", "approvals", "documents"}
OPTIONAL = [each for each in app.FEATURES if each.name not in NEEDED]


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


@pytest.mark.parametrize("feature", OPTIONAL, ids=lambda feature: feature.name)
def test_without_a_feature_the_product_lacks_just_what_it_has(
    feature: Feature, whole, database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(app, "FEATURES", tuple(each for each in app.FEATURES if each is not feature))
    tools, agents, paths = what_is_there(database.owner, tmp_path)
    served = {route.path for router in feature.routers for route in feature.load(router).routes}
    assert (whole[2] - paths, paths - whole[2]) == (served, set())
    assert tools <= whole[0]
    assert bool(whole[0] - tools) == bool(feature.tools)
    assert agents == whole[1]


def test_every_place_that_a_feature_names_is_there():
    for each in app.FEATURES:
        for place in (*each.routers, *each.commands.values(), each.tools, each.opens):
            assert not place or each.load(place) is not None
        assert all(COMMANDS[name] == each.where(place) for name, place in each.commands.items())
