"""Finds texts of the knowledge graph by what they contain.

Texts are numbered, per user. Once a block of them is full, the numbers of those that contain a trigram or
term are written down per trigram and term; the texts after the last full block are looked at one by one, and so are
those of conversations, which do not last.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bailiwick.features.memory.records import USER_SCOPE
from bailiwick.features.memory.texts import lowered, sought, term, trigrams
from bailiwick.kernel.database.queries import Connection, Queries

BLOCK = 2048
"""Texts in a block; of a filled database every block must have the same size."""
LOOKED_AT = 3072
"""Texts that a search for a text found in many looks at first."""
ALL = 2**62
"""More texts than there can be."""
MOST_HITS = 5000
"""Texts that a search by words ranks at most, the latest ones."""
ABOVE_ALL = "\U0010ffff"


class KnowledgeIndex:
    """The postings of a user's texts; every method runs on the caller's connection, in its transaction."""

    def __init__(self, *, block: int = BLOCK) -> None:
        self.block = block
        """Texts in a block."""
        self._queries = Queries("bailiwick.features.memory.index")

    async def containing(self, connection: Connection, scope: str, query: str) -> list[int] | None:
        """Return the numbers of the entities of which name, type or an observation contains `query`, whatever the
        case; None (not an empty list) when every one does."""
        low = lowered(query)
        if not low:
            return None
        if scope != USER_SCOPE:
            rows = await self._queries.all(connection, "containing_here", scope=scope, low=low)
        elif len(low) > 2:
            return (await self._latest(connection, low, ALL))[0]
        else:
            above = low + ABOVE_ALL * (3 - len(low))
            rows = await self._queries.all(connection, "containing_short", low=low, above=above)
        return [row["entity"] for row in rows]

    async def latest_containing(
        self, connection: Connection, scope: str, query: str, most: int
    ) -> tuple[list[int], bool] | None:
        """Return the numbers of the latest entities that contain `query`, and whether earlier ones were left out.

        About `most` texts that may contain it are looked at. Nothing (not an empty list) when every entity does.
        """
        low = lowered(query)
        if scope != USER_SCOPE or not low or (len(low) < 3 and most > LOOKED_AT):
            found = await self.containing(connection, scope, query)
            return None if found is None else (found, False)
        if len(low) > 2:
            return await self._latest(connection, low, most)
        return _from_first(await self._queries.one(connection, "containing_among", low=low, most=most))

    async def _latest(self, connection: Connection, low: str, most: int) -> tuple[list[int], bool]:
        row = await self._queries.one(
            connection, "containing_latest", low=low, grams=sought(low), most=most, block=self.block
        )
        return _from_first(row)

    async def having(self, connection: Connection, scope: str, terms: Sequence[str]) -> list[dict[str, Any]]:
        """Return the texts that have one of these terms: `entity`, `number` and the terms it `had`."""
        if scope != USER_SCOPE:
            return await self._queries.all(
                connection, "having_terms_here", scope=scope, terms=list(terms), limit=MOST_HITS
            )
        return await self._queries.all(
            connection, "having_terms", terms=list(terms), grams=[term(word) for word in terms], limit=MOST_HITS
        )

    async def forms(self, connection: Connection, words: Sequence[str]) -> dict[str, list[str]]:
        """Return the forms under which each of these words is found."""
        rows = await self._queries.all(connection, "forms", words=list(words))
        return {row["word"]: row["terms"] for row in rows}

    async def fold(self, connection: Connection, folded: int, last_number: int) -> None:
        """Write the postings of the blocks that are full; the caller holds the user's numbers.

        While the server writes those of one block, those of the next are made.
        """
        end = (last_number + 1) // self.block * self.block
        members: dict[str, list[int]] = {}
        for first in range(folded, end, self.block):
            rows = await self._queries.all(connection, "texts", first=first, end=first + self.block)
            _, members = await asyncio.gather(self._post(connection, first - self.block, members), _postings(rows))
        await self._post(connection, end - self.block, members)
        if end > folded:
            await self._queries.run(connection, "set_folded", folded=end)

    async def _post(self, connection: Connection, first: int, members: Mapping[str, list[int]]) -> None:
        """Write the postings of the block that begins with this number."""
        if members:
            await self._queries.run(
                connection,
                "post",
                block=first // self.block,
                grams=list(members),
                members=[f"{{{','.join(map(str, numbers))}}}" for numbers in members.values()],
            )

    async def forget(self, connection: Connection, numbers: Iterable[int]) -> None:
        """Take texts out of the postings; to be called while the texts are still there."""
        gone = list(numbers)
        rows = await self._queries.all(connection, "some_texts", numbers=gone)
        if not rows:
            return
        where = {
            "grams": list({gram for row in rows for gram in _grams(row)}),
            "blocks": list({number // self.block for number in gone}),
        }
        await self._queries.run(connection, "unpost", numbers=gone, **where)
        await self._queries.run(connection, "sweep", **where)


def _from_first(row: dict[str, Any] | None) -> tuple[list[int], bool]:
    """Return the entities from the first on that is told, and whether earlier ones were left out."""
    if row is None:
        return [], False
    return [number for number in row["entities"] if number >= row["first"]], row["first"] > 0


async def _postings(rows: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """Return the numbers of the texts that contain each trigram and term, in their order."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["number"]):
        for gram in _grams(row):
            members[gram].append(row["number"])
    return members


def _grams(row: dict[str, Any]) -> set[str]:
    return trigrams(row["first"]) | trigrams(row["second"]) | {term(word) for word in row["terms"]}
