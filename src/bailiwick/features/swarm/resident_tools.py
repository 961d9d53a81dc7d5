"""What a resident's own tools do, with the sender set here and never by the resident."""

from collections.abc import Sequence
from typing import Any

from bailiwick.features.swarm.bounds import check_groups
from bailiwick.features.swarm.creating import Creating
from bailiwick.features.swarm.events import RoomChanged
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.mentions import mentioned
from bailiwick.features.swarm.neighbours import TurnStart
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import Mail, Neighbour, NewMail, NewResident, Room, RoomKind
from bailiwick.features.swarm.requests import PEOPLE
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import PERSON
from bailiwick.tools.phrases import plain
from bailiwick.tools.records import ToolContext

NAMED = 20
"""Names that a refusal lists."""


class TurnActions:
    """From where the mail and the creations of one turn go out."""

    def __init__(self, stores: Stores, mailing: Mailing, creating: Creating, start: TurnStart) -> None:
        self._stores = stores
        self._mailing = mailing
        self._creating = creating
        self.start = start
        """What the turn began with."""
        self._me = start.me.id
        self._swarm_id = start.claim.swarm.id

    async def send(self, context: ToolContext, to: str, content: str, expects_reply: bool | None) -> dict[str, Any]:
        """Write to one member. Raises `CallFailed`, `NotFound`, `InvalidInput`.

        With None a reply is expected of a resident, unless this mail answers one of theirs that the turn reads: else
        two residents that leave it open would answer one another for ever. A person replies without being asked to.
        """
        member = await self._member(context.user_id, to)
        if member == self._me:
            raise InvalidInput(Reason.of(SwarmReason.NOT_TO_YOURSELF))
        if expects_reply is None:
            expects_reply = member not in (PERSON, *(read.sender for read in self.start.claim.mails))
        mail = await self._send(context, "", content, expects_reply, (), to=member)
        return {"sent": mail.position, "to": self.start.name(member) if member != PERSON else PERSON}

    async def send_to_group(
        self, context: ToolContext, group: str, content: str, expects_reply: bool
    ) -> dict[str, Any]:
        """Write to a group. Raises `CallFailed`, `NotFound`, `InvalidInput`."""
        room = await self._group(context.user_id, group)
        members = await self._names(context.user_id, room)
        mentions = mentioned(content, {member: name for member, name in members.items() if member != self._me})
        mail = await self._send(context, room.id, content, expects_reply, mentions)
        woken = mentions or [member for member in room.members if member not in (self._me, PERSON)]
        return {"sent": mail.position, "group": room.name, "wakes": [members[one] for one in woken if one != PERSON]}

    async def create_group(self, context: ToolContext, name: str, members: Sequence[str]) -> dict[str, Any]:
        """Open a group with this resident in it, or have members join the one of that name that it is in.

        Raises `NotFound` (member), `InvalidInput` (name), `Conflict` (the name is another group's, bounds).
        """
        user_id = context.user_id
        invited = [await self._member(user_id, member) for member in members]
        async with self._stores.database.as_user(user_id):
            swarm = await self._stores[SwarmStore].hold(user_id, self._swarm_id)
            store = self._stores[MailStore]
            room = _group_called(name, await store.rooms(user_id, self._swarm_id, member=self._me))
            if room is not None:
                return await self._joined(user_id, room, invited)
            await check_groups(self._stores, user_id, swarm)
            room = await store.create_group(user_id, self._swarm_id, name, [self._me, *invited])
            await self._tell(user_id, room, "created", None)
            return await self._told(user_id, room)

    async def invite(self, context: ToolContext, group: str, members: Sequence[str]) -> dict[str, Any]:
        """Add members to a group that this resident is in. Raises `NotFound` (group, member)."""
        user_id = context.user_id
        invited = [await self._member(user_id, member) for member in members]
        async with self._stores.database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, self._swarm_id)
            return await self._joined(user_id, await self._group(user_id, group), invited)

    async def create(
        self, context: ToolContext, role: str, guidance: str, name: str, tools: Sequence[str] | None
    ) -> dict[str, Any]:
        """Create a resident below this one. Raises `Conflict`, `InvalidInput`."""
        me = self.start.me
        role = " ".join(role.split())
        new = NewResident(
            name=" ".join(name.split()) or await self._free_name(context.user_id, role),
            role=role,
            guidance=guidance,
            parent_id=me.id,
            model=me.model,
            tools=me.tools if tools is None else tools,
            agent_id=None,
            context_window=me.context_window,
            call_id=context.call_id,
        )
        made = await self._creating.add(context.user_id, self._swarm_id, new)
        return {"name": made.name, "role": made.role, "state": "asleep until somebody writes to it"}

    async def _joined(self, user_id: str, room: Room, members: Sequence[str]) -> dict[str, Any]:
        """Within the transaction that holds the swarm: have members join a group."""
        for member in members:
            if member not in room.members:
                room = await self._stores[MailStore].join(user_id, self._swarm_id, room.id, member)
                await self._tell(user_id, room, "joined", member)
        return await self._told(user_id, room)

    async def _tell(self, user_id: str, room: Room, change: str, member: str | None) -> None:
        changed = RoomChanged(swarm=self._swarm_id, room=room.id, change=change, member=member)
        await self._stores[EventStore].append(user_id, [changed])

    async def _told(self, user_id: str, room: Room) -> dict[str, Any]:
        names = await self._names(user_id, room)
        return {"group": room.name, "members": [names[member] for member in room.members if member in names]}

    async def _send(
        self,
        context: ToolContext,
        room_id: str,
        content: str,
        expects_reply: bool,
        mentions: Sequence[str],
        *,
        to: str | None = None,
    ) -> Mail:
        mails = self.start.claim.mails
        new = NewMail(
            room_id=room_id,
            sender=self._me,
            content=content,
            cause_id=mails[-1].id if mails else None,
            mentions=mentions,
            expects_reply=expects_reply,
            tainted=context.tainted,
            execution_id=context.execution_id,
            call_id=context.call_id,
        )
        return await self._mailing.send(context.user_id, self._swarm_id, new, to=to)

    async def _member(self, user_id: str, to: str) -> str:
        """Return the member of that name or id. Raises `NotFound` with the names that there are."""
        wanted = plain(to).removeprefix("@")
        if wanted in PEOPLE:
            return PERSON
        if found := _called(wanted, self.start.residents):
            return found
        residents = await self._stores[SwarmStore].neighbours(user_id, self._swarm_id)
        if found := _called(wanted, residents):  # one that was made since
            return found
        names = ", ".join([PERSON, *(one.name for one in residents[:NAMED] if one.id != self._me)])
        raise NotFound(Reason.of(SwarmReason.NOBODY_CALLED, name=to[:60], names=names))

    async def _group(self, user_id: str, group: str) -> Room:
        rooms = await self._stores[MailStore].rooms(user_id, self._swarm_id, member=self._me)
        found = _group_called(group, rooms)
        if found is not None:
            return found
        groups = [room for room in rooms if room.kind is RoomKind.GROUP]
        if not groups:
            raise NotFound(Reason.of(SwarmReason.NO_GROUPS))
        names = ", ".join(room.name for room in groups[:NAMED])
        raise NotFound(Reason.of(SwarmReason.NO_GROUP_CALLED, name=group[:60], names=names))

    async def _names(self, user_id: str, room: Room) -> dict[str, str]:
        residents = await self._stores[SwarmStore].neighbours(user_id, self._swarm_id)
        return {PERSON: PERSON} | {one.id: one.name for one in residents if one.id in room.members}

    async def _free_name(self, user_id: str, role: str) -> str:
        """Make a name of a role: Researcher, Researcher 2, …"""
        residents = await self._stores[SwarmStore].neighbours(user_id, self._swarm_id)
        taken = {plain(one.name) for one in residents}
        name = role[:30].strip().capitalize() or "Resident"
        free = (f"{name} {number}" for number in range(2, len(taken) + 3))
        return name if plain(name) not in taken else next(one for one in free if plain(one) not in taken)


def _group_called(name: str, rooms: Sequence[Room]) -> Room | None:
    """Return the group of a name or an id."""
    wanted = plain(name).removeprefix("#")
    groups = [room for room in rooms if room.kind is RoomKind.GROUP]
    return next((room for room in groups if wanted in (plain(room.name).removeprefix("#"), room.id)), None)


def _called(wanted: str, residents: Sequence[Neighbour]) -> str | None:
    return next((one.id for one in residents if wanted in (plain(one.name), one.id)), None)
