"""Makes files that people upload, good ones and bad ones."""

import io
import zipfile
import zlib
from collections.abc import Sequence

import docx


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """Return a PDF with these lines of ASCII text on its pages."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids: list[str] = []
    for lines in pages:
        drawn = "BT /F1 12 Tf 14 TL 72 720 Td " + " ".join(f"({_escaped(line)}) Tj T*" for line in lines) + " ET"
        stream = zlib.compress(drawn.encode("ascii"))
        number = len(objects) + 1
        kids.append(f"{number + 1} 0 R")
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % number
        )
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    return _assembled(objects)


def swollen_pdf(pages: int) -> bytes:
    """Return a small PDF with so many pages, each of which unpacks to a megabyte."""
    stream = zlib.compress(b"BT /F1 9 Tf (x) Tj ET " * 45_000, 9)
    return _assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b"4 0 R " * pages, pages),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /Font <<"
            b" /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        ]
    )


def word(*blocks: str | tuple[str, str] | Sequence[Sequence[str]]) -> bytes:
    """Return a Word document: plain paragraphs, (style, text) pairs, tables as rows of cells."""
    document = docx.Document()
    for block in blocks:
        if isinstance(block, str):
            document.add_paragraph(block)
        elif isinstance(block, tuple):
            document.add_paragraph(block[1], style=block[0])
        else:
            table = document.add_table(len(block), len(block[0]))
            for row, cells in zip(table.rows, block, strict=True):
                for cell, text in zip(row.cells, cells, strict=True):
                    cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def with_part(file: bytes, name: str, content: bytes) -> bytes:
    """Return an archive with one more part, or that part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in source.infolist():
            if part.filename != name:
                made.writestr(part, source.read(part))
        made.writestr(name, content, compresslevel=1)
    return out.getvalue()


def _assembled(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def png(width: int = 3, height: int = 2) -> bytes:
    """Return a PNG picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    rows = zlib.compress((b"\x00" + b"\x10\x80\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def scanned_pdf() -> bytes:
    """Return a PDF whose only page holds no text."""
    return pdf([[]])
