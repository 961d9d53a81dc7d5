"""Reads a request body as JSON, refusing what only some readers would accept."""

import json
import math
from collections.abc import Sequence
from typing import Any

MAX_DEPTH = 64
MAX_INTEGER = 2**63 - 1


class NotJson(Exception):
    """The body is not acceptable as JSON; the message says where and what to do."""


class BadValue(NotJson):
    """The body is JSON, but `field` holds something that cannot be stored."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_json(body: bytes) -> Any:
    """Return the value that `body` (UTF-8) writes.

    Raises `NotJson` for what is not JSON (also NaN and Infinity), repeats a key, or nests deeper than
    `MAX_DEPTH`; and `BadValue` for NUL characters, lone surrogates and numbers beyond 64 bits.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotJson(f"The body is not UTF-8 at byte {error.start}; encode it as UTF-8.") from None
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_constant, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise NotJson(
            f"The body is not JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise NotJson(f"The body nests deeper than {MAX_DEPTH} levels.") from None
    if found := _offence(value, MAX_DEPTH):
        raise BadValue(written(found[0]), found[1])
    return value


def written(path: Sequence[str | int]) -> str:
    """Return a path as people write it: `agents[0].name`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def unstorable(text: str) -> str | None:
    """Say why `text` cannot be stored, if it cannot."""
    if "\0" in text:
        return "remove the NUL character (U+0000); it cannot be stored."
    try:
        text.encode()
    except UnicodeEncodeError:
        return "half of a surrogate pair is not a character; send whole characters."
    return None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise NotJson(f"The key {key[:60]!a} stands twice in one object; send it once.")
        seen.add(key)
    return members


def _constant(name: str) -> Any:
    raise NotJson(f"{name} is not a JSON number; send a finite number or null.")


def _integer(digits: str) -> int:
    # Digits are counted first because Python takes quadratic time to read a long integer, and refuses one
    # of more than 4,300 digits.
    if len(digits) > 20 or abs(int(digits)) > MAX_INTEGER:
        raise NotJson(f"The number {digits[:24]}… does not fit into 64 bits; send a smaller one.")
    return int(digits)


def _offence(value: Any, depth: int) -> tuple[list[str | int], str] | None:
    """Return the path of the first value that cannot be stored, and what is wrong with it."""
    if isinstance(value, str):
        reason = unstorable(value)
        return ([], reason) if reason else None
    if isinstance(value, float):
        return None if math.isfinite(value) else ([], "send a finite number.")
    if not isinstance(value, (dict, list)):
        return None
    if depth == 0:
        return [], f"this nests deeper than {MAX_DEPTH} levels."
    members: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in members:
        if isinstance(key, str) and (reason := unstorable(key)):
            return [ascii(key[:60])], reason
        if found := _offence(item, depth - 1):
            return [key, *found[0]], found[1]
    return None
