"""What the recognisers share in reading a request, whose spelling is kept for what they read out of it."""

import unicodedata
from collections.abc import Iterable, Mapping

import re2

Pattern = re2._Regexp  # pyright: ignore[reportPrivateUsage]  the library names the type of its patterns no other way


HEAD = re2.compile(
    r"(?:[\s¿¡,.;:!]|\b(?:please|por favor|hey|hi|hello|hola|ok|okay|oye|so|then|pues|now|quickly|kindly"
    r"|(?:can|could|would|will) (?:you|u)|i(?:'d| would) like (?:you )?to"
    r"|i (?:want|need) (?:you )?to"
    r"|me (?:puedes|puede|podrias|podria)|puedes|puede|podrias|podria|quiero que|necesito que|quiero|necesito"
    r"|help me|ayudame a|tell me|dime|let me know|do you know|know|find out|remind me(?: of)?|sabes|saber|quisiera)\b)+"
)
TAIL = re2.compile(
    r"(?:(?:[\s?!.,;:]+|\b)(?:please|por favor|porfa|thanks|thank you|thx|gracias|for me|para mi))*"
    r"[\s?!.,;:]*$"
)


def fold(text: str) -> str:
    """Return `text` in lower case without diacritics, character for character, so that offsets agree.

    `text` must be in NFC, else a letter and its mark are two characters.
    """
    return "".join(map(_fold_character, text))


def _fold_character(character: str) -> str:
    if character in "’‘`´":
        return "'"
    if character.isspace():
        return " "
    if "\ud800" <= character <= "\udfff":  # half a character, which the pattern library cannot take
        return "\N{REPLACEMENT CHARACTER}"
    return unicodedata.normalize("NFD", character)[0].lower()[0]


def plain(text: str) -> str:
    """Return `text` folded, with single spaces; for comparing names."""
    return " ".join(fold(unicodedata.normalize("NFC", text)).split())


def core_of(text: str) -> str:
    """Return what is asked, without greeting, courtesies and closing marks; in NFC, spelling kept."""
    text = unicodedata.normalize("NFC", text).strip()
    folded = fold(text)
    head = HEAD.match(folded)
    start = head.end() if head else 0
    tail = TAIL.search(folded, start)
    return text[start : tail.start() if tail else len(text)].strip()


def read(patterns: Iterable[Pattern], text: str) -> Mapping[str, str] | None:
    """Return the named groups of the first pattern that fits the whole of `text`, in the original spelling.

    Patterns are matched against the folded text. Nothing if none fits.
    """
    folded = fold(text)
    for pattern in patterns:
        found = pattern.fullmatch(folded)
        if found:
            return {
                name: text[slice(*found.span(group))].strip()
                for name, group in pattern.groupindex.items()
                if found.group(group) is not None
            }
    return None


def joined(items: Iterable[str], conjunction: str) -> str:
    """Return `a, b <conjunction> c`."""
    *most, last = items
    return f"{', '.join(most)} {conjunction} {last}" if most else last
