"""Finds texts of the knowledge graph by what they contain.

Texts are numbered, per user. Once a block of them is full, the numbers of those that contain a trigram or
term are written down per trigram and term; the texts after the last full block are looked at one by one, and so are
those of conversations, which do not last.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from bailiwick.core.knowledge import USER_SCOPE
from bailiwick.storage.knowledge_texts import lowered, sought, term, trigrams
from bailiwick.storage.queries import Connection, Queries

BLOCK = 2048
"""Texts in a block; of a filled database every block must have the same size."""
MOST_HITS = 5000
"""Texts that a search by words ranks at most, the latest ones."""
ABOVE_ALL = "\U0010ffff"


class KnowledgeIndex:
    """The postings of a user's texts; every method runs on the caller's connection, in its transaction."""

    def __init__(self, *, block: int = BLOCK) -> None:
        self.block = block
        """Texts in a block."""
        self._queries = Queries("knowledge_index")

    async def containing(self, connection: Connection, scope: str, query: str) -> list[int] | None:
        """Return the numbers of the entities of which name, type or an observation contains `query`, whatever the
        case; nothing (not an empty list) when every one does."""
        low = lowered(query)
        if not low:
            return None
        if scope != USER_SCOPE:
            rows = await self._queries.all(connection, "containing_here", scope=scope, low=low)
        elif len(low) > 2:
            rows = await self._queries.all(connection, "containing", low=low, grams=sought(low))
        else:
            above = low + ABOVE_ALL * (3 - len(low))
            rows = await self._queries.all(connection, "containing_short", low=low, above=above)
        return [row["entity"] for row in rows]

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
        """Write the postings of the blocks that are full; the caller holds the user's numbers."""
        end = (last_number + 1) // self.block * self.block
        for first in range(folded, end, self.block):
            rows = await self._queries.all(connection, "texts", first=first, end=first + self.block)
            members: defaultdict[str, list[int]] = defaultdict(list)
            for row in sorted(rows, key=lambda row: row["number"]):
                for gram in _grams(row):
                    members[gram].append(row["number"])
            await self._queries.run(
                connection, "post", block=first // self.block, grams=list(members),
                members=[f"{{{','.join(map(str, numbers))}}}" for numbers in members.values()],
            )  # fmt: skip
        if end > folded:
            await self._queries.run(connection, "set_folded", folded=end)

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


def _grams(row: dict[str, Any]) -> set[str]:
    return trigrams(row["first"]) | trigrams(row["second"]) | {term(word) for word in row["terms"]}
