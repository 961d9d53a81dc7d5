"""Who is mentioned in a mail: @ and a member's name."""

from collections.abc import Iterable, Mapping, Sequence

from bailiwick.people.records import PERSON
from bailiwick.tools.phrases import plain

EVERYONE = ("all", "everyone", "everybody", "todos", "todas")
LONGEST_NAME = 80
"""Characters after an @ that are looked at."""


def mentioned(content: str, members: Mapping[str, str]) -> Sequence[str]:
    """Return the ids of the members whose names stand behind an @, whatever the case; `members` are names by id.

    No member in particular when everyone is meant.
    """
    names = {plain(name): member for member, name in members.items()}
    if PERSON in members:
        names |= {PERSON: PERSON, "persona": PERSON}
    longest = sorted([*names, *EVERYONE], key=len, reverse=True)
    found: dict[str, None] = {}
    for after in content.split("@")[1:]:
        text = plain(after[:LONGEST_NAME])
        name = next((name for name in longest if _begins(text, name)), None)
        if name in EVERYONE and name not in names:
            return ()
        if name is not None:
            found[names[name]] = None
    return tuple(found)


def behind_mentions(content: str, names: Iterable[str]) -> str:
    """Return what a mail says behind the mentions of these names, or of everyone, with which it calls its readers;
    the mail as it is where it says nothing else."""
    known = {plain(name) for name in (*names, *EVERYONE)}
    longest = max(len(name.split()) for name in known)
    rest = content.lstrip()
    while rest.startswith("@"):
        words = rest[1:].split(maxsplit=longest)
        called = next((n for n in range(longest, 0, -1) if plain(" ".join(words[:n])).rstrip(",:;") in known), 0)
        if not called:
            break
        rest = (rest.split(maxsplit=called)[called:] or [""])[0]
    return rest or content


def _begins(text: str, name: str) -> bool:
    return text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()
