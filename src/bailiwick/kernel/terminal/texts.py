"""What the terminal says, in the language of its reader: one file of texts a language, `locales/`."""

import json
import os
from collections.abc import Mapping
from contextvars import Context, ContextVar
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bailiwick.kernel.installed import terminal_texts

if TYPE_CHECKING:
    from bailiwick_router.core.language import Language

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that say the language of messages, the strongest first (POSIX)."""

_PREFERRED: ContextVar["Language | None"] = ContextVar("language that the owner prefers", default=None)


def prefer(chosen: "Language | None") -> None:
    """Speak the language that the owner chose, from here on in this context; None for that of the environment."""
    _PREFERRED.set(chosen)


def preferred_in(context: Context) -> "Language | None":
    """Return what was chosen in a context."""
    return context.get(_PREFERRED)


def language() -> "Language":
    """Return the language of the terminal: what the owner prefers, else by the environment; English by default."""
    preferred = _PREFERRED.get()
    if preferred is not None:
        return preferred
    chosen = next((value for name in LOCALE if (value := os.environ.get(name))), "")
    return "es" if chosen.partition("_")[0].partition(".")[0] == "es" else "en"


@cache
def texts(language: "Language") -> Mapping[str, Mapping[str, str]]:
    """Return all texts of a language, those of plug-ins among them.

    `said` and `heads` by key, `words` of values, `help` as `help_of` finds it, `frame`.
    """
    file = Path(__file__).with_name("locales") / f"{language}.json"
    own = json.loads(file.read_text(encoding="utf-8"))
    for theirs in terminal_texts(language):
        for part, said in theirs.items():
            own[part] = {**said, **own[part]}
    return own


def phrase(key: str, **values: Any) -> str:
    """Return what the terminal says under a key; where there is a form for one, `count` chooses.

    Numbers under `count` are written with their thousands apart.
    """
    said = texts(language())["said"]
    count = values.get("count")
    if isinstance(count, int):
        key = f"{key}_one" if count == 1 and f"{key}_one" in said else key
        values["count"] = grouped(count)
    return said[key].format(**values)


def grouped(number: int) -> str:
    """Return a number with its thousands apart as the language does: 12,000 or 12.000."""
    return f"{number:,}" if language() == "en" else f"{number:,}".replace(",", ".")


def head(name: str) -> str:
    """Return what a column or a line of a table is called; what has no other name, as it is."""
    return texts(language())["heads"].get(name, name)


def word(value: Enum) -> str:
    """Return what a value is called by people; programs get it as it is."""
    return named(type(value).__name__, str(value.value))


def named(kind: str, value: str) -> str:
    """Return what a value of a kind is called by people; one that has no other name, as it is."""
    return texts(language())["words"].get(f"{kind}.{value}", value)


def frame(name: str) -> str:
    """Return a word that stands around the help of every command."""
    return texts(language())["frame"][name]


def help_of(path: str, parameter: str = "") -> str:
    """Return what a command, or with `parameter` (`--option` or `<argument>`) a part of it, is for.

    `path` holds its words, `tasks add`. What is the same for a group, or everywhere, is written once there.
    """
    known = texts(language())["help"]
    if not parameter:
        return known[path or "about the program"]
    words = path.split()
    names = [" ".join([*words[:upto], parameter]) for upto in range(len(words), -1, -1)]
    return next(known[name] for name in names if name in known)
