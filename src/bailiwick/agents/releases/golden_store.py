"""Messages pinned to the agent that must get them."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from asyncpg import UniqueViolationError

from bailiwick.agents.releases.records import GoldenCase
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded
from bailiwick.kernel.database.text import clean_text
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode

MOST_CASES = 10_000


class GoldenStore:
    """Messages pinned to the agent that must get them; one case for each message and last agent."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.releases.golden_store")

    async def put(
        self,
        user_id: str,
        text: str,
        agent: str | None,
        *,
        last_agent: str | None = None,
        note: str = "",
        source: str = "person",
        decision_id: str | None = None,
    ) -> tuple[GoldenCase, bool]:
        """Write a case in place of one for the same message and last agent; return it and whether it is new."""
        text = clean_text(text)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "put",
                id=as_uuid(uuid7(), "golden case"),
                message_hash=_hash(text),
                text=text,
                agent=agent,
                last_agent=last_agent,
                note=clean_text(note),
                source=source,
                decision_id=None if decision_id is None else as_uuid(decision_id, "decision"),
            )
        return _case(row), row["added"]

    async def get(self, user_id: str, case_id: str) -> GoldenCase:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(case_id, "golden case"))
        if row is None:
            raise not_found("golden case")
        return _case(row)

    async def change(
        self, user_id: str, case_id: str, *, text: str, agent: str | None, last_agent: str | None, note: str
    ) -> GoldenCase:
        """Raises `NotFound`; `Conflict` when another case has that message and last agent."""
        text = clean_text(text)
        try:
            async with self._database.as_user(user_id) as connection:
                row = await self._queries.one(
                    connection,
                    "change",
                    id=as_uuid(case_id, "golden case"),
                    message_hash=_hash(text),
                    text=text,
                    agent=agent,
                    last_agent=last_agent,
                    note=clean_text(note),
                )
        except UniqueViolationError:
            raise Conflict(Reason.of(ReasonCode.CASE_THERE)) from None
        if row is None:
            raise not_found("golden case")
        return _case(row)

    async def delete(self, user_id: str, case_id: str) -> None:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "delete", id=as_uuid(case_id, "golden case")):
                raise not_found("golden case")

    async def unpin(self, user_id: str, decision_id: str) -> None:
        """Delete the case that was pinned from a decision. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "unpin", decision_id=as_uuid(decision_id, "decision")):
                raise not_found("golden case")

    async def list(self, user_id: str, *, before: str | None = None, limit: int = 50) -> Sequence[GoldenCase]:
        """Latest first; `before` pages by id."""
        after = None if before is None else as_uuid(before, "golden case")
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", before=after, limit=bounded(limit))
        return [_case(row) for row in rows]

    async def all(self, user_id: str) -> Sequence[GoldenCase]:
        """Return all cases, oldest first; there are 10,000 at most."""
        async with self._database.as_user(user_id) as connection:
            return [_case(row) for row in await self._queries.all(connection, "all", limit=MOST_CASES)]

    async def count(self, user_id: str) -> int:
        """Return how many cases there are."""
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "count"))["count"]


def _case(row: Mapping[str, Any]) -> GoldenCase:
    return GoldenCase(
        id=str(row["id"]),
        text=row["text"],
        agent=row["agent"],
        last_agent=row["last_agent"],
        note=row["note"],
        source=row["source"],
        decision_id=None if row["decision_id"] is None else str(row["decision_id"]),
        created_at=row["created_at"],
    )


def _hash(text: str) -> str:
    """Return the hex SHA-256 of a cleaned message, as decisions have it."""
    return sha256(text.encode()).hexdigest()
