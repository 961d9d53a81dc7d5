"""The past of residents, and which of them have something to do."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bailiwick.features.swarm.mail_reading import MailReading
from bailiwick.features.swarm.records import Digest, ResidentTurn, Room, WokenBy
from bailiwick.features.swarm.rows import read_room, read_turn
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid, bounded
from bailiwick.kernel.errors import not_found
from bailiwick.runs.threads.records import Exchange, read_summary

SILENCE = timedelta(minutes=5)
"""A turn that seems to run is looked after when nothing was heard of it for so long."""


class ResidentHistory(MailReading):
    """The part of `ResidentTurnStore` that only reads."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._turns = Queries("bailiwick.features.swarm.turn_store")
        self._members = Queries("bailiwick.features.swarm.resident_store")
        self._rooms = Queries("bailiwick.features.swarm.room_store")

    async def list(
        self,
        user_id: str,
        resident_id: str,
        *,
        before: datetime | None = None,
        limit: int = 20,
        messages: bool = False,
    ) -> Sequence[ResidentTurn]:
        """Latest first; `before` pages by `created_at`. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._swarm_of(connection, resident_id)
            rows = await self._turns.all(
                connection, "list", resident_id=resident_id, before=before, limit=bounded(limit), messages=messages
            )
            return [read_turn(row) for row in rows]

    async def history(
        self, user_id: str, resident_id: str, *, before_execution: str, window: int, digests: int = 200
    ) -> tuple[Sequence[Digest], Sequence[Exchange]]:
        """Return the digests of older turns, oldest first, and what the latest `window` completed turns before one
        said, oldest first; before these the latest summary, for which no digests and no turns stand any more."""
        key, window = as_uuid(before_execution, "execution"), min(max(window, 0), MOST_ROWS)
        async with self._database.as_user(user_id) as connection:
            rows = await self._turns.all(
                connection, "messages", resident_id=resident_id, before_execution=key, window=window
            )
            full = [row for row in rows if row["summary"] is None]
            summary = next((row for row in rows if row["summary"] is not None), None)
            # Where there are not as many, there are no older ones.
            short = (
                []
                if len(full) < window
                else await self._turns.all(
                    connection,
                    "digests",
                    resident_id=resident_id,
                    before_execution=key,
                    after_execution=None if summary is None else summary["id"],
                    window=window,
                    limit=min(max(digests, 0), MOST_ROWS),
                )
            )
        lines = [Digest(text=row["digest"], tainted=row["tainted"]) for row in reversed(short) if row["digest"]]
        return lines, [_exchange(row) for row in reversed(rows)]

    async def unfinished(
        self, user_id: str, swarm_id: str, *, resident_id: str | None = None, room_id: str | None = None
    ) -> Sequence[ResidentTurn]:
        """Turns under way, waiting or to be tried again."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._turns.all(
                connection,
                "unfinished",
                swarm_id=swarm_id,
                resident_id=resident_id,
                room_id=None if room_id is None else as_uuid(room_id, "room"),
            )
            return [read_turn(row) for row in rows]

    async def sleepers(
        self, user_id: str, *, swarm_id: str | None = None, limit: int = 1000
    ) -> Sequence[tuple[str, WokenBy]]:
        """Residents that have something to do now and should be woken, of one swarm if given: after a pause, and for
        the poll that makes up for lost signals. A turn that seems to run is among them when nothing was heard of it
        for five minutes."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._turns.all(
                connection, "sleepers", swarm_id=swarm_id, silence=SILENCE, limit=bounded(limit)
            )
            return [(row["resident_id"], WokenBy(row["woken_by"])) for row in rows]

    async def _swarm_of(self, connection: Connection, resident_id: str) -> str:
        row = await self._members.one(connection, "whose", id=resident_id)
        if row is None:
            raise not_found("resident")
        return row["swarm_id"]

    async def _room_of(self, connection: Connection, swarm_id: str, key: Any) -> Room:
        rows = await self._rooms.all(connection, "of", ids=[key], swarm_id=swarm_id)
        if not rows:
            raise not_found("room")
        return read_room(rows[0])


def _exchange(row: Mapping[str, Any]) -> Exchange:
    return Exchange(
        execution_id=str(row["id"]),
        summary=read_summary(row["summary"]),
        agent_id=None,
        answered=True,
        messages=row["model_messages"],
    )
