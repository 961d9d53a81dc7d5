"""Reads a request body as JSON, refusing what only some readers would accept."""

import json
import math
from collections.abc import Sequence
from typing import Any

from bailiwick.kernel.reasons import Reason, ReasonCode

MAX_DEPTH = 64
MAX_INTEGER = 2**63 - 1


class NotJson(Exception):
    """The body is not acceptable as JSON; the reason says where and what to do."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.text())
        self.why = why


class BadValue(NotJson):
    """The body is JSON, but `field` holds something that cannot be stored."""

    def __init__(self, field: str, why: Reason) -> None:
        super().__init__(why)
        self.field = field


def read_json(body: bytes) -> Any:
    """Return the value that `body` (UTF-8) writes.

    Raises `NotJson` for what is not JSON (also NaN and Infinity), repeats a key, or nests deeper than
    `MAX_DEPTH`; and `BadValue` for NUL characters, lone surrogates and numbers beyond 64 bits.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotJson(Reason.of(ReasonCode.BODY_NO_UTF8, byte=error.start)) from None
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_constant, parse_int=_integer)
    except json.JSONDecodeError as error:
        where = {"problem": error.msg.lower(), "line": error.lineno, "column": error.colno}
        raise NotJson(Reason.of(ReasonCode.BODY_NO_JSON, **where)) from None
    except RecursionError:
        raise NotJson(Reason.of(ReasonCode.BODY_TOO_DEEP, most=MAX_DEPTH)) from None
    if found := _offence(value, MAX_DEPTH):
        raise BadValue(written(found[0]), found[1])
    return value


def written(path: Sequence[str | int]) -> str:
    """Return a path as people write it: `agents[0].name`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def unstorable(text: str) -> Reason | None:
    """Say why `text` cannot be stored, if it cannot."""
    if "\0" in text:
        return Reason.of(ReasonCode.REMOVE_NUL)
    try:
        text.encode()
    except UnicodeEncodeError:
        return Reason.of(ReasonCode.HALF_CHARACTER)
    return None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise NotJson(Reason.of(ReasonCode.KEY_TWICE, key=ascii(key[:60])))
        seen.add(key)
    return members


def _constant(name: str) -> Any:
    raise NotJson(Reason.of(ReasonCode.NO_JSON_NUMBER, name=name))


def _integer(digits: str) -> int:
    # Digits are counted first because Python takes quadratic time to read a long integer, and refuses one
    # of more than 4,300 digits.
    if len(digits) > 20 or abs(int(digits)) > MAX_INTEGER:
        raise NotJson(Reason.of(ReasonCode.NUMBER_BEYOND_64, digits=digits[:24]))
    return int(digits)


def _offence(value: Any, depth: int) -> tuple[list[str | int], Reason] | None:
    """Return the path of the first value that cannot be stored, and what is wrong with it."""
    if isinstance(value, str):
        reason = unstorable(value)
        return ([], reason) if reason else None
    if isinstance(value, float):
        return None if math.isfinite(value) else ([], Reason.of(ReasonCode.SEND_FINITE))
    if not isinstance(value, (dict, list)):
        return None
    if depth == 0:
        return [], Reason.of(ReasonCode.NESTS_TOO_DEEP, most=MAX_DEPTH)
    members: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in members:
        if isinstance(key, str) and (reason := unstorable(key)):
            return [ascii(key[:60])], reason
        if found := _offence(item, depth - 1):
            return [key, *found[0]], found[1]
    return None
