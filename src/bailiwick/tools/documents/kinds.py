"""What a file is, as its bytes say; its name decides only what bytes cannot."""

import codecs
import unicodedata

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"

LOOKED_AT = 4096
"""Bytes at the beginning that are looked at."""
LONGEST_NAME = 200
MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")
HTML_BEGINNINGS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!-- saved from")
UNICODE_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
CONTROLS = frozenset(range(32)) - {9, 10, 12, 13, 27}
"""Bytes that no text holds."""
HIDDEN = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff")

OTHERS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a picture, sound or film"),
    (b"\xd0\xcf\x11\xe0", "an Office file of the old format; save it as DOCX or PDF"),
    (b"{\\rtf", "an RTF file; save it as DOCX or PDF"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x1f\x8b", "a packed file; unpack it first"),
    (b"7z\xbc\xaf", "a packed file; unpack it first"),
    (b"Rar!", "a packed file; unpack it first"),
    (b"%!PS", "a PostScript file; save it as PDF"),
    (b"SQLite format 3", "a database"),
)
"""How files begin that are often taken for documents, and what they are."""


def kind_of(content: bytes, filename: str) -> str:
    """Return the media type of a document. Raises `InvalidInput` that says what the bytes are instead."""
    head = content[:LOOKED_AT]
    if not content.strip():
        raise InvalidInput(Reason.of(ReasonCode.FILE_EMPTY), field="file")
    # Readers find a PDF although something stands before it.
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith(b"PK"):
        if b"word/" in content and b"[Content_Types].xml" in content:
            return DOCX
        raise _unreadable("an archive, or a file of an Office program other than Word")
    for beginning, what in OTHERS:
        if head.startswith(beginning):
            raise _unreadable(what)
    if not head.startswith(UNICODE_MARKS) and (b"\0" in head or _controls(head) > len(head) // 50):
        raise _unreadable("no text")
    start = head.removeprefix(codecs.BOM_UTF8).lstrip().lower()
    if start.startswith(HTML_BEGINNINGS) or (start.startswith(b"<?xml") and b"<html" in start):
        return HTML
    return MARKDOWN if filename.lower().endswith(MARKDOWN_ENDINGS) else TEXT


def name_of(filename: str) -> str:
    """Return a file's name as it is kept: without folders, control characters and marks that turn the writing."""
    name = filename.replace("\\", "/").rpartition("/")[2]
    name = "".join(
        c for c in name if c not in HIDDEN and unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
    )
    name = " ".join(name.split()).lstrip(".")
    if len(name) > LONGEST_NAME:
        stem, dot, ending = name.rpartition(".")
        name = f"{stem[: LONGEST_NAME - 11]}.{ending[:10]}" if dot and stem else name[:LONGEST_NAME]
    return name or "document"


def stem_of(name: str) -> str:
    """Return the name of a file without its ending, as a title."""
    stem = name.rpartition(".")[0] or name
    return " ".join(stem.replace("_", " ").split()) or name


def _controls(head: bytes) -> int:
    return sum(byte in CONTROLS for byte in head)


def _unreadable(what: str) -> InvalidInput:
    return InvalidInput(Reason.of(ReasonCode.FILE_UNREADABLE, what=what), field="file")
