"""Bodies: unpacked and turned into text within bounds, whatever the other side claims about them."""

import codecs
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

import re2

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass

UNPACKS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS | 32}
ACCEPTED = "gzip, deflate"
DECLARED = re2.compile(rb"(?i)<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.-]{1,40})")
LOOKED_AT = 4096
"""Bytes in which a page says what its character set is."""
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
KNOWN = (
    frozenset(
        "utf-8 utf-16 utf-16-le utf-16-be ascii cp1252 iso8859-1 koi8-r koi8-u gb18030 gbk gb2312 big5 big5hkscs euc_jp"
        " shift_jis cp932 iso2022_jp euc_kr cp949 mac-roman cp866 tis-620".split()
    )
    | {f"iso8859-{number}" for number in range(2, 17)}
    | {f"cp{number}" for number in range(1250, 1259)}
)
"""Python's names of the character sets that pages use; its other codecs are no character sets, or slow."""


async def read_body(chunks: AsyncIterator[bytes], encoding: str, most: int) -> tuple[bytes, bool]:
    """Return up to `most` bytes of an unpacked body, and whether there was more.

    Raises `CallFailed` (tool) for a packing that was not asked for, or that is broken.
    """
    unpack = _unpacker(encoding)
    body = bytearray()
    async for chunk in chunks:
        try:
            body += unpack(chunk, most + 1 - len(body))
        except zlib.error:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.ANSWER_BADLY_PACKED)) from None
        if len(body) > most:
            return bytes(body[:most]), True
    return bytes(body), False


class _Unpacker:
    """Unpacks no more than it is asked for."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._machine = zlib.decompressobj(bits)
        self._begun = False

    def __call__(self, chunk: bytes, most: int) -> bytes:
        """Return up to `most` bytes; what is left over then is of no interest."""
        if self._machine.eof:
            return b""
        try:
            unpacked = self._machine.decompress(chunk, most)
        except zlib.error:
            if self._begun or self._bits != UNPACKS["deflate"]:
                raise
            # Some servers send "deflate" without the header that it has.
            self._machine = zlib.decompressobj(-zlib.MAX_WBITS)
            unpacked = self._machine.decompress(chunk, most)
        self._begun = True
        return unpacked


def _unpacker(encoding: str) -> "_Unpacker | _Plain":
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return _Plain()
    if name not in UNPACKS:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.ANSWER_BADLY_PACKED))
    return _Unpacker(UNPACKS[name])


class _Plain:
    """Nothing to unpack."""

    def __call__(self, chunk: bytes, most: int) -> bytes:
        return chunk[:most]


def to_text(body: bytes, headers: Mapping[str, str], *, cut: bool = False) -> str:
    """Return a body as text: by its byte-order mark, the header, the page's own word, else UTF-8 or Windows-1252."""
    for mark, name in MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    declared = DECLARED.findall(body[:LOOKED_AT])
    for name in (_charset(headers.get("content-type", "")), *(found.decode() for found in declared[:1])):
        known = _known(name)
        if known is not None:
            return body.decode(known, "replace")
    with suppress(UnicodeDecodeError):
        # A body that was cut may end in the middle of a character.
        return codecs.getincrementaldecoder("utf-8")().decode(body, final=not cut)
    return body.decode("cp1252", "replace")


def _charset(content_type: str) -> str:
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")
    return ""


def _known(name: str) -> str | None:
    try:
        found = codecs.lookup(name).name if name and len(name) <= 40 and name.isascii() else ""
    except (LookupError, ValueError):
        return None
    # On the web these names have always meant the larger set.
    found = {"ascii": "cp1252", "iso8859-1": "cp1252"}.get(found, found)
    return found if found in KNOWN else None
