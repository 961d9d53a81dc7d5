"""Port `DocumentStore`: texts that agents wrote."""

from collections.abc import Sequence
from typing import Any

from bailiwick.core.documents import Document
from bailiwick.core.errors import NotFound
from bailiwick.core.ids import uuid7
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import Queries, as_uuid, bounded
from bailiwick.storage.text import clean_text


class PostgresDocuments:
    """Port `DocumentStore` on PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._queries = Queries("documents")

    async def create(
        self, user_id: str, title: str, content: str, *, call_id: str, execution_id: str | None = None
    ) -> Document:
        """Create. Idempotent per `call_id`: a repetition returns the first result.

        Raises `NotFound` for no such execution.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection, "create", id=as_uuid(uuid7(), "document"), title=clean_text(title),
                content=clean_text(content), call_id=call_id,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
            )  # fmt: skip
            row = row or await self._queries.row(connection, "made_by", call_id=call_id)
            return _document(row)

    async def get(self, user_id: str, document_id: str) -> Document:
        """Return one document. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(document_id, "document"))
            if row is None:
                raise NotFound("There is no such document.")
            return _document(row)

    async def list(self, user_id: str, *, limit: int = 50) -> Sequence[Document]:
        """Latest first."""
        async with self._database.as_user(user_id) as connection:
            return [_document(row) for row in await self._queries.all(connection, "list", limit=bounded(limit))]


def _document(row: dict[str, Any]) -> Document:
    return Document(
        id=str(row["id"]),
        title=row["title"],
        content=row["content"],
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
        created_at=row["created_at"],
    )
