"""Addresses of the public web in one spelling: what is checked, compared and opened is the same text."""

import re  # noqa: TID251  (own fixed pattern)

import httpx2

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.web.network import PUBLIC_PORTS

LONGEST_URL = 4_000
FORBIDDEN = frozenset('\\ \t\r\n\0<>"`{}|^')
"""Characters that programs read differently in addresses."""
DEFAULT_PORTS = {"http": 80, "https": 443}
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}")
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
"""Bytes that mean the same escaped or not (RFC 3986, 2.3)."""


def web_address(text: str) -> str:
    """Return the one spelling of an address that a person or a model wrote; without a scheme it is read as https.

    Scheme and host are in lower case, the host in ASCII and without a dot at its end, default ports, dot segments and
    the fragment are gone, nothing is escaped that need not be. Raises `CallFailed` (validation) for what is no address
    of the public web.
    """
    text = text.strip()
    return str(parse_url(text if SCHEME.match(text) else f"https://{text}"))


def parse_url(text: str, *, configured: bool = False) -> httpx2.URL:
    """Return an address of the public web in its one spelling.

    Raises `CallFailed` (validation) saying what is wrong with it.
    """
    text = text.strip()
    if len(text) > LONGEST_URL or FORBIDDEN & set(text) or any(ord(character) < 0x20 for character in text):
        raise refused(ReasonCode.NO_WEB_ADDRESS)
    try:
        address = httpx2.URL(text)
        host = address.raw_host.decode("ascii")
    except (httpx2.InvalidURL, UnicodeError, ValueError, TypeError):
        raise refused(ReasonCode.NO_WEB_ADDRESS) from None
    if address.scheme not in DEFAULT_PORTS:
        raise refused(ReasonCode.ADDRESS_SCHEME)
    host = host.removesuffix(".")
    if not host or "%" in host or host.endswith("."):
        raise refused(ReasonCode.ADDRESS_WITHOUT_HOST)
    if address.userinfo:
        raise refused(ReasonCode.ADDRESS_WITH_USER)
    if not configured and origin_of(address)[1] not in PUBLIC_PORTS:
        raise refused(ReasonCode.ADDRESS_PORT)
    port = None if address.port == DEFAULT_PORTS[address.scheme] else address.port
    return address.copy_with(host=host, port=port, raw_path=_spelled(address.raw_path), fragment=None)


def origin_of(address: httpx2.URL) -> tuple[str, int]:
    """Return host and port."""
    port = DEFAULT_PORTS.get(address.scheme, 80) if address.port is None else address.port
    return address.raw_host.decode("ascii"), port


def refused(code: ReasonCode) -> CallFailed:
    """Return the failure for a text that is no address which can be opened."""
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code))


def _spelled(target: bytes) -> bytes:
    """Return path and query with escapes in one spelling, and the path without dot segments."""
    path, mark, query = ESCAPE.sub(_escape, target).partition(b"?")
    kept: list[bytes] = []
    segments = path.split(b"/")[1:]
    for segment in segments:
        if segment == b"..":
            kept = kept[:-1]
        elif segment != b".":
            kept.append(segment)
    if segments and segments[-1] in (b".", b".."):
        kept.append(b"")  # what ends with a dot segment is a folder
    return b"/" + b"/".join(kept) + mark + query


def _escape(found: re.Match[bytes]) -> bytes:
    byte = int(found[0][1:], 16)
    return bytes([byte]) if byte in UNRESERVED else found[0].upper()
