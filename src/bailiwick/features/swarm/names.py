"""Names within a swarm: what may be one, when two are the same, and the ids made of them."""

import unicodedata
from collections.abc import Callable

from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.kernel.database.text import clean_text
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.records import PERSON

LONGEST_NAME = 80
"""Characters of the name of a swarm, a resident or a room."""
LONGEST_SLUG = 32
NOT_SWARMS = frozenset({"templates"})
"""Never ids of swarms: addresses of the API have these words in their place."""
_KEPT = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def slug(name: str, *, instead: str) -> str:
    """Return `name` in the letters a–z, digits and single `-`, at most 32; `instead` when nothing is left of it."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c if c in _KEPT else "-" for c in folded if not unicodedata.combining(c))
    return "-".join(part for part in letters.split("-") if part)[:LONGEST_SLUG].strip("-") or instead


def free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """Return the wanted slug, or with the first number behind it that makes it free; never more than 32 letters."""
    made, number = wanted, 2
    while is_taken(made):
        made = f"{wanted[: LONGEST_SLUG - 1 - len(str(number))].strip('-')}-{number}"
        number += 1
    return made


def checked_name(name: str) -> str:
    """Return a name as it is kept: one line, single spaces.

    Raises `InvalidInput` for one that is empty, too long, or has signs that cannot be seen or stand for a mention.
    """
    kept = " ".join(name.split())
    if not kept or len(kept) > LONGEST_NAME:
        raise InvalidInput(Reason.of(SwarmReason.NAME_LENGTH, most=LONGEST_NAME), field="name")
    if not kept.isprintable() or kept != clean_text(kept) or "@" in kept:
        raise InvalidInput(Reason.of(SwarmReason.NAME_FORM), field="name")
    return kept


def checked_resident_name(name: str) -> str:
    """Return the name of a resident as it is kept. Raises `InvalidInput`, also where it reads like the person's id."""
    kept = checked_name(name)
    if slug(kept, instead="") == PERSON:
        raise InvalidInput(Reason.of(SwarmReason.NAME_OF_PERSON, name=PERSON), field="name")
    return kept


def checked_text(text: str, most: int, field: str) -> str:
    """Return a text as PostgreSQL keeps it. Raises `InvalidInput` when it is longer than `most` characters."""
    kept = clean_text(text)
    if len(kept) > most:
        raise InvalidInput(Reason.of(ReasonCode.LONGER_THAN, most=most), field=field)
    return kept
