"""Reads an agent file's text into an `Agent`, or says what is wrong where."""

import tomllib
from collections.abc import Callable, Sequence
from typing import Any

from bailiwick.core.agents import ENUM_FIELDS, SEQUENCE_FIELDS, Agent, Origin
from bailiwick.core.budgets import Budget
from bailiwick.core.errors import InvalidInput
from bailiwick.core.needs import Need

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
LARGEST = 2**31 - 1
"""What an integer column holds."""
NOT_FROM_FILES = {"origin", "created_at", "updated_at", "last_used_at", "expires_at"}
"""Fields that the roster sets; a file cannot claim them."""


class _Wrong(Exception):
    """A value cannot be accepted; says why, as the end of the sentence "<field>: …"."""


def parse(text: str, *, name: str, origin: Origin) -> Agent:
    """Return the agent that `text` (TOML, keys as `Agent`'s fields in snake_case) describes.

    `name` is what errors call the text, usually its file name; `origin` is where the agent came from.
    Raises `InvalidInput`, whose message begins with `name` and the field.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{name}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise InvalidInput(f"{name}: not valid TOML: lists or tables are nested too deeply") from error
    values: dict[str, Any] = {}
    for field, value in table.items():
        reader = READERS.get(field) or TOLD.get(field)
        try:
            if reader is None:
                raise _Wrong(
                    "is set by the roster, not by a file" if field in NOT_FROM_FILES else "is not a field of an agent"
                )
            values[field] = reader(value)
        except _Wrong as error:
            raise InvalidInput(f"{name}: {field}: {error}", field=field) from error
    for required in ("id", "name"):
        if required not in values:
            raise InvalidInput(f"{name}: {required}: is missing", field=required)
    return Agent(**{field: value for field, value in values.items() if field not in TOLD}, origin=origin)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Wrong(f"must be a text, not {_kind(value)}")
    if "\0" in value:
        raise _Wrong("must not contain a NUL character")
    return value


def _filled(value: object) -> str:
    text = _text(value)
    if not text.strip():
        raise _Wrong("must not be empty")
    return text


def _id(value: object) -> str:
    text = _filled(value)
    if not ID_CHARACTERS.issuperset(text):
        raise _Wrong(f"may have lower-case letters, digits, - and _ only, not {text!r}")
    return text


def _color(value: object) -> str:
    text = _text(value)
    if len(text) != 7 or text[0] != "#" or not HEX_DIGITS.issuperset(text[1:]):
        raise _Wrong(f"must be a hex colour such as #6B7280, not {text!r}")
    return text


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Wrong(f"must be a list of texts, not {_kind(value)}")
    read: list[str] = []
    for number, item in enumerate(value, start=1):
        try:
            read.append(_filled(item))
        except _Wrong as error:
            raise _Wrong(f"item {number} {error}") from error
    return tuple(read)


def _needs(value: object) -> tuple[str, ...]:
    needs = _texts(value)
    for text in needs:
        try:
            Need.parse(text)
        except InvalidInput as error:
            raise _Wrong(str(error)) from error
    return needs


def _whole(least: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        # bool is an int in Python, but `max_tokens = true` is a mistake.
        if not isinstance(value, int) or isinstance(value, bool):
            raise _Wrong(f"must be a whole number, not {_kind(value)}")
        if not least <= value <= LARGEST:
            raise _Wrong(f"must be from {least} to {LARGEST}, not {value}")
        return value

    return read


def _number(least: float, most: float) -> Callable[[object], float]:
    def read(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _Wrong(f"must be a number, not {_kind(value)}")
        # Written so that NaN, which compares false with everything, is refused too.
        if not least <= value <= most:
            raise _Wrong(f"must be from {least:g} to {most:g}, not {value}")
        return float(value)

    return read


def _one_of(choices: Sequence[str]) -> Callable[[object], str]:
    def read(value: object) -> str:
        text = _text(value)
        if text not in choices:
            raise _Wrong(f"must be one of {', '.join(choices)}, not {text!r}")
        return text

    return read


def _budget(value: object) -> Budget:
    if not isinstance(value, dict):
        raise _Wrong(f"must be a table, not {_kind(value)}")
    caps: dict[str, Any] = {}
    for key, cap in value.items():
        if key not in BUDGET_READERS:
            raise _Wrong(f"{key} is not one of its caps ({', '.join(BUDGET_READERS)})")
        try:
            caps[key] = BUDGET_READERS[key](cap)
        except _Wrong as error:
            raise _Wrong(f"{key} {error}") from error
    return Budget(**caps)


def _kind(value: object) -> str:
    return KINDS.get(type(value), "a date or time")


KINDS: dict[type, str] = {
    bool: "true or false",
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}
BUDGET_READERS: dict[str, Callable[[object], Any]] = {
    "steps": _whole(1),
    "seconds": _number(0.001, 31_536_000),
    "tokens": _whole(1),
    "depth": _whole(0),
    "agents": _whole(0),
}
TOLD: dict[str, Callable[[object], Any]] = {"description_es": _text}
"""What a file says to people only: its description in Spanish. The roster has no such fields."""
READERS: dict[str, Callable[[object], Any]] = {
    "id": _id,
    "name": _filled,
    **dict.fromkeys(("description", "objective", "instructions", "model", "announcement", "icon"), _text),
    "kind": _one_of(["model", "callable"]),
    **{field: _one_of([str(member) for member in enum]) for field, enum in ENUM_FIELDS.items() if field != "origin"},
    **dict.fromkeys(SEQUENCE_FIELDS, _texts),
    "needs": _needs,
    "temperature": _number(0, 2),
    "max_tokens": _whole(1),
    "context_window": _whole(-1),
    "max_iterations": _whole(1),
    "priority": _whole(-LARGEST),
    "color": _color,
    "budget": _budget,
}
