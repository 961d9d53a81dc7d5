"""Texts as PostgreSQL can keep them: what it refuses is replaced, never allowed to end a run."""

import json
import math
import unicodedata
from collections.abc import Mapping
from typing import Any

from bailiwick_router.core.record import Record, values_of

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
LARGEST_INTEGER_BITS = 10_000
"""Beyond it Python refuses to write an integer in decimal."""


def clean_text(text: str) -> str:
    """Return `text` with NUL characters and lone surrogates replaced by U+FFFD; surrogate pairs are joined."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", REPLACEMENT)


def clean_json(value: Any) -> Any:
    """Return `value` as JSON that PostgreSQL keeps, in the order it was given.

    Texts are cleaned, keys become texts, infinite and undefined numbers become their names, integers too
    long to write become hexadecimal, tuples become lists, records their fields; anything else that is not JSON becomes
    its text.
    """
    match value:
        case None | bool():
            return value
        case str():
            return clean_text(str(value))
        case int():
            return int(value) if value.bit_length() <= LARGEST_INTEGER_BITS else f"{value:#x}"
        case float():
            return value if math.isfinite(value) else str(value)
        case Mapping():
            return {clean_text(str(key)): clean_json(item) for key, item in value.items()}
        case Record():
            return clean_json(values_of(value))
        case list() | tuple() | set() | frozenset():
            return [clean_json(item) for item in value]
        case _:
            return clean_text(str(value))


def as_json(value: Any) -> str:
    """Write `value`, cleaned, as JSON text, also for a column of type json."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_written)
        text.encode()
    except (TypeError, ValueError):  # also an UnicodeEncodeError
        pass
    else:
        if "\\u0000" not in text:  # as NUL is written
            return text
    return json.dumps(clean_json(value), ensure_ascii=False, separators=(",", ":"))


def _written(value: Any) -> Any:
    if isinstance(value, Record):
        return values_of(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def same_title(title: str) -> str:
    """Return the form in which two titles are the same: without case, diacritics and surplus spaces."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", title).casefold())
    return " ".join("".join(c for c in folded if not unicodedata.combining(c)).split())
