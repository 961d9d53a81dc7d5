"""Reads what a request in English or Spanish wants of a reading list."""

import re2

ADD = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?i)I(?: want to|'d like to| would like to) read (?:the book )?(?P<title>.{1,200})",
        r"(?i)(?:quiero|me gustaría) leer (?:el libro )?(?P<title>.{1,200})",
    )
)
LIST = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?i)(?:which|what) books do I want to read",
        r"(?i)(?:what is|what's|which books are) on my reading list",
        r"(?i)(?:qué|cuáles) libros quiero leer",
        r"(?i)qué hay en mi lista de lecturas?",
    )
)


def title_to_add(text: str) -> str | None:
    """Return the title that `text` wants to be added; None if it wants something else."""
    for pattern in ADD:
        if found := pattern.fullmatch(_plain(text)):
            return found["title"].strip(' "“”«»')
    return None


def asks_for_list(text: str) -> bool:
    """Whether `text` asks what is on the list."""
    return any(pattern.fullmatch(_plain(text)) for pattern in LIST)


def _plain(text: str) -> str:
    return " ".join(text[:400].strip(" ¡!¿?.").split())
