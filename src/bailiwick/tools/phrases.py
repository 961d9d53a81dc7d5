"""What the recognisers share in reading a request, whose spelling is kept for what they read out of it."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import re2

Pattern = re2._Regexp  # pyright: ignore[reportPrivateUsage]  the library names the type of its patterns no other way

STOPS = " .,;:!?¡¿\"'“”«»"
"""Marks around what is said."""
MAX_YES = 60
"""Longest message that is read as a yes, in characters."""

HEAD = re2.compile(
    r"(?:[\s¿¡,.;:!]|\b(?:please|por favor|hey|hi|hello|hola|ok|okay|oye|so|then|pues|now|quickly|kindly"
    r"|(?:can|could|would|will) (?:you|u)|i(?:'d| would) like (?:you )?to"
    r"|i (?:want|need) (?:you )?to"
    r"|me (?:puedes|puede|podrias|podria)|puedes|puede|podrias|podria|quiero que|necesito que|quiero|necesito"
    r"|help me|ayudame a|tell me|dime|let me know|do you know|know|find out|remind me(?: of)?|sabes|saber|quisiera)\b)+"
)
TAIL = re2.compile(
    r"(?:(?:[\s?!.,;:]+|\b)(?:please|pls|plz|por favor|porfa|porfi|porfis|thanks|thank you|thx|gracias"
    r"|for me|para mi|would you|will you|if you can|if you don'?t mind|when you can|si puedes|cuando puedas"
    r"|si no te importa|btw|by the way|por cierto)(?: (?:mate|guap[oa]))?"
    r"|\s*[?!.,;:]\s*(?:anda|venga|quieres|guap[oa]))*"
    r"[\s?!.,;:]*$"
)
"""Courtesies at the end; words that can be part of what is asked are one only after a pause ("buy yerba mate")."""

YES = re2.compile(
    r"(?:yes|yep|yeah|yup|sure|ok|okay|si|vale|claro|adelante|exacto|exactly|correct|correcto|go ahead|do it|hazlo"
    r"|that one|esa|ese"
    r"|(?:yes|yeah|ok|sure|si|vale|claro),? (?:please|por favor|that one|go ahead|do it|do|hazlo|esa|ese"
    r"|(?:delete|remove|erase|forget|read|show) (?:it|that(?: one)?|them)"
    r"|(?:borra|elimina|olvida|quita|lee|muestra)(?:me)?(?:l[oa]s?)?))"
)
"""A plain yes to a question that was just asked; what names anything else is none."""

POINTING = frozenset(
    phrase
    for line in (
        "it,that,this,those,these,them,all that,all this,the result,the results,that result,the answer,your answer",
        "lo,la,eso,esto,aquello,todo eso,todo esto,ello,el resultado,los resultados,ese resultado,la respuesta",
    )
    for phrase in line.split(",")
)
"""What stands for what was said just before."""

UNDO = re2.compile(
    r"(?:undo|undo (?:that|it|this|the deletion|the last one)|put it back|bring it back|take that back|restore it"
    r"|deshaz(?:lo|er)?(?: eso| esto| el borrado)?|deshacer|recuperal[oa]|devuelvel[oa]|restaural[oa])"
)
"""A request to undo what has just been done."""


def fold(text: str) -> str:
    """Return `text` in lower case without diacritics, character for character, so that offsets agree.

    `text` must be in NFC, else a letter and its mark are two characters.
    """
    if text.isascii() and text.isprintable():
        return text.lower().replace("`", "'")
    return text.translate(_FOLDED)


class _FoldedCharacters(dict[int, str]):
    """What each character is folded to, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


_FOLDED = _FoldedCharacters()


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


@lru_cache(maxsize=256)
def core_of(text: str) -> str:
    """Return what is asked, without greeting, courtesies and closing marks; in NFC, spelling kept."""
    text = unicodedata.normalize("NFC", text).strip()
    folded = fold(text)
    head = HEAD.match(folded)
    start = head.end() if head else 0
    tail = TAIL.search(folded, start)
    return text[start : tail.start() if tail else len(text)].strip()


@lru_cache(maxsize=32)
def without_courtesies(text: str) -> str:
    """Return a message without courtesies and marks at its end, and marks at its beginning; what it asks stays whole.

    Spelling and form are kept.
    """
    text = text.strip()
    tail = TAIL.search(fold(text))
    return text[: tail.start() if tail else len(text)].lstrip(STOPS).rstrip()


def agrees(text: str) -> bool:
    """Whether a message is a plain yes, in English or Spanish, and nothing more."""
    return len(text) <= MAX_YES and YES.fullmatch(" ".join(plain(text).strip(" .,;:!?¡¿").split())) is not None


def undoes(text: str) -> bool:
    """Whether a message only asks to undo what has just been done, in English or Spanish."""
    return len(text) <= MAX_YES and UNDO.fullmatch(plain(text).strip(" .,;:!?¡¿")) is not None


def likely(patterns: Iterable[Pattern], folded: str) -> Sequence[Pattern]:
    """Return those of the patterns whose words are in a folded text, in their order; no other can be found in it.

    All together take as long as trying one or two of them.
    """
    known = tuple(patterns)
    return [known[number] for number in _by_words(known).Match(folded, potential=True) or ()]


@lru_cache(maxsize=1_000)
def _by_words(patterns: tuple[Pattern, ...]) -> re2.Filter:
    found = re2.Filter()
    for pattern in patterns:
        found.Add(pattern.pattern, pattern.options)
    found.Compile()
    return found


def read(patterns: Iterable[Pattern], text: str) -> Mapping[str, str] | None:
    """Return the named groups of the first pattern that fits the whole of `text`, in the original spelling.

    Patterns are matched against the folded text. None if none fits.
    """
    folded = fold(text)
    for pattern in likely(patterns, folded):
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


def points(text: str) -> bool:
    """Whether a text only points at what was said just before: "it", "the result", "eso"."""
    return fold(text).strip(STOPS) in POINTING
