"""Documents that are deleted for their age: what nobody changes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bailiwick.kernel.ageing import OldRecords
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries


class OldDocuments(OldRecords):
    """Documents that are deleted for their age: what nobody changes."""

    kind = "documents"
    setting = "document_days"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.documents.retention")

    async def find(self, connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is old."""
        rows = await self._queries.all(connection, "old_documents", before=before, limit=limit)
        return [row["id"] for row in rows]

    async def remove(self, connection: Connection, ids: Sequence[UUID], before: datetime) -> int:
        """Delete these; return how many there were."""
        return await self._queries.run(connection, "delete_documents", ids=ids, before=before)
