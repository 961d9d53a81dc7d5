import re  # noqa: TID251  (own fixed patterns)
from functools import cache
from typing import Any

import pytest
import yaml
from fastapi.routing import APIRoute

from bailiwick.faces.cli import whole
from bailiwick.faces.http import routers
from bailiwick.plugins import load_plugins
from docs.pages import ROOT, Command, commands, pages

COMMANDS = [command for page in pages() for command in commands(page)]
OWN = [command for command in COMMANDS if command.words[0].rpartition("/")[2] == "bailiwick"]
MAKE = [command for command in COMMANDS if command.words[0] == "make"]
CURL = [command for command in COMMANDS if command.words[0] == "curl"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@cache
def program() -> Any:
    """All commands, made once."""
    return whole()


def parse(words: list[str]) -> None:
    """Read a command line as the program does, without running it. Raises its usage error."""
    command = program()
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if words and not words[0].startswith("-"):
        assert not getattr(command, "commands", None), f"there is no command {words[0]}"
    command.make_context("bailiwick", words)


def test_pages_show_commands_to_check():
    assert len(OWN) > 30
    assert MAKE
    assert CURL


@pytest.mark.parametrize("command", OWN, ids=str)
def test_a_command_that_pages_show_exists_with_its_options(command: Command):
    parse(list(command.words[1:]))


@pytest.mark.parametrize("words", [["nothing"], ["ask"], ["route", "x", "--nothing"], ["agents", "nothing"]], ids=str)
def test_a_command_that_does_not_exist_would_be_noticed(words: list[str]):
    with pytest.raises(Exception, match=r"(?i)no such|missing|there is no command"):
        parse(words)


@pytest.mark.parametrize("command", MAKE, ids=str)
def test_a_make_verb_that_pages_show_exists(command: Command):
    for verb in command.words[1:]:
        assert re.search(rf"^{re.escape(verb)}:", MAKEFILE, re.MULTILINE), verb


@pytest.mark.parametrize("command", CURL, ids=str)
def test_an_address_that_pages_show_is_an_endpoint(command: Command):
    words = command.words
    method = words[words.index("-X") + 1] if "-X" in words else "POST" if "-d" in words else "GET"
    address = next(word for word in words[1:] if "/api/" in word)
    path = "/api/" + address.partition("/api/")[2].partition("?")[0]
    routes = [
        route for router in routers(load_plugins().routes) for route in router.routes if isinstance(route, APIRoute)
    ]
    matching = [route for route in routes if method in route.methods and route.path_regex.match(path)]
    assert matching, f"{method} {path}"


def test_pre_commit_runs_the_tools_of_make_check_on_the_same_folders():
    recipe = MAKEFILE.partition("\ncheck:")[2].partition("\n\n")[0]
    tools = set(re.findall(r"\$\(BIN\)/([\w-]+)", recipe))
    configuration = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repository in configuration["repos"] for hook in repository["hooks"]]
    assert tools == {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in hooks}
    folders = {hook["files"] for hook in hooks if hook["id"].startswith("ruff")}
    assert folders == {f"^({'|'.join(re.findall(r'src.*', recipe)[0].split())})/"}
