"""Pictures: what kind one is and how large, as its bytes say. Nothing is decoded but the head."""

from typing import NamedTuple

PNG = "image/png"
JPEG = "image/jpeg"
GIF = "image/gif"
WEBP = "image/webp"
SHOWN = frozenset((PNG, JPEG, GIF, WEBP))
"""What browsers show as a picture and nothing else: it holds no program."""
LONGEST_SIDE = 65_535
"""Pixels; a head that says more is no picture's."""

_MOST_SEGMENTS = 4096
"""Of a JPEG that are passed over until one says how large it is; pictures have a few dozen."""
_SIZES = frozenset((*range(0xC0, 0xD0),)) - {0xC4, 0xC8, 0xCC}
"""Segments of a JPEG that say how large it is."""
_BARE = frozenset((0x01, *range(0xD0, 0xD8)))
"""Segments that have no length."""


class Picture(NamedTuple):
    """What a picture is."""

    media_type: str
    width: int
    """In pixels; the height likewise."""
    height: int


def picture_of(content: bytes) -> Picture | None:
    """Return what picture these bytes are; None where they are none that is known, or one without a size."""
    found = None
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        found = Picture(PNG, _big(content[16:20]), _big(content[20:24]))
    elif content.startswith((b"GIF87a", b"GIF89a")):
        found = Picture(GIF, _little(content[6:8]), _little(content[8:10]))
    elif content.startswith(b"\xff\xd8\xff"):
        found = _jpeg(content)
    elif content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        found = _webp(content)
    if found is None or not (0 < found.width <= LONGEST_SIDE and 0 < found.height <= LONGEST_SIDE):
        return None
    return found


def begins_as_picture(head: bytes) -> bool:
    """Whether a file that begins with these 12 bytes may be a picture that is known."""
    return head.startswith((b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff")) or (
        head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    )


def _jpeg(content: bytes) -> Picture | None:
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if at + 9 > len(content) or content[at] != 0xFF:
            break
        kind = content[at + 1]
        if kind == 0xFF:  # filling
            at += 1
        elif kind in _SIZES:
            return Picture(JPEG, _big(content[at + 7 : at + 9]), _big(content[at + 5 : at + 7]))
        elif kind in _BARE:
            at += 2
        else:
            at += 2 + max(2, _big(content[at + 2 : at + 4]))
    return None


def _webp(content: bytes) -> Picture | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return Picture(WEBP, _little(content[24:27]) + 1, _little(content[27:30]) + 1)
    if kind == b"VP8L" and content[20:21] == b"\x2f":
        bits = _little(content[21:25])
        return Picture(WEBP, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and content[23:26] == b"\x9d\x01\x2a":
        return Picture(WEBP, _little(content[26:28]) & 0x3FFF, _little(content[28:30]) & 0x3FFF)
    return None


def _big(of: bytes) -> int:
    return int.from_bytes(of, "big")


def _little(of: bytes) -> int:
    return int.from_bytes(of, "little")
