"""The text of a PDF, page by page."""

import io
import logging
import re  # noqa: TID251  (own fixed patterns)

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from bailiwick.kernel.reasons import ReasonCode
from bailiwick.tools.documents.chunking import PAGE
from bailiwick.tools.documents.records import MOST_CHARACTERS, NoText

MOST_PAGES = 3000

_HYPHEN = re.compile(r"(?<=[a-zà-ÿ])-\n(?=[a-zà-ÿ])")
_LINE_END = re.compile(r"(?<=[^\s.:!?…\-•])\n(?=[a-zà-ÿ0-9(\"'“«])")
_MARGIN = re.compile(r"[ \t]+\n")
_MANY = re.compile(r"\n{3,}")


def text_of(content: bytes) -> str:
    """Return the pages' texts with a form feed between, up to what is kept. Raises `NoText`."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise NoText(ReasonCode.FILE_LOCKED)
        pages: list[str] = []
        size = 0
        if len(reader.pages) > MOST_PAGES:
            raise NoText(ReasonCode.PDF_PAGES, count=len(reader.pages), most=MOST_PAGES)
        for page in reader.pages:
            text = _tidied(page.extract_text())
            pages.append(text)
            size += len(text)
            if size > MOST_CHARACTERS:
                break
    except NoText:
        raise
    except (
        PyPdfError,
        ValueError,
        KeyError,
        IndexError,
        TypeError,
        AttributeError,
        RecursionError,
        OSError,
        NotImplementedError,
    ) as error:
        # The library raises any of these on files that are not as they should be.
        raise NoText(
            ReasonCode.FILE_LOCKED if "AES" in str(error) or "crypt" in str(error).lower() else ReasonCode.PDF_BROKEN
        ) from None
    if not any(text.strip() for text in pages):
        raise NoText(ReasonCode.PDF_SCANNED)
    return PAGE.join(pages)


def _tidied(text: str) -> str:
    """Return a page's text with words and lines put together that the edge of the page had cut."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(PAGE, "\n")
    text = _MARGIN.sub("\n", text)
    text = _LINE_END.sub(" ", _HYPHEN.sub("", text))
    return _MANY.sub("\n\n", text).strip() + "\n"
