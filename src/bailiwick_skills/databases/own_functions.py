"""Functions of SQLite made anew, since SQLite's own take hours for one large value and cannot be interrupted in one.

They return what SQLite's do: NULL for NULL, places in blobs by bytes, numbers as text.
"""

from collections.abc import Callable
from math import isfinite, isinf

Value = str | bytes | int | float | None
LONGEST = 1 << 20
"""Characters of what comes out, which SQLite counts in bytes afterwards."""


def instr(text: Value, part: Value) -> int | None:
    """Return where a part begins, from 1; 0 where it is not in there."""
    if text is None or part is None:
        return None
    if isinstance(text, bytes) and isinstance(part, bytes):
        return text.find(part) + 1
    return _text(text).find(_text(part)) + 1


def replace(text: Value, old: Value, new: Value) -> Value:
    """Return a text with each `old` in it replaced. Raises `OverflowError` where that grows too large."""
    if text is None or old is None:
        return None
    whole, part = _text(text), _text(old)
    if not part:
        return whole if isinstance(text, bytes) else text
    if new is None:
        return None
    other = _text(new)
    if len(whole) + whole.count(part) * (len(other) - len(part)) > LONGEST:
        raise OverflowError
    return whole.replace(part, other)


def trim(text: Value, signs: Value) -> str | None:
    """Return a text without these signs at its beginning and end."""
    return rtrim(ltrim(text, signs), signs)


def ltrim(text: Value, signs: Value) -> str | None:
    """Return a text without these signs at its beginning."""
    if text is None or signs is None:
        return None
    whole, without = _text(text), frozenset(_text(signs))
    return whole[next((at for at, sign in enumerate(whole) if sign not in without), len(whole)) :]


def rtrim(text: Value, signs: Value) -> str | None:
    """Return a text without these signs at its end."""
    if text is None or signs is None:
        return None
    whole, without = _text(text), frozenset(_text(signs))
    return whole[: next((at for at in range(len(whole), 0, -1) if whole[at - 1] not in without), 0)]


OWN_FUNCTIONS: tuple[tuple[str, int, Callable[..., Value]], ...] = (
    ("instr", 2, instr),
    ("replace", 3, replace),
    ("trim", 2, trim),
    ("ltrim", 2, ltrim),
    ("rtrim", 2, rtrim),
)
"""Name, count of arguments, and the function."""


def _text(value: str | bytes | float) -> str:
    """Return a value as SQLite writes it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if not isinstance(value, float):
        return str(value)
    if not isfinite(value):
        return ("-" if value < 0 else "") + "Inf" if isinf(value) else ""
    digits, sign, power = f"{value:.15g}".partition("e")
    return (digits if "." in digits else f"{digits}.0") + sign + power
