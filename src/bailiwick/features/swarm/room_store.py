"""The rooms of swarms: who writes where."""

from collections.abc import Sequence
from typing import Any

from bailiwick.features.swarm.mail_reading import MailReading
from bailiwick.features.swarm.names import checked_name
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import Room, RoomKind, RoomStatus
from bailiwick.features.swarm.rows import read_room
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.database.text import same_title
from bailiwick.kernel.errors import Conflict, InvalidInput, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import PERSON


class RoomStore(MailReading):
    """The part of `MailStore` that is about rooms."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rooms = Queries("bailiwick.features.swarm.room_store")

    async def open_direct(self, user_id: str, swarm_id: str, one: str, other: str, *, held: bool = False) -> Room:
        """Return the direct room of two members, created if there is none; `held` says that the caller's transaction
        holds the swarm already. Raises `NotFound`; `InvalidInput` for one and the same.
        """
        if one == other:
            raise InvalidInput(Reason.of(SwarmReason.NOT_TO_ONESELF), field="to")
        pair = sorted((one, other))
        key = "|".join(pair)
        async with self._database.as_user(user_id) as connection:
            found = await self._rooms.one(connection, "keyed", swarm_id=swarm_id, key=key)
            if found is None and not held:
                await self._hold(connection, swarm_id)
                found = await self._rooms.one(connection, "keyed", swarm_id=swarm_id, key=key)
            if found is not None:
                return read_room(found)
            room = await self._insert(connection, swarm_id, RoomKind.DIRECT, "", key, [one, other])
            return await self._room(connection, swarm_id, str(room["id"]))

    async def create_group(self, user_id: str, swarm_id: str, name: str, members: Sequence[str]) -> Room:
        """Raises `NotFound` (swarm, member), `InvalidInput`; `Conflict` when the name is taken within the swarm."""
        name = checked_name(name)
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            room = await self._insert(connection, swarm_id, RoomKind.GROUP, name, _group_key(name), members)
            return await self._room(connection, swarm_id, str(room["id"]))

    async def room(self, user_id: str, swarm_id: str, room_id: str) -> Room:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._room(connection, swarm_id, room_id)

    async def rooms(self, user_id: str, swarm_id: str, *, member: str | None = None) -> Sequence[Room]:
        """Latest mail first; only those of a member, if given. Raises `NotFound` (swarm)."""
        async with self._database.as_user(user_id) as connection:
            if member is None:
                rows = await self._rooms.all(connection, "all", swarm_id=swarm_id)
            else:
                rows = await self._rooms.all(connection, "of_member", swarm_id=swarm_id, member=member)
            if not rows:
                await self._exists(connection, swarm_id)
            return [read_room(row) for row in rows]

    async def rename(self, user_id: str, swarm_id: str, room_id: str, name: str) -> Room:
        """Raises `NotFound`, `Conflict`; `InvalidInput` for a direct room."""
        name = checked_name(name)
        async with self._database.as_user(user_id) as connection:
            room = await self._group(connection, swarm_id, room_id)
            taken = await self._rooms.one(connection, "keyed", swarm_id=swarm_id, key=_group_key(name))
            if taken is not None and str(taken["id"]) != room.id:
                raise Conflict(Reason.of(SwarmReason.ROOM_THERE, name=name))
            key = as_uuid(room_id, "room")
            await self._rooms.run(connection, "rename", id=key, name=name, key=_group_key(name))
            return await self._room(connection, swarm_id, room_id)

    async def set_room_status(self, user_id: str, swarm_id: str, room_id: str, status: RoomStatus) -> Room:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            await self._room(connection, swarm_id, room_id)
            await self._rooms.run(connection, "set_status", id=as_uuid(room_id, "room"), status=status)
            return await self._room(connection, swarm_id, room_id)

    async def join(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Add a member to a group; who is one already stays one. A member gets mail from now on.

        Raises `NotFound` (swarm, room, member); `InvalidInput` for a direct room.
        """
        async with self._database.as_user(user_id) as connection:
            await self._group(connection, swarm_id, room_id)
            await self._enter(connection, swarm_id, room_id, [member])
            return await self._room(connection, swarm_id, room_id)

    async def leave(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Take a member out of a group; what it has not read of it counts as read.

        What a turn has claimed stays the turn's. Raises `NotFound`; `InvalidInput` for a direct room.
        """
        async with self._database.as_user(user_id) as connection:
            await self._group(connection, swarm_id, room_id)
            key = as_uuid(room_id, "room")
            if await self._rooms.one(connection, "take_out", room_id=key, member=member) is None:
                raise not_found("member")
            await self._read_all(connection, swarm_id, room_id, member)
            if member == PERSON:
                await self._rooms.run(connection, "count_person_out", id=key)
            return await self._room(connection, swarm_id, room_id)

    async def _room(self, connection: Connection, swarm_id: str, room_id: str) -> Room:
        rows = await self._rooms.all(connection, "of", ids=[as_uuid(room_id, "room")], swarm_id=swarm_id)
        if not rows:
            raise not_found("room")
        return read_room(rows[0])

    async def _group(self, connection: Connection, swarm_id: str, room_id: str) -> Room:
        """Return a group of a swarm, which is held from here on."""
        await self._hold(connection, swarm_id)
        room = await self._room(connection, swarm_id, room_id)
        if room.kind is RoomKind.DIRECT:
            raise InvalidInput(Reason.of(SwarmReason.DIRECT_ROOM), field="roomId")
        return room

    async def _insert(
        self, connection: Connection, swarm_id: str, kind: RoomKind, name: str, key: str, members: Sequence[str]
    ) -> dict[str, Any]:
        room_id = uuid7()
        room = await self._rooms.one(
            connection, "insert", id=as_uuid(room_id, "room"), swarm_id=swarm_id, kind=kind, name=name, key=key
        )
        if room is None:
            raise Conflict(Reason.of(SwarmReason.ROOM_THERE, name=name))
        await self._enter(connection, swarm_id, room_id, members)
        return room

    async def _enter(self, connection: Connection, swarm_id: str, room_id: str, members: Sequence[str]) -> None:
        wanted = [*dict.fromkeys(members)]
        rows = await self._rooms.all(connection, "known", swarm_id=swarm_id, ids=wanted)
        known = {PERSON} | {row["id"] for row in rows}
        missing = [member for member in wanted if member not in known]
        if missing:
            raise not_found("member", missing[0][:80])
        await self._rooms.run(connection, "enter", swarm_id=swarm_id, room_id=as_uuid(room_id, "room"), members=wanted)


def _group_key(name: str) -> str:
    return f"#{same_title(name)}"
