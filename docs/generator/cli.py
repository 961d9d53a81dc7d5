"""The page of commands."""

from collections.abc import Iterator
from enum import EnumType
from pathlib import Path
from textwrap import fill
from typing import Any, get_args

from typer.core import TyperArgument

from bailiwick.faces.cli import whole
from generator.tables import NOTICE, code, table

HEAD = f"""{NOTICE}
# Commands

`bailiwick COMMAND --help` prints the same. Two options are the same everywhere and left out below:

- `--json`, where there is something to print, prints JSON for programs.
- `--home PATH` chooses the data directory; without it `BAILIWICK_HOME`, else the platform's place for user data.

Errors are one sentence on standard error and exit status 1; wrong usage is exit status 2. Where only
time or room is missing (too many of your requests are unfinished, a disk is full) it is exit status 75.
"""
EVERYWHERE = ("--json", "--home", "--install-completion", "--show-completion")
NAMES = {str: "text", int: "whole number", float: "number", Path: "path"}


def page() -> str:
    """Return the page."""
    sections = [_section(name, command) for name, command in commands(whole(), "bailiwick")]
    return "\n".join([HEAD, *sections])


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield every command with its full name, groups before their members."""
    yield name, command
    for part, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{name} {part}")


def _section(name: str, command: Any) -> str:
    arguments = [each for each in command.params if isinstance(each, TyperArgument)]
    options = [each for each in command.params if not isinstance(each, TyperArgument) and not each.hidden]
    shown_options = [each for each in options if each.opts[0] not in EVERYWHERE]
    shown = "".join(f" {each.name.upper()}" if each.required else f" [{each.name.upper()}]" for each in arguments)
    usage = f"{name}{shown}" + (" COMMAND" if getattr(command, "commands", None) else "")
    rows = [(code(each.name.upper()), _type(each), each.help or "") for each in arguments]
    rows += [(_options(each), _type(each), (each.help or "") + _default(each)) for each in shown_options]
    body = table(("argument or option", "type", "meaning"), rows) if rows else ""
    parts = [f"## {name}", _paragraphs(command.help or ""), f"```\n{usage}{' [OPTIONS]' if options else ''}\n```", body]
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraphs(text: str) -> str:
    return "\n\n".join(fill(each, 120) for each in text.split("\n\n"))


def _options(option: Any) -> str:
    return ", ".join(code(each) for each in (*option.opts, *option.secondary_opts))


def _type(parameter: Any) -> str:
    if getattr(parameter, "is_flag", False):
        return "flag"
    annotation = parameter.type_descriptor.annotation
    many = get_args(annotation)
    kind = many[0] if many else annotation
    name = ", ".join(code(each) for each in kind) if isinstance(kind, EnumType) else NAMES.get(kind, str(kind))
    return f"{name}; may be repeated" if many else name


def _default(option: Any) -> str:
    if getattr(option, "is_flag", False) or option.default in (None, (), []):
        return ""
    return f" Default: {code(option.default)}."
