"""How commands print: tables and sentences for people, JSON for programs."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from bailiwick.kernel.terminal.texts import head, language, phrase
from bailiwick_router.core.record import camel

if TYPE_CHECKING:
    from bailiwick.kernel.reasons import Reason

Json = Annotated[bool, typer.Option("--json")]
Home = Annotated[
    Path | None,
    typer.Option("--home", envvar="BAILIWICK_HOME"),
]


def console(*, error: bool = False) -> Console:
    """Return a console for standard output, or for standard error."""
    return Console(stderr=error, highlight=False, emoji=False)  # `openai:m:` names a model


def said(why: "Reason | None", text: str) -> str:
    """Return a reason in the language of the terminal; `text` where there is no code for it."""
    return why.text(language()) if why else text


def told_of(data: Mapping[str, Any], name: str = "reason") -> str:
    """Return the reason that an event carries; the text of that name where there is no code for it."""
    from bailiwick.kernel.reasons import read_reason  # with all sentences; `--help` need not wait for them

    return said(read_reason(data.get("why")), str(data.get(name) or ""))


def yes_or_no(value: bool) -> str:
    """Return whether something is so, in a word."""
    return phrase("output.yes" if value else "output.no")


def as_json(value: Any) -> Any:
    """Return records, enums and times as JSON-ready data with camelCase names."""
    if is_dataclass(value) and not isinstance(value, type):
        return {camel(field.name): as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): as_json(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


def print_json(value: Any, *, error: bool = False) -> None:
    """Print `value` as JSON on standard output, or on standard error."""
    out = sys.stderr if error else sys.stdout
    text = json.dumps(as_json(value), ensure_ascii=False, indent=2 if out.isatty() else None)
    out.write(text.encode("utf-8", "replace").decode() + "\n")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, empty: str) -> None:
    """Print a table, or the sentence `empty` when there are no rows."""
    if not rows:
        console().print(empty)
        return
    made = Table(box=None, header_style="bold", pad_edge=False)
    for number, column in enumerate(columns):
        made.add_column(head(column), no_wrap=number == 0)  # ids are copied whole
    for row in rows:
        made.add_row(*(cell.replace("[", "\\[") for cell in row))
    console().print(made)


def use_home(home: Path | None) -> None:
    """Make `home` the data directory of this process; the settings file in it is read too."""
    if home is not None:
        os.environ["BAILIWICK_HOME"] = str(home.expanduser().resolve())
