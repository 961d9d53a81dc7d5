"""Values that people see have a name in every language, and no command prints one as programs get it."""

import ast
import importlib
import pkgutil
from enum import Enum
from typing import get_args

import pytest

import bailiwick
import bailiwick_router.core
from bailiwick.kernel.terminal.texts import named, texts, word
from bailiwick.kernel.work import Priority
from bailiwick_router.core.language import Language
from support.terminal_sources import sources

FIELDS = {"status", "priority", "role", "origin", "state", "activity", "transport", "kind", "stage", "mode", "woken_by"}
"""Fields that hold such a value."""


def enums() -> dict[str, list[type[Enum]]]:
    """Return the classes of values of the core, by name."""
    found: dict[str, list[type[Enum]]] = {}
    own = [
        each for each in pkgutil.walk_packages(bailiwick.__path__, "bailiwick.") if not each.name.endswith("__main__")
    ]
    for module in (*own, *pkgutil.walk_packages(bailiwick_router.core.__path__, "bailiwick_router.core.")):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, type) and issubclass(value, Enum) and value.__module__ == module.name:
                found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("language", get_args(Language))
def test_a_kind_of_value_that_has_names_has_one_for_each_of_its_values(language: Language):
    known = texts(language)["words"]
    kinds = {key.partition(".")[0] for key in known}
    classes = enums()
    assert {"TaskStatus", "Priority", "Role", "ScheduleStatus", "ExecutionStatus"} <= kinds & classes.keys()
    for kind in kinds & classes.keys():
        names = {key.partition(".")[2] for key in known if key.startswith(f"{kind}.")}
        assert any({str(each.value) for each in one} == names for one in classes[kind]), kind


def test_a_value_is_said_in_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", "es")
    assert (word(Priority.MEDIUM), named("Priority", "medium"), named("Priority", "of tomorrow")) == (
        "media",
        "media",
        "of tomorrow",
    )


def test_no_command_prints_a_value_as_programs_get_it():
    raw: list[str] = []
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            shown: list[ast.expr] = []
            if isinstance(node, ast.FormattedValue):
                shown = [node.value]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
                shown = node.args
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("table", "phrase"):
                rows = [each for argument in node.args for each in ast.walk(argument) if isinstance(each, ast.Tuple)]
                shown = [each for row in rows for each in row.elts] + [each.value for each in node.keywords]
            raw += [f"{file.name}:{each.lineno}" for each in shown if _is_raw(each)]
    assert raw == []


def _is_raw(shown: ast.expr) -> bool:
    return isinstance(shown, ast.Attribute) and shown.attr in FIELDS
