"""What is computed from the texts of the knowledge graph before they are stored or looked for."""

import re  # noqa: TID251  (own fixed patterns)
from hashlib import blake2b

from bailiwick.kernel.search_words import folded

END = "\uffff"
"""Stands twice after every text, so that each of its characters begins a trigram."""
LONGEST_CLAIM = 100
"""Longest thing that a contradiction is looked for about, in characters."""

# Letters that Unicode 15 to 17 added, which the tables of older Pythons do not know; JavaScript's do.
_ADDED = {
    0x1C89: 0x1C8A,
    0xA7CB: 0x264,
    0xA7CC: 0xA7CD,
    0xA7CE: 0xA7CF,
    0xA7D2: 0xA7D3,
    0xA7D4: 0xA7D5,
    0xA7DA: 0xA7DB,
    0xA7DC: 0x19B,
    **{letter: letter + 32 for letter in range(0x10D50, 0x10D66)},
    **{letter: letter + 27 for letter in range(0x16EA0, 0x16EB9)},
}
_CLAIM = re.compile(
    r"(?P<what>[^.:=]{1,200}?)\s*(?::(?!//)|=|\b(?:is|are|was|were|es|son|era|eran|está|están)\b)\s*(?P<value>\S.*)",
    re.DOTALL,
)
_PLACED = re.compile(
    r"(?P<what>(?:lives in|works (?:at|for)|was born in|vive en|trabaja (?:en|para)|nació en))\s+(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_OWNER = re.compile(r"^(?:the|my|his|her|its|their|our|el|la|los|las|mi|mis|su|sus|nuestro|nuestra) ")


def lowered(text: str) -> str:
    """Return `text` as JavaScript's `toLowerCase` does, which the contract of exact search rests on."""
    return text.lower() if text.isascii() else text.translate(_ADDED).lower()


def lowered_if_other(text: str) -> str | None:
    """Return `text` in lower case, or None when it is so already."""
    low = lowered(text)
    return None if low == text else low


def trigrams(low: str) -> set[str]:
    """Return the three characters that begin at each place of a text in lower case, its end marked."""
    padded = low + END + END
    return {padded[at : at + 3] for at in range(len(low))}


def sought(low: str, most: int = 6) -> list[str]:
    """Return trigrams that a text must have to contain `low` (three characters or more): spread over it, all of a
    short one."""
    every = list(dict.fromkeys(low[at : at + 3] for at in range(len(low) - 2)))
    if len(every) <= most:
        return every
    return [every[at * (len(every) - 1) // (most - 1)] for at in range(most)]


def term(word: str) -> str:
    """Return the posting that stands for a word; no trigram looks like it."""
    return f"{END}{END}{END}{word}"


def key_of(name: str) -> int:
    """Return a hash of a name, as a signed integer of 64 bits."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def claim_of(content: str, entity_name: str) -> str | None:
    """Return what an observation says something about that has one value at a time; None when it does not.

    Either what stands before the first `is`, `are`, `:` or `=` ("favourite colour is green"), unless that is the
    entity itself ("Ana is tall" and "Ana is a doctor" agree), or one of a few verbs ("lives in Berlin").
    """
    text = " ".join(content[:1000].split())
    found = _PLACED.match(_after(text, entity_name)) or _CLAIM.fullmatch(text)
    if found is None:
        return None
    what = _OWNER.sub("", folded(found["what"]).strip())
    if not what or what == folded(entity_name).strip() or len(what) > LONGEST_CLAIM:
        return None
    return what if what.split()[0] not in _VAGUE else None


_VAGUE = frozenset(
    "it he she they this that there here i we you who what when where if because esto eso ella ellos yo si cuando"
    " donde que quien http https".split()
)
"""First words of what is about no one thing."""


def _after(text: str, entity_name: str) -> str:
    """Return `text` without the entity's name at its beginning."""
    name = " ".join(entity_name.split())
    return text[len(name) :].lstrip() if name and text.lower().startswith(name.lower()) else text
