"""Jobs for a certain time, deferred by who has a connection and no engine."""

from collections.abc import Mapping
from datetime import datetime

from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.database.text import as_json


class LaterJobs:
    """Enqueues jobs for a certain time in the caller's transaction."""

    def __init__(self) -> None:
        self._queries = Queries("bailiwick.kernel.jobs.jobs")

    async def defer(
        self,
        connection: Connection,
        task: str,
        user_id: str,
        arguments: Mapping[str, str],
        *,
        at: datetime,
        queueing_lock: str,
    ) -> None:
        """Enqueue a job for `at`, unless one waits that has the queueing lock."""
        content = as_json({"user_id": user_id, "arguments": dict(arguments)})
        await self._queries.one(
            connection, "defer", task=task, lock=None, queueing_lock=queueing_lock, arguments=content, at=at
        )
