"""The passages of documents: written together with their index, and read."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.errors import NotFound, not_found
from bailiwick.kernel.search_words import CONFIGURATIONS, indexable
from bailiwick.tools.documents.records import DocumentBrief, DocumentSource, Passage, PassageDraft, ReadText
from bailiwick_router.core.language import Language


class PassageStore:
    """Writes and reads passages, in the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.documents.passages")

    async def replace(
        self, connection: Connection, document_id: UUID, title: str, read: ReadText, language: Language
    ) -> None:
        """Write the passages of a document in place of those it had; one that stays the same keeps its id."""
        texts = [read.content[draft.start : draft.end] for draft in read.passages]
        ids = [_id_of(document_id, draft, text) for draft, text in zip(read.passages, texts, strict=True)]
        positions = list(range(len(ids)))
        await self._queries.run(connection, "clear", document_id=document_id, ids=ids)
        await self._queries.run(connection, "displace", document_id=document_id)
        await self._queries.run(
            connection,
            "insert",
            document_id=document_id,
            ids=ids,
            positions=positions,
            texts=texts,
            headings=[draft.heading for draft in read.passages],
            pages=[draft.page for draft in read.passages],
            starts=[draft.start for draft in read.passages],
            ends=[draft.end for draft in read.passages],
        )
        await self._queries.run(
            connection,
            "index",
            document_id=document_id,
            positions=positions,
            words=CONFIGURATIONS[language],
            headings=[indexable(f"{title} {draft.heading}") for draft in read.passages],
            texts=[indexable(text) for text in texts],
        )

    async def first(self, user_id: str, document_id: str, first: int, limit: int) -> Sequence[Passage]:
        """Return passages from a position on."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "from",
                document_id=as_uuid(document_id, "document"),
                first=max(first, 0),
                limit=bounded(limit),
            )
            return [passage_of(row) for row in rows]

    async def around(
        self, user_id: str, document_id: str, passage_id: str, before: int, after: int
    ) -> Sequence[Passage]:
        """Return a passage with its neighbours. Raises `NotFound`."""
        key = as_uuid(document_id, "document")
        async with self._database.as_user(user_id) as connection:
            place = await self._queries.one(connection, "place", id=as_uuid(passage_id, "passage"), document_id=key)
            if place is None:
                raise not_found("passage")
            first = max(place["position"] - before, 0)
            count = place["position"] + after + 1 - first
            rows = await self._queries.all(connection, "from", document_id=key, first=first, limit=bounded(count))
            return [passage_of(row) for row in rows]

    async def cited(self, user_id: str, passage_ids: Sequence[str]) -> Mapping[str, tuple[DocumentBrief, Passage]]:
        """Return those of these passages that there are."""
        ids: list[UUID] = []
        for text in dict.fromkeys(passage_ids):
            try:
                ids.append(as_uuid(text, "passage"))
            except NotFound:
                continue
        if not ids:
            return {}
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "cited", ids=ids[:1000])
            return {str(row["id"]): (brief_of(row), passage_of(row)) for row in rows}


def passage_of(row: Mapping[str, Any]) -> Passage:
    """Return the passage of a row."""
    return Passage(
        id=str(row["id"]),
        document_id=str(row["document_id"]),
        position=row["position"],
        heading=row["heading"],
        page=row["page"],
        start=row["start_at"],
        end=row["end_at"],
        text=row["text"],
    )


def brief_of(row: Mapping[str, Any]) -> DocumentBrief:
    """Return the document of a row about a passage."""
    return DocumentBrief(
        id=str(row["document_id"]),
        title=row["title"],
        media_type=row["media_type"],
        source=DocumentSource(row["source"]),
        tainted=row["tainted"],
    )


def _id_of(document_id: UUID, draft: PassageDraft, text: str) -> UUID:
    """Return the UUID (version 5, RFC 9562) that stands for a text at a place of a document."""
    return uuid.uuid5(document_id, f"{draft.start}:{text}")
