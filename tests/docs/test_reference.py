import inspect
import subprocess
import sys
from dataclasses import fields

import pytest
from pydantic import TypeAdapter

from bailiwick.app import all_events, all_settings
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.settings import Settings
from bailiwick.plugins import load_plugins
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.budgets import Budget
from bailiwick_router.core.record import camel
from docs.pages import ROOT


def generate(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run docs/generate.py."""
    script = [sys.executable, str(ROOT / "docs" / "generate.py"), *arguments]
    return subprocess.run(script, capture_output=True, text=True, cwd=ROOT)


def test_the_reference_and_the_shown_examples_are_what_the_code_says():
    done = generate("--check")
    assert done.returncode == 0, f"run `python docs/generate.py`\n{done.stdout}{done.stderr}"


EVERY = (Settings, *all_settings(), *load_plugins().settings)
OPTIONS = {name: field for each in EVERY for name, field in each.model_fields.items()}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_setting_is_described_in_a_sentence(name: str):
    description = OPTIONS[name].description
    assert description
    assert description.endswith(".")
    assert f"`BAILIWICK_{name.upper()}`" in (ROOT / "docs" / "reference" / "settings.md").read_text()


@pytest.mark.parametrize("event", all_events(), ids=lambda event: event.wire)
def test_every_event_is_described_in_a_sentence(event: type[Event]):
    assert event.__doc__
    assert inspect.cleandoc(event.__doc__).endswith(".")
    assert not event.__doc__.startswith(event.__name__), "a dataclass without a docstring gets its signature as one"


def test_every_event_class_is_listed():
    # Names, because a dataclass with slots is a second class beside the one that was written.
    written = {each.__name__ for each in Event.__subclasses__() if each.__module__.startswith("bailiwick.")}
    assert {event.__name__ for event in all_events()} == written
    assert len({event.wire for event in all_events()}) == len(all_events())


@pytest.mark.parametrize("record", [Agent, Budget, *all_events()], ids=lambda record: record.__name__)
def test_every_field_that_the_reference_shows_is_described(record: type):
    properties = TypeAdapter(record).json_schema(by_alias=True).get("properties", {})
    undescribed = [field.name for field in fields(record) if not properties[camel(field.name)].get("description")]
    assert undescribed == []
