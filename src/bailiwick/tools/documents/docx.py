"""The text of a Word document as Markdown: headings, paragraphs, lists and tables in their order."""

import io
import zipfile
from collections.abc import Iterator

from docx import Document as open_document
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml.etree import XMLSyntaxError

from bailiwick.kernel.reasons import ReasonCode
from bailiwick.tools.documents.records import MOST_CHARACTERS, NoText

MOST_UNPACKED = 200 << 20
"""Bytes that all parts may have unpacked."""
MOST_PARTS = 5000


def text_of(content: bytes) -> str:
    """Return the text as Markdown, up to what is kept. Raises `NoText`."""
    try:
        _check(content)
        document = open_document(io.BytesIO(content))
        blocks: list[str] = []
        size = 0
        for block in _blocks(document):
            blocks.append(block)
            size += len(block) + 2
            if size > MOST_CHARACTERS:
                break
    except NoText:
        raise
    except (
        PackageNotFoundError,
        zipfile.BadZipFile,
        XMLSyntaxError,
        KeyError,
        ValueError,
        AttributeError,
        TypeError,
        IndexError,
        OSError,
        RecursionError,
        NotImplementedError,
        EOFError,
    ):
        # The libraries raise any of these on files that are not as they should be.
        raise NoText(ReasonCode.WORD_BROKEN) from None
    return "\n\n".join(blocks).replace("\n\n- ", "\n- ").replace("\f", "\n")


def _check(content: bytes) -> None:
    """Raise `NoText` for an archive that unpacks to too much; what its table of contents claims is not believed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS:
            raise NoText(ReasonCode.WORD_BOMB)
        left = MOST_UNPACKED
        for part in parts:
            if part.flag_bits & 1:
                raise NoText(ReasonCode.FILE_LOCKED)
            with archive.open(part) as unpacked:
                while piece := unpacked.read(1 << 20):
                    left -= len(piece)
                    if left < 0:
                        raise NoText(ReasonCode.WORD_BOMB)
                    if part.filename.endswith((".xml", ".rels")) and b"<!ENTITY" in piece:
                        raise NoText(ReasonCode.WORD_BROKEN)


def _blocks(document: Document) -> Iterator[str]:
    for item in document.iter_inner_content():
        text = _paragraph(item) if isinstance(item, Paragraph) else _table(item)
        if text:
            yield text


def _paragraph(paragraph: Paragraph) -> str:
    text = " ".join(paragraph.text.split()) if "\n" not in paragraph.text else paragraph.text.strip()
    if not text:
        return ""
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    if style == "Title":
        return f"# {_one_line(text)}"
    if style.startswith("Heading "):
        level = style.removeprefix("Heading ").strip()
        return f"{'#' * min(max(int(level), 1), 6) if level.isdigit() else '##'} {_one_line(text)}"
    if style.startswith("List") or _numbered(paragraph):
        return f"- {_one_line(text)}"
    return text


def _numbered(paragraph: Paragraph) -> bool:
    properties = paragraph._p.pPr  # pyright: ignore[reportPrivateUsage]  (no public way to see a list)
    return properties is not None and properties.numPr is not None


def _table(table: Table) -> str:
    rows: list[str] = []
    for number, row in enumerate(table.rows):
        cells = [_one_line(cell.text).replace("|", "\\|") for cell in row.cells]
        rows.append("| " + " | ".join(cells) + " |")
        if number == 0:
            rows.append("|" + "---|" * len(cells))
    return "\n".join(rows)


def _one_line(text: str) -> str:
    return " ".join(text.split())
