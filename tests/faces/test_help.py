"""What `--help` says, and what it does not wait for."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from string import Formatter
from typing import Any, get_args

import pytest
from typer.core import TyperArgument
from typer.main import get_command

from bailiwick.faces.cli import build, whole
from bailiwick.kernel.terminal.texts import help_of, texts
from bailiwick_router.core.language import Language
from support.terminal_sources import sources

HEAVY = (
    "anthropic",
    "asyncpg",
    "fastapi",
    "google",
    "httpx",
    "mcp",
    "numpy",
    "openai",
    "procrastinate",
    "psycopg",
    "pydantic",
    "pydantic_ai",
    "rapidfuzz",
    "re2",
    "sympy",
    "uvicorn",
    "uvloop",
    "bailiwick.runs.actions",
    "bailiwick.kernel.settings",
    "bailiwick.kernel.database.pool",
    "bailiwick.opening",
)
PROGRAM = """
import sys
from bailiwick.faces.cli import main
for words in sys.stdin.read().splitlines():
    sys.argv = ["bailiwick", *words.split(), "--help"]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
print("imported:", *sys.modules)
"""


def imported(*asked: str) -> set[str]:
    """Return what is imported by a process after it has said the help of these commands."""
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "100"},
    )
    said, _, modules = found.stdout.rpartition("imported:")
    assert said.count("Usage:") == len(asked)
    return set(modules.split())


def test_the_help_of_no_command_imports_what_only_its_work_needs():
    groups = whole().commands
    inner = [f"{name} {part}" for name, group in groups.items() for part in getattr(group, "commands", {})]
    assert len(inner) > 80
    assert not imported(*groups, *inner).intersection(HEAVY)


def test_the_help_of_the_program_imports_no_command():
    every = imported(" ")
    assert "asyncio" not in every
    own = {name for name in every if name.startswith("bailiwick.")}
    assert not own & {
        "bailiwick.agents.commands",
        "bailiwick.features.swarm.commands",
        "bailiwick.kernel.reasons",
        "bailiwick_router.core.agents",
    }
    features = {name for name in own if name.startswith("bailiwick.features.")}
    assert {name.rpartition(".")[2] for name in features if name.count(".") > 2} == {"feature"}
    assert len(own - features) < 20


def test_the_list_of_commands_says_what_each_command_says_of_itself():
    listed, loaded = get_command(build()), whole()
    assert list(listed.commands) == list(loaded.commands)
    for name, command in loaded.commands.items():
        first = (command.help or "").split("\n\n")[0].replace("\n", " ")
        assert listed.commands[name].help == first, name


def paths(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a command and all below it, each with its words."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from paths(inner, f"{path} {name}".strip())


@pytest.mark.parametrize("language", get_args(Language))
def test_every_command_and_every_part_of_it_is_explained_in_every_language(
    language: Language, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LC_ALL", f"{language}_ES.UTF-8")
    known = texts(language)["help"]
    used = {"--help"}
    for path, command in paths(whole()):
        assert command.help, path
        used.add(path or "about the program")
        for part in command.params:
            name = f"<{part.name}>" if isinstance(part, TyperArgument) else max(part.opts, key=len)
            assert part.help == help_of(path, name), (path, name)
            words = path.split()
            each = [" ".join([*words[:upto], name]) for upto in range(len(words), -1, -1)]
            used.add(next(one for one in each if one in known))
    assert known.keys() - used <= {"--install-completion", "--show-completion"}


def test_both_languages_have_the_same_texts_with_the_same_values():
    english, spanish = texts("en"), texts("es")
    assert english.keys() == spanish.keys()
    for part in english:
        assert english[part].keys() == spanish[part].keys(), part
    for key, text in english["said"].items():
        assert values(text) == values(spanish["said"][key]), key


def values(text: str) -> set[str]:
    """Return the names of the values that a text holds."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_help_is_said_in_the_language_of_the_locale():
    program = "import sys; from bailiwick.faces.cli import main; sys.argv[0] = 'bailiwick'; main()"
    found = subprocess.run(
        [sys.executable, "-c", program, "tasks", "add", "--help"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "100", "LC_ALL": "es_ES.UTF-8"},
    )
    for said in ("Uso: ", "Anota una tarea.", "Opciones", "Argumentos", "[obligatorio]", "Muestra este mensaje"):
        assert said in found.stdout


def written() -> set[str]:
    """Return all texts that stand in the code of the terminal."""
    return {
        each.value
        for file in sources()
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def asked_for(function: str) -> set[str]:
    """Return the texts that the code of the terminal names in the first argument of a function."""
    return {
        each.value
        for file in sources()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function and node.args
        for each in ast.walk(node.args[0])
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value
    }


def test_whatever_the_terminal_says_is_there_and_nothing_else():
    known = {key.removesuffix("_one") for key in texts("en")["said"]}
    asked = asked_for("phrase")
    parts = tuple(each for each in asked if each.endswith((".", "-")))
    assert {each for each in asked if "." in each} - known <= set(parts)
    assert {key for key in known if not key.startswith(parts)} <= written()


def test_every_head_of_a_table_has_a_name():
    assert asked_for("table") | asked_for("head") <= texts("en")["heads"].keys()
