"""Shopify's search syntax, as far as the product uses it; a field that the test's things do not have is refused."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

PIECE = re.compile(r"""\s*(\(|\)|AND\b|OR\b|-?(?:\w+:)?(?:<=|>=|<|>)?(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s()"']+))""")
Test = Callable[[Mapping[str, Any]], bool]


def search(text: str | None) -> Test:
    """Return what tells whether a thing is found; things are mappings of field to value, `words` among them."""
    if not text:
        return lambda thing: True
    pieces, at = [], 0
    while text[at:].strip():
        found = PIECE.match(text, at)
        assert found, f"cannot read the search {text!r}"
        pieces.append(found[1])
        at = found.end()
    test, rest = _either(pieces)
    assert not rest, f"unbalanced search {text!r}"
    return test


def _either(pieces: list[str]) -> tuple[Test, list[str]]:
    one, rest = _all(pieces)
    if rest and rest[0] == "OR":
        other, rest = _either(rest[1:])
        return (lambda thing: one(thing) or other(thing)), rest
    return one, rest


def _all(pieces: list[str]) -> tuple[Test, list[str]]:
    one, rest = _term(pieces)
    while rest and rest[0] not in ("OR", ")"):
        other, rest = _term(rest[1:] if rest[0] == "AND" else rest)
        one = (lambda a, b: lambda thing: a(thing) and b(thing))(one, other)
    return one, rest


def _term(pieces: list[str]) -> tuple[Test, list[str]]:
    piece, rest = pieces[0], pieces[1:]
    if piece == "(":
        inner, rest = _either(rest)
        assert rest[:1] == [")"], "a bracket is not closed"
        return inner, rest[1:]
    found = re.fullmatch(r"""(?:(\w+):)?(<=|>=|<|>)?(.*)""", piece, re.DOTALL)
    assert found
    field, sign, value = found.groups()
    if value[:1] in "\"'":
        value = re.sub(r"\\(.)", r"\1", value[1:-1])
    return (lambda thing: _fits(thing, field or "words", sign or "", value)), rest


def _fits(thing: Mapping[str, Any], field: str, sign: str, value: str) -> bool:
    held = thing[field]
    if isinstance(held, datetime):
        wanted = datetime.fromisoformat(value)
        return {"<": held < wanted, "<=": held <= wanted, ">": held > wanted, ">=": held >= wanted}[sign]
    if isinstance(held, int):
        number = int(value)
        order = {"<": held < number, "<=": held <= number, ">": held > number, ">=": held >= number}
        return order[sign] if sign else held == number
    assert not sign, f"{field} has no order"
    if field != "words":
        return str(held).lower().lstrip("#") == value.lower().lstrip("#")
    words = re.findall(r"\w+", held.lower())
    if value.endswith("*"):
        return any(word.startswith(value[:-1].lower()) for word in words)
    return " ".join(re.findall(r"\w+", value.lower())) in " ".join(words)
