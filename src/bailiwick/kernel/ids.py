"""Identifiers: random, yet in the order of their making."""

import secrets
import time


def uuid7() -> str:
    """Return a fresh UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    number = (milliseconds & 0xFFFF_FFFF_FFFF) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
