"""Taking secrets out of texts that others wrote."""

import base64
import html
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from urllib.parse import quote, quote_plus

from bailiwick.kernel.reasons import Said, text_of

SHORTEST = 4
"""Characters; a shorter value is no secret, and taking it out would tear texts apart."""
SHORTEST_LINE = 16
"""Characters; a shorter line of a secret of several lines says nothing alone."""
MARK = "…"
"""What stands where a secret stood."""


def redactor(secrets: Iterable[str | None]) -> Callable[[str], str]:
    """Return a function that puts `…` for every secret in a text, also where it is encoded.

    Encodings: URL, JSON, HTML, hexadecimal, and base64 also in the middle of other data. A secret of several lines
    is taken out line by line too.
    """
    forms = sorted({form for secret in secrets for form in _forms(secret)}, key=len, reverse=True)

    def redact(text: str) -> str:
        for form in forms:
            text = text.replace(form, MARK)
        return text

    return redact


def _forms(secret: str | None) -> set[str]:
    if secret is None:
        return set()
    lines = {line.strip() for line in secret.splitlines()}
    values = {secret, secret.strip(), *(line for line in lines if len(line) >= SHORTEST_LINE)}
    return {form for value in values if len(value) >= SHORTEST for form in _written(value)}


def _written(value: str) -> set[str]:
    """Return the ways in which a value may stand in a text."""
    data = value.encode("utf-8", "surrogatepass")
    urls = {quote(data, safe=""), quote_plus(data), quote(data)}
    return {
        value,
        *urls,
        *(_lower_escapes(url) for url in urls),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        html.escape(value),
        data.hex(),
        data.hex().upper(),
        *(piece for offset in range(3) for piece in _base64(data, offset)),
    }


def _lower_escapes(url: str) -> str:
    first, *rest = url.split("%")
    return first + "".join(f"%{piece[:2].lower()}{piece[2:]}" for piece in rest)


def _base64(data: bytes, offset: int) -> tuple[str, str]:
    """Return the characters of base64 that depend on nothing but `data` when `offset` bytes (mod 3) stand before it."""
    encoded = base64.b64encode(bytes(offset) + data).decode()
    first, last = -(-offset * 8 // 6), (offset + len(data)) * 8 // 6
    piece = encoded[first:last]
    return piece, piece.replace("+", "-").replace("/", "_")


def without_secrets(said: Said, clean: Callable[[str], str]) -> Said:
    """Return what is said without secrets: a reason that holds one becomes its sentence in English."""
    text = text_of(said)
    held = text if isinstance(said, str) else json.dumps(asdict(said), ensure_ascii=False)
    return said if clean(text) == text and clean(held) == held else clean(text)
