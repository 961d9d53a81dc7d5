"""The points of passages."""

from collections.abc import Sequence
from uuid import UUID

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, bounded
from bailiwick.kernel.database.vectors import as_vector
from bailiwick.models.embedding import EmbeddingProgress, Unembedded


class PassagePoints:
    """The points of a person's passages. `key` names the space; those of others are left aside."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.documents.passage_points")

    async def begin(self, user_id: str, key: str) -> None:
        """Make documents whose passages have embeddings of another space count as not embedded."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "reset", key=key)

    async def missing(self, user_id: str, key: str, *, limit: int = 64) -> Sequence[Unembedded]:
        """Return some passages without an embedding."""
        async with self._database.as_user(user_id) as connection:
            while True:
                documents = [row["id"] for row in await self._queries.all(connection, "unfinished", limit=limit)]
                if not documents:
                    return []
                rows = await self._queries.all(
                    connection, "missing", documents=documents, key=key, limit=bounded(limit)
                )
                if rows:
                    return [
                        Unembedded(
                            str(row["id"]),
                            str(row["document_id"]),
                            "\n".join(part for part in (row["title"], row["heading"], row["text"]) if part),
                        )
                        for row in rows
                    ]
                # Their passages kept the embeddings that they had: nothing is missing but the count.
                await self._queries.run(connection, "count", documents=documents, key=key)

    async def add(self, user_id: str, key: str, texts: Sequence[Unembedded], points: Sequence[Sequence[float]]) -> None:
        """Store embeddings in place of those that were there; passages that are gone by now are left out."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "add",
                key=key,
                dimensions=len(points[0]),
                ids=[UUID(text.id) for text in texts],
                points=[as_vector(point) for point in points],
            )
            documents = sorted({UUID(text.document_id) for text in texts if text.document_id})
            await self._queries.run(connection, "count", documents=documents, key=key)

    async def progress(self, user_id: str, key: str) -> EmbeddingProgress:
        """Say how many passages of documents there are and how many have an embedding."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(connection, "progress", key=key)
            return EmbeddingProgress(passages=row["passages"], embedded=row["embedded"])

    async def forget_all(self, user_id: str) -> int:
        """Delete the embeddings of every passage; return how many passages are without one now."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "forget_all")
            await self._queries.run(connection, "forget_counts")
            return (await self._queries.row(connection, "progress", key=""))["passages"]
