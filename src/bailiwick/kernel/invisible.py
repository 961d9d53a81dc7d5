"""Characters that are not visible: they carry orders to models, and turn what a person reads into something else."""

import unicodedata
from collections.abc import Mapping
from typing import Any, cast

JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners, which scripts and emoji need between two of their characters."""
LINES = {"\t": "\t", "\n": "\n", "\r": "\r", "\x0b": "\n", "\x0c": "\n", "\x85": "\n"}
"""Control characters that stand for white space, and what is left of them."""
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that draw nothing."""
VISIBLE = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Format characters that are drawn: Arabic, Syriac and Kaithi signs of numbers."""
MARKS = frozenset(chr(code) for code in (0x034F, *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)))
"""What Python holds for printable and is not always drawn: the grapheme joiner, variation selectors."""


def without_invisible(text: str) -> str:
    """Return a text without characters that are not drawn: of direction, tags, zero width, control codes.

    Joiners stay between characters of scripts and emoji, one variation selector stays behind a character. What has
    none of these is returned as it is.
    """
    if text.replace("\n", "").isprintable() and MARKS.isdisjoint(text):
        return text
    kept: list[str] = []
    for place, character in enumerate(text):
        if character in LINES:
            kept.append(LINES[character])
        elif character in JOINERS:
            if _joins(text[place - 1] if place else "", text[place + 1 : place + 2]):
                kept.append(character)
        elif _selects(character):
            if kept and not _selects(kept[-1]) and not kept[-1].isspace():
                kept.append(character)
        elif not _is_invisible(character):
            kept.append(character)
    return "".join(kept)


def shown(text: str) -> str:
    r"""Return a text in which every invisible character is written out, e.g. `\u202e`.

    So are odd spaces and what breaks or overwrites a line, all as in the web app; line feeds, tabs and what joins the
    parts of one picture stay.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode()
        if _hides(character, text[max(place - 1, 0) : place], text[place + 1 : place + 2])
        else character
        for place, character in enumerate(text)
    )


def json_without_invisible(value: Any) -> Any:
    """Return a JSON value with all its texts, keys included, without invisible characters; others stay as they are."""
    if isinstance(value, str):
        return without_invisible(value)
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {json_without_invisible(key): json_without_invisible(item) for key, item in items}
    if isinstance(value, list):
        return [json_without_invisible(item) for item in cast("list[Any]", value)]
    return value


def _hides(character: str, before: str, after: str) -> bool:
    """Whether a person would not see a character for what it is."""
    if character in "\t\n" or (character == "\r" and after == "\n"):
        return False
    if character == "\u200d":
        return not (_is_picture(after) and (_is_picture(before) or before == "\ufe0f" or _is_skin(before)))
    if _is_invisible(character) or character in FILLERS:
        return True
    return character != " " and unicodedata.category(character) in ("Cs", "Co", "Zl", "Zp", "Zs")


def _is_picture(character: str) -> bool:
    return character != "" and unicodedata.category(character) in ("So", "Sm")


def _is_skin(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_invisible(character: str) -> bool:
    if character == "\u034f" or "\U000e0000" <= character <= "\U000e0fff":
        return True
    return unicodedata.category(character) in ("Cc", "Cf") and character not in VISIBLE


def _joins(before: str, after: str) -> bool:
    """Whether a joiner between these two can change how they are drawn."""
    return all(each and not each.isascii() and not each.isspace() and not _hidden(each) for each in (before, after))


def _hidden(character: str) -> bool:
    return character in JOINERS or _is_invisible(character)


def _selects(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
