"""Rings in who waits for whom."""

from collections.abc import Collection

Pair = tuple[str, str]
"""Who waits, for whom."""


def ringed(pairs: Collection[Pair]) -> Collection[Pair]:
    """Return those pairs that are part of a ring: whom a member waits for waits, over however many, for them."""
    waits: dict[str, set[str]] = {}
    for who, whom in pairs:
        waits.setdefault(who, set()).add(whom)
    reached = {who: _reached(who, waits) for who in waits}
    return {(who, whom) for who, whom in pairs if who in reached.get(whom, ())}


def _reached(start: str, waits: dict[str, set[str]]) -> Collection[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        news = waits.get(ahead.pop(), set()) - found
        found |= news
        ahead += news
    return found
