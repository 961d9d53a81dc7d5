"""How mail is taken from its rows and marked as read; what all stores of mail have in common."""

from collections.abc import Sequence
from typing import Any

from bailiwick.features.swarm.locks import HoldingSwarms
from bailiwick.features.swarm.records import Delivery, Mail
from bailiwick.features.swarm.rows import read_delivery, read_mail, shared_usage
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.errors import not_found
from bailiwick.people.records import PERSON


class MailReading(HoldingSwarms):
    """Base of the stores of rooms, mail and turns."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._mails = Queries("bailiwick.features.swarm.mail_store")

    async def _exists(self, connection: Connection, swarm_id: str) -> None:
        if await self._held.one(connection, "get", id=swarm_id) is None:
            raise not_found("swarm")

    async def _bare(self, connection: Connection, swarm_id: str, ids: Sequence[Any]) -> Sequence[Mail]:
        """Return mails without their deliveries and usage, oldest first."""
        return [read_mail(row) for row in await self._mails.all(connection, "of", ids=[*ids], swarm_id=swarm_id)]

    async def _whole(self, connection: Connection, swarm_id: str, ids: Sequence[Any]) -> Sequence[Mail]:
        """Return mails with their deliveries and usage, oldest first."""
        deliveries: dict[Any, list[Delivery]] = {}
        for row in await self._mails.all(connection, "deliveries", ids=[*ids]):
            deliveries.setdefault(row["mail_id"], []).append(read_delivery(row))
        shares: dict[Any, list[dict[str, Any]]] = {}
        for row in await self._mails.all(connection, "shares", ids=[*ids]):
            shares.setdefault(row["mail_id"], []).append(row)
        rows = await self._mails.all(connection, "of", ids=[*ids], swarm_id=swarm_id)
        return [read_mail(row, deliveries.get(row["id"], ()), shared_usage(shares.get(row["id"], ()))) for row in rows]

    async def _read_all(self, connection: Connection, swarm_id: str, room_id: str, member: str) -> Sequence[Any]:
        """Mark as read what a member has not read of a room and no turn has claimed; return the ids of the mails."""
        rows = await self._mails.all(
            connection, "read_all", swarm_id=swarm_id, room_id=as_uuid(room_id, "room"), recipient=member
        )
        if rows and member == PERSON:
            await self._mails.run(connection, "count_unread_of_swarm", swarm_id=swarm_id, mails=-len(rows))
        elif rows:
            await self._mails.run(connection, "count_unread_of_resident", resident_id=member, mails=-len(rows))
        return [row["mail_id"] for row in rows]
