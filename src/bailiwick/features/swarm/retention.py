"""Mail that is deleted for its age: what all of its recipients have read."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bailiwick.agents.metrics.rolling import Rolling
from bailiwick.kernel.ageing import OldRecords
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries


class OldMails(OldRecords):
    """Mail that is deleted for its age: what all of its recipients have read."""

    kind = "mails"
    setting = "mail_days"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.swarm.retention")
        self._rolling = Rolling()

    async def find(self, connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is old and has been summed up: figures are made of it."""
        rolled = await self._rolling.until(connection)
        rows = await self._queries.all(connection, "old_mails", before=before, rolled=rolled, limit=limit)
        return [row["id"] for row in rows]

    async def remove(self, connection: Connection, ids: Sequence[UUID], before: datetime) -> int:
        """Delete these; return how many there were."""
        await self._queries.run(connection, "loosen_mails", ids=ids)
        return await self._queries.run(connection, "delete_mails", ids=ids)
