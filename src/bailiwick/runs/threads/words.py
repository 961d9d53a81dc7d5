"""Finds messages of people's threads by their words.

Messages are indexed a block at a time, some time after they were written: where a word stem stands is written down once
a block, so that a message costs a run nothing more. Messages after the last full block are looked at one by one.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.search_words import ABOVE_ALL, CONFIGURATIONS, Sought, fits, indexable
from bailiwick_router.core.language import detect_language

BLOCK = 2048
"""Messages in a block."""
SETTLED_SECONDS = 120.0
"""Messages are indexed so long after they were written: none of before is then still to be committed."""
MOST_LOOKED_AT = 4 * BLOCK
"""Messages that are not indexed yet that one search looks at, the latest."""
MOST_READ = 1000
"""Messages with the words of a search that are read for its phrases and for what must not occur, the latest."""
LONGEST_TEXT = 100_000
"""Characters of a message that are indexed."""
MARKS = "[\u0300-\u036f]*"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a search."""

    terms: frozenset[str]
    """The stems under which it is found."""
    begins: str | None
    """What a word may begin with to be found, too, where the word may not be complete yet."""
    start: str
    """What everything begins with that is found."""


class MessageWords:
    """The postings of a user's messages; every method runs on the caller's connection, in its transaction."""

    def __init__(self, *, block: int = BLOCK, settled_seconds: float = SETTLED_SECONDS) -> None:
        self._block = block
        self._settled_seconds = settled_seconds
        self._queries = Queries("bailiwick.runs.threads.words")

    async def index(self, connection: Connection) -> bool:
        """Write the postings of the next block; return whether there was a full one."""
        indexed = (await self._queries.row(connection, "hold"))["indexed"]
        rows = await self._queries.all(
            connection, "next", after=indexed, seconds=self._settled_seconds, limit=self._block
        )
        if len(rows) < self._block or not all(row["settled"] for row in rows):
            return False
        said = [row for row in rows if row["content"] is not None]
        await self._queries.run(connection, "post", first=rows[0]["position"], **_texts(said))
        await self._queries.run(connection, "advance", indexed=rows[-1]["position"])
        return True

    async def forget(self, connection: Connection, conversations: Sequence[UUID]) -> None:
        """Take the messages of threads out of the postings; to be called while they are still there."""
        indexed = (await self._queries.row(connection, "hold"))["indexed"]
        said = await self._queries.all(connection, "said", ids=list(conversations), indexed=indexed)
        if not said:
            return
        terms = await self._queries.all(connection, "unpost", **_texts(said))
        await self._queries.run(connection, "sweep", terms=list({row["term"] for row in terms}))

    async def having(self, connection: Connection, search: Sought) -> Sequence[int]:
        """Return the positions of the messages that have every word of a search in any of its forms, latest first.

        Words that are too common to be indexed do not count beside others. Where phrases are sought, or something
        must not occur, the latest 1,000 messages with the words are looked at.
        """
        words = await self._words(connection, search)
        if not words:
            return []
        indexed = (await self._queries.row(connection, "indexed"))["indexed"]
        found = [*await self._not_indexed(connection, indexed, words), *await self._indexed(connection, words)]
        if not search.phrases and not search.without:
            return found
        rows = await self._queries.all(connection, "contents", positions=found[:MOST_READ])
        fitting = {row["position"] for row in rows if fits(row["content"], search)}
        return [position for position in found[:MOST_READ] if position in fitting]

    async def _words(self, connection: Connection, search: Sought) -> list[_Word]:
        rows = await self._queries.all(connection, "forms", words=list(search.words))
        rare = [row for row in rows if not row["common"]] or rows
        words: list[_Word] = []
        for row in rare:
            word: str = row["word"]
            terms = set(row["terms"])
            if word == search.beginning:
                begun = await self._queries.all(connection, "beginning", low=word, above=word + ABOVE_ALL)
                terms.update(each["term"] for each in begun)
            begins = word if word == search.beginning else None
            words.append(_Word(frozenset(terms), begins, _common_start(word, terms)))
        return words

    async def _indexed(self, connection: Connection, words: Sequence[_Word]) -> Iterator[int]:
        every = list(set[str]().union(*(word.terms for word in words)))
        blocks: defaultdict[int, dict[str, list[int]]] = defaultdict(dict)
        for row in await self._queries.all(connection, "having", terms=every):
            blocks[row["first"]][row["term"]] = row["members"]
        return (position for first, postings in blocks.items() for position in _in_all(first, postings, words))

    async def _not_indexed(self, connection: Connection, indexed: int, words: Sequence[_Word]) -> Iterator[int]:
        rows = await self._queries.all(
            connection,
            "not_indexed",
            after=indexed,
            most=MOST_LOOKED_AT,
            patterns=[_pattern(word.start) for word in words],
        )
        starts = tuple(word.start for word in words)
        said = {
            row["position"]: (
                detect_language(row["content"]),
                {each for each in indexable(row["content"]).split() if each.startswith(starts)},
            )
            for row in rows
        }
        like = set[str]().union(*(each for _, each in said.values()))
        forms = await self._queries.all(connection, "forms", words=list(like))
        fitting = {
            language: [
                {row["word"] for row in forms if language not in row["common"] and _is(row["word"], row["terms"], word)}
                for word in words
            ]
            for language in CONFIGURATIONS
        }
        return (
            position
            for position, (language, each) in said.items()
            if not any(each.isdisjoint(forms_of_word) for forms_of_word in fitting[language])
        )


def _in_all(first: int, postings: Mapping[str, Sequence[int]], words: Iterable[_Word]) -> Sequence[int]:
    """Return the positions of a block that each of the words has, latest first."""
    each = [set[int]().union(*(postings[term] for term in word.terms & postings.keys())) for word in words]
    return [first + member for member in sorted(set.intersection(*each), reverse=True)]


def _is(said: str, terms: Iterable[str], word: _Word) -> bool:
    return not word.terms.isdisjoint(terms) or (word.begins is not None and said.startswith(word.begins))


def _common_start(word: str, terms: Iterable[str]) -> str:
    for term in terms:
        while not term.startswith(word):
            word = word[:-1]
    return word


def _texts(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return messages as the parameters of what indexes them."""
    given = [(row["position"], row["content"][:LONGEST_TEXT]) for row in rows]
    return {
        "positions": [position for position, _ in given],
        "configurations": [CONFIGURATIONS[detect_language(text)] for _, text in given],
        "texts": [indexable(text) for _, text in given],
    }


def _pattern(start: str) -> str:
    """Return the regular expression that finds a folded text in what is written with diacritics."""
    return "".join(f"[{_spellings().get(letter, '')}{letter}]{MARKS}" for letter in start)


@cache
def _spellings() -> Mapping[str, str]:
    """Return the letters with diacritics of European alphabets by the letter that is left when they are folded."""
    spellings: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, range(0xC0, 0x530)):
        bare = unicodedata.normalize("NFD", letter)[0].lower()
        if bare != letter and not unicodedata.combining(letter):
            spellings[bare] += letter
    return spellings
