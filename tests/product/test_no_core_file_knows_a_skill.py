"""No file of the product names what a skill brings: its code, endpoints, tables, settings, tools or agents."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bailiwick
from bailiwick.kernel.installed import Installed, installed, wordings

PRODUCT = Path(bailiwick.__file__).parent
HISTORY, WEB_APP = PRODUCT / "kernel" / "database" / "migrations", PRODUCT / "web"
SKILLS = [each for each in installed() if each.ships]
EXAMPLES = ("http.py", "fields.py")
"""How files end whose texts show what a request may look like."""
GIVES_TOOLS = PRODUCT / "features" / "swarm" / "templates.py"
"""Teams that name the tools of their members, as agents do in their TOML files; one that is not there is left out."""

OTHER_THINGS = {("features/mcp/store.py", "notes")}
"""Where a text is the name of something else: here of a column."""


def files(*endings: str) -> Iterator[Path]:
    """Yield the files of the product, without its history and the build of the web app."""
    for path in PRODUCT.rglob("*"):
        if path.suffix in endings and not path.is_relative_to(HISTORY) and not path.is_relative_to(WEB_APP):
            yield path


def addresses(skill: Installed) -> set[str]:
    """Return where a skill is reached: its package, endpoints, tables, services and their settings."""
    plugin = skill.load()
    routes = plugin.routes().routes if plugin.routes else ()
    endpoints = {"/".join(route.path.split("/")[:3]) for route in routes}
    services = {said for each in plugin.services for said in (each.setting, each.default) if said}
    return {skill.entry.module.rpartition(".")[0], f"plugin_{skill.name}", *endpoints, *services}


def names(skill: Installed) -> set[str]:
    """Return the tools and the agents of a skill."""
    folder = skill.folder / "agents"
    agents = {file.name.removesuffix(".toml") for file in folder.iterdir()} if folder.is_dir() else set[str]()
    return agents | {name for name in wordings(skill.folder, "es") if "." not in name}


def texts(path: Path) -> set[str]:
    """Return the constant texts of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_no_file_names_where_a_skill_is_reached(skill: Installed):
    wanted = addresses(skill)
    found = {
        (str(path.relative_to(PRODUCT)), each)
        for path in files(".py", ".sql", ".toml", ".json")
        for each in wanted
        if each in path.read_text(encoding="utf-8")
    }
    assert found == set()


def test_no_module_decides_by_the_name_of_a_tool_or_an_agent_of_a_skill():
    wanted = {name for skill in SKILLS for name in names(skill)}
    found = {
        (str(path.relative_to(PRODUCT)), text)
        for path in files(".py")
        if not path.name.endswith(EXAMPLES) and path != GIVES_TOOLS
        for text in texts(path) & wanted
    }
    assert found == OTHER_THINGS


def test_no_query_names_a_tool_of_a_skill():
    quoted = {f"'{name}'" for skill in SKILLS for name in names(skill)}
    found = {
        (str(path.relative_to(PRODUCT)), each)
        for path in files(".sql")
        for each in quoted
        if each in path.read_text(encoding="utf-8")
    }
    assert found == set()
