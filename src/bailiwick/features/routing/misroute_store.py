"""What people said about wrong decisions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bailiwick.features.routing.misroutes import Misroute
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded
from bailiwick.kernel.database.text import clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7


class MisrouteStore:
    """What people said about wrong decisions."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.routing.misroute_store")

    async def report(
        self, user_id: str, decision_id: str, correct: str | None, note: str, *, execution_id: str | None = None
    ) -> Misroute:
        """Note that a decision was wrong, in place of an earlier report; `execution_id` is the run in which the right
        agent got the message.

        Where the decision itself was made for such a run, the report that began it named the wrong agent too: it names
        `correct` from now on, or is gone where that agent had been chosen first. Raises `NotFound`.
        """
        key = as_uuid(decision_id, "decision")
        run = None if execution_id is None else as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "report",
                id=as_uuid(uuid7(), "misroute"),
                decision_id=key,
                correct=correct,
                note=clean_text(note),
                execution_id=run,
            )
            if row is None:
                raise not_found("decision")
            if correct is not None:
                await self._queries.run(connection, "correct_earlier", decision_id=key, correct=correct)
                await self._queries.run(connection, "drop_contradicting", decision_id=key)
            return _misroute(row)

    async def get(self, user_id: str, misroute_id: str) -> Misroute:
        """Return one report. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(misroute_id, "misroute"))
        if row is None:
            raise not_found("misroute")
        return _misroute(row)

    async def withdraw(self, user_id: str, decision_id: str) -> None:
        """Take the report of a decision back. Raises `NotFound` when there is none."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "withdraw", decision_id=as_uuid(decision_id, "decision")):
                raise not_found("misroute")

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Misroute]:
        """Latest first; `before` pages by `created_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", before=before, limit=bounded(limit))
            return [_misroute(row) for row in rows]


def _misroute(row: dict[str, Any]) -> Misroute:
    return Misroute(
        id=str(row["id"]),
        decision_id=str(row["decision_id"]),
        message=row["message"],
        chosen=row["chosen"],
        correct=row["correct"],
        note=row["note"],
        created_at=row["created_at"],
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
    )
