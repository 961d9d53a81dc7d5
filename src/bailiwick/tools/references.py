"""What "the second one", "number 3", "it" and "la última" mean of a list that a call has just returned."""

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.resources import files
from typing import TypeVar

from bailiwick.tools.phrases import STOPS, core_of, fold, plain
from bailiwick.tools.records import Referent
from bailiwick.tools.sentences import Sentences

T = TypeVar("T")


_taken: ContextVar[list[Referent] | None] = ContextVar("taken", default=None)


@contextmanager
def taking() -> Generator[list[Referent]]:
    """Return the list to which each thing is added that is picked within the block, for the record."""
    taken: list[Referent] = []
    token = _taken.set(taken)
    try:
        yield taken
    finally:
        _taken.reset(token)


def take_referent(said: str, index: int, of: int) -> None:
    """Note that what was said was taken to mean the thing at an index, from 0, of so many."""
    taken = _taken.get()
    if taken is not None:
        taken.append(Referent(said, index + 1, of))


SMALL = frozenset("the a an my our to el la los las un una mi de del".split())
"""Words by which nothing is told from another."""
SAME = 0
"""The place of "it": the one thing that was talked of."""
MOST_DIGITS = 3
LONGEST = 60
"""Characters of a reference."""
WORDS = Sentences(files("bailiwick.tools") / "reference_sentences")


def place_in(text: str, nouns: Collection[str] = ()) -> int | None:
    """Return the place that a reference names: from 1, −1 for the last, 0 for "it"; None for what is no reference.

    `nouns` are what the things may be called, folded: "the second task" is a reference among tasks alone.
    """
    said = core_of(text).strip(STOPS)
    if not said or len(said) > LONGEST:
        return None
    for intent in ("placed", "numbered", "same"):
        found = WORDS.read(intent, said)
        if found is None or ("noun" in found.slots and fold(found.slots["noun"]) not in nouns):
            continue
        slots = found.slots
        return int(slots.get("place") or slots.get("number") or slots.get("ordinal") or SAME)
    return None


def picked(text: str, things: Sequence[T], nouns: Collection[str] = ()) -> T | None:
    """Return which of `things` a reference means; "it" is the only one. None if it means none of them."""
    place = place_in(text, nouns)
    if place is None:
        return None
    index = place - 1 if place > 0 else len(things) + place
    if place == SAME:
        index = 0 if len(things) == 1 else -1
    if not 0 <= index < len(things):
        return None
    take_referent(core_of(text).strip(STOPS), index, len(things))
    return things[index]


def wanted(text: str, things: Sequence[T], nouns: Collection[str] = ()) -> T | None:
    """Return which of `things` a message asks to see: "open the second one", "and the last?"; None if none of them."""
    said = core_of(text).strip(STOPS)
    if not things or not said or len(said) > LONGEST:
        return None
    found = WORDS.read("wanted", said)
    return picked(said if found is None else found.slots["that"], things, nouns)


def called(words: str, things: Sequence[T], name: Callable[[T], str], small: Collection[str] = SMALL) -> Sequence[T]:
    """Return the things of exactly this name, else those whose names have all its words but the `small` ones.

    None where no other word is said.
    """
    exact = [thing for thing in things if plain(name(thing)) == plain(words)]
    sought = _words(words) - set(small)
    return exact or [thing for thing in things if sought and sought <= _words(name(thing))]


def digits(text: str) -> int | None:
    """Return the number in "2" and "#2"; None for what is none, and for one of more than three digits."""
    number = text.strip().removeprefix("#")
    return int(number) if number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS else None


def _words(text: str) -> set[str]:
    return set("".join(each if each.isalnum() else " " for each in plain(text)).split())
