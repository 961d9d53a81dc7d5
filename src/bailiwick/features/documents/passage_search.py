"""Finds passages, by words and by meaning."""

import math
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from bailiwick.features.documents.passages import brief_of, passage_of
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.vectors import as_vector
from bailiwick.kernel.search_words import ABOVE_ALL, Sought, fits, sought
from bailiwick.tools.documents.records import Located

MOST_PLACES = 60_000
"""Places of words that one search ranks; of a longer search the most common words are left out."""
INDEXED = {384: "nearest_384", 768: "nearest_768", 1024: "nearest_1024", 1536: "nearest_1536"}
"""Dimensions for which there is an index of nearest neighbours, with the query that uses it."""
EXACT_UP_TO = 15_000
"""So many embeddings of a person are compared one by one, which is exact and takes some ten milliseconds."""
LEAST_SHARE = 0.02
"""A person with a smaller share of all embeddings is searched exactly, too: the index would lead through everyone's."""


class PassageSearch:
    """The two rankings of a search."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._words = Queries("bailiwick.features.documents.passages")
        self._embeddings = Queries("bailiwick.features.documents.passage_points")

    async def by_words(
        self, user_id: str, query: str, limit: int, document_id: str | None, tag: str | None
    ) -> Sequence[Located]:
        """Return the passages that have words of `query`, best first."""
        search = sought(query)
        if not search.words:
            return []
        key = None if document_id is None else as_uuid(document_id, "document")
        async with self._database.as_user(user_id) as connection:
            terms = await self._terms(connection, search)
            if not terms:
                return []
            # Phrases and unwanted words are looked for in what was found, so more has to be found.
            most = bounded(limit * 5 if search.phrases or search.without else limit)
            rows = await self._words.all(
                connection,
                "by_words",
                terms=[term for term, _, _ in terms],
                words=[word for _, word, _ in terms],
                weights=[weight for _, _, weight in terms],
                document_id=key,
                tag=tag,
                limit=most,
            )
        found = [
            _located(row, row["score"], [word for at, word in enumerate(search.words) if row["had"] >> at & 1])
            for row in rows
        ]
        return [each for each in found if fits(f"{each.passage.heading} {each.passage.text}", search)][:limit]

    async def by_meaning(
        self, user_id: str, key: str, point: Sequence[float], limit: int, document_id: str | None, tag: str | None
    ) -> Sequence[Located]:
        """Return the passages whose embeddings lie closest to `point`, closest first; the score is the cosine."""
        document = None if document_id is None else as_uuid(document_id, "document")
        wanted: dict[str, Any] = {
            "model": key,
            "point": as_vector(point),
            "dimensions": len(point),
            "limit": bounded(limit),
        }
        async with self._database.as_user(user_id) as connection:
            nearest = await self._nearest(connection, wanted, document, tag)
            rows = await self._embeddings.all(
                connection,
                "passages_of",
                ids=[row["passage_id"] for row in nearest],
                scores=[row["cosine"] for row in nearest],
            )
            return [_located(row, row["score"], ()) for row in rows]

    async def _nearest(
        self, connection: Connection, wanted: Mapping[str, Any], document: UUID | None, tag: str | None
    ) -> Sequence[Mapping[str, Any]]:
        if document is not None or tag is not None:
            return await self._embeddings.all(connection, "nearest_among", document_id=document, tag=tag, **wanted)
        if wanted["dimensions"] in INDEXED and await self._is_large(connection, wanted["model"]):
            await self._embeddings.run(connection, "search_widely")
            rows = await self._embeddings.all(connection, INDEXED[wanted["dimensions"]], **wanted)
            if len(rows) == wanted["limit"]:
                return rows
        return await self._embeddings.all(connection, "nearest", **wanted)

    async def _is_large(self, connection: Connection, model: str) -> bool:
        row = await self._embeddings.row(connection, "extent", model=model)
        return row["own"] > EXACT_UP_TO and row["own"] >= LEAST_SHARE * row["everyones"]

    async def _terms(self, connection: Connection, search: Sought) -> list[tuple[str, int, float]]:
        """Return the stems to look for, each with the number and the weight of its word: rare ones while there is room.

        A word that stands at n of the N places where any of them stands weighs ln(1 + N / n).
        """
        forms = await self._words.all(connection, "forms", words=list(search.words))
        of: dict[str, int] = {}
        for row in forms:
            for term in row["terms"]:
                of.setdefault(term, search.words.index(row["word"]))
        if search.beginning is not None:
            low = search.beginning
            for row in await self._words.all(connection, "beginning", low=low, above=low + ABOVE_ALL):
                of.setdefault(row["term"], search.words.index(low))
        rows = await self._words.all(connection, "sizes", terms=list(of))
        sizes: dict[int, int] = {}
        for row in rows:
            word = of[row["term"]]
            sizes[word] = sizes.get(word, 0) + row["size"]
        kept: set[int] = set()
        places = 0
        for word, size in sorted(sizes.items(), key=lambda one: one[1]):
            if kept and places + size > MOST_PLACES:
                break
            kept.add(word)
            places += size
        return [
            (row["term"], word, math.log(1 + places / sizes[word])) for row in rows if (word := of[row["term"]]) in kept
        ]


def _located(row: Mapping[str, Any], score: float, words: Sequence[str]) -> Located:
    return Located(brief_of(row), passage_of(row), score, tuple(words))
