"""The web app knows no skill: what one shows, it brings itself, by the contract that every plug-in has."""

import json
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Iterator
from pathlib import Path

import pytest

from bailiwick.kernel.installed import Installed, installed, wordings
from bailiwick.kernel.loaded import PluginPage
from docs.pages import ROOT

SKILLS = [each for each in installed() if each.ships]
SOURCES = ROOT / "ui" / "src"
GENERATED = (SOURCES / "client", SOURCES / "generated")
"""Made from the API and from what the server says, of which skills are a part."""
OTHERWISE = {
    "calculator": "an icon",
    "coins": "an icon, of what costs money",
    "fetch": "what browsers do",
    "facts": "events, and what the memory holds of a thing",
    "mail": "what residents of a swarm write one another",
    "maths": "formulas in what agents write",
    "notes": "remarks, and an icon of music",
    "npm": "the registry whose packages scripts in the sandbox may import",
    "snow": "an example of a message",
    "time": "the hour",
    "web": "the web app itself",
    "webSearch": "what the names of two credentials are good for, which the page of credentials offers",
}
"""Names of skills and tools that are words of the app too."""


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the sources of the web app; tests may have any example."""
    for path in sorted(SOURCES.rglob("*")):
        written = path.suffix in {".ts", ".tsx", ".css", ".json"} and ".test." not in path.name
        if written and not any(path.is_relative_to(folder) for folder in GENERATED):
            yield path.relative_to(SOURCES), path.read_text("utf-8")


def words_of(skill: Installed) -> set[str]:
    """Return what only who knows the skill would write: its names, its addresses, its tools."""
    folder = skill.entry.module.split(".")[-2]
    routes = skill.load().routes
    addresses = {"/".join(route.path.split("/")[:3]) for route in routes().routes} if routes else set[str]()
    tools = {name for name in wordings(skill.folder, "es") if "." not in name}
    return {*addresses, f"/plugins/{skill.name}", *({skill.name, folder, *tools} - OTHERWISE.keys())}


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_no_source_of_the_web_app_names_a_skill(skill: Installed):
    words = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words_of(skill)), re.IGNORECASE)
    assert [f"{path}: {found[0]}" for path, text in sources() for found in words.finditer(text)] == []


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_a_page_of_a_skill_says_the_same_in_each_language(skill: Installed):
    page: PluginPage | None = skill.load().page
    if page is not None:
        assert page.titles.keys() == {"en", "es"}
        assert page.about.keys() in (set(), {"en", "es"})
        texts = [
            keys_of(json.loads((skill.folder / "locales" / f"page.{language}.json").read_text("utf-8")))
            for language in page.titles
        ]
        assert texts[0] == texts[1]


def keys_of(texts: dict) -> set[str]:
    """Return the dotted keys of nested texts."""
    found = set[str]()
    for key, value in texts.items():
        found |= {f"{key}.{inner}" for inner in keys_of(value)} if isinstance(value, dict) else {key}
    return found
