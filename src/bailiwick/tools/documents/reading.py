"""The text of a document, whatever its kind, as Markdown; run in a process of its own, see `apart`."""

import codecs
from collections.abc import Callable, Mapping
from contextlib import suppress

from bailiwick.kernel.extras import Extra
from bailiwick.kernel.reasons import ReasonCode
from bailiwick.tools.documents.chunking import PAGE, outline_of, passages_of
from bailiwick.tools.documents.kinds import DOCX, HTML, MARKDOWN, PDF, TEXT
from bailiwick.tools.documents.records import MOST_CHARACTERS, NoText, ReadText


def read(content: bytes, media_type: str) -> ReadText:
    """Return text, headings and passages of a document. Raises `NoText`."""
    text = READERS[media_type](content)
    # The database keeps neither of these; PDFs hold both.
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()
    if not text.strip(" \t\r\n\f"):
        raise NoText(ReasonCode.FILE_WITHOUT_TEXT)
    truncated = len(text) > MOST_CHARACTERS
    text = text[:MOST_CHARACTERS]
    return ReadText(
        content=text, outline=tuple(outline_of(text)), passages=tuple(passages_of(text)), truncated=truncated
    )


def plain(content: bytes) -> str:
    """Return a text in the encoding that its first bytes tell, else UTF-8, else Windows-1252."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if content.startswith(mark):
            return _lines(content[len(mark) :].decode(name, "replace"))
    with suppress(UnicodeDecodeError):
        return _lines(content.decode("utf-8"))
    return _lines(content.decode("cp1252", "replace"))


def page(content: bytes) -> str:
    """Return what a person would read on a page of the web."""
    # The reader of pages brings a parser, and is needed for this kind only.
    from bailiwick.tools.web.bodies import to_text
    from bailiwick.tools.web.reading import read_page

    found = read_page(to_text(content, {}), "")
    if found.title and found.text and found.title not in found.text[:400]:
        return f"# {found.title}\n\n{found.text}"
    return found.text


def pdf(content: bytes) -> str:
    """Return the text of a PDF, its pages apart. Raises `NoText`."""
    from bailiwick.tools.documents.pdf import text_of  # its library is needed for this kind only

    return text_of(content)


def docx(content: bytes) -> str:
    """Return the text of a Word document. Raises `NoText`."""
    try:
        from bailiwick.tools.documents.docx import text_of  # its library is an extra, needed for this kind only
    except ImportError:
        raise NoText(ReasonCode.EXTRA_MISSING, package=Extra.WORD.requirement) from None
    return text_of(content)


READERS: Mapping[str, Callable[[bytes], str]] = {TEXT: plain, MARKDOWN: plain, HTML: page, PDF: pdf, DOCX: docx}
"""How each kind is read."""


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace(PAGE, "\n")
