"""What people do with rooms and mail: open rooms, join them, write, answer for a resident, read."""

from collections.abc import Sequence

from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

from bailiwick.features.swarm.events import MailDied, RoomChanged
from bailiwick.features.swarm.mail_store import DirectMail, MailStore
from bailiwick.features.swarm.mail_text import PromptMail, mail_prompt
from bailiwick.features.swarm.mentions import mentioned
from bailiwick.features.swarm.orders import SwarmActions
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import Delivery, Digest, Mail, Neighbour, NewMail, Room, RoomKind, RoomStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import wake
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.quoting import in_one_line
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import PERSON
from bailiwick.runs.taint import mark
from bailiwick.runs.threads.history import stored
from bailiwick.tools.phrases import plain

DIGEST = 200
"""Characters of a person's words in the digest of a turn that they took for a resident."""


class RoomActions(SwarmActions):
    """The part of `Swarms` that is about rooms and mail."""

    async def create_room(self, user_id: str, swarm_id: str, name: str, members: Sequence[str]) -> Room:
        """Open a group. Raises `NotFound` (swarm, member), `Conflict` (name), `InvalidInput`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            room = await self._stores[MailStore].create_group(user_id, swarm_id, name, members)
            await self._room_changed(user_id, room, "created")
        return room

    async def rename_room(self, user_id: str, swarm_id: str, room_id: str, name: str) -> Room:
        """Give a group another name. Raises `NotFound`, `Conflict`, `InvalidInput`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            room = await self._stores[MailStore].rename(user_id, swarm_id, room_id, name)
            await self._room_changed(user_id, room, "renamed")
        return room

    async def join(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Add a member to a group, who gets its mail from now on. Raises `NotFound`, `InvalidInput`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            room = await self._stores[MailStore].join(user_id, swarm_id, room_id, member)
            await self._room_changed(user_id, room, "joined", member)
        return room

    async def leave(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Take a member out of a group. Raises `NotFound`, `InvalidInput`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            room = await self._stores[MailStore].leave(user_id, swarm_id, room_id, member)
            await self._room_changed(user_id, room, "left", member)
        return room

    async def pause_room(self, user_id: str, swarm_id: str, room_id: str) -> Room:
        """Let its mail wake no member; turns that read mail of it are paused until it is open again. `NotFound`."""
        return await self._set_room(user_id, swarm_id, room_id, RoomStatus.PAUSED, "paused")

    async def stop_room(self, user_id: str, swarm_id: str, room_id: str) -> Room:
        """Pause it, and end the turns that read mail of it. Raises `NotFound`."""
        return await self._set_room(user_id, swarm_id, room_id, RoomStatus.PAUSED, "stopped")

    async def resume_room(self, user_id: str, swarm_id: str, room_id: str) -> Room:
        """Open it again; who has mail in it is woken. Raises `NotFound`."""
        return await self._set_room(user_id, swarm_id, room_id, RoomStatus.OPEN, "resumed")

    async def write(
        self,
        user_id: str,
        swarm_id: str,
        content: str,
        *,
        room_id: str | None = None,
        to: str | None = None,
        as_resident: str | None = None,
        reply_to: str | None = None,
        expects_reply: bool = False,
    ) -> Mail:
        """Write into a room, or to one member (by id or name); members named with @ are mentioned.

        A person's own mail always expects a reply; `expects_reply` says it of one in a resident's name.

        As a resident, what it has not read in that room counts as read, and it remembers the answer as its own.
        Raises `NotFound`, `InvalidInput`.
        """
        sender = as_resident or PERSON
        if (
            sender == PERSON
            and to is not None
            and room_id is None
            and reply_to is None
            and not self._database.in_transaction(user_id)
        ):
            sent = await self._mailing.post_direct(user_id, DirectMail(swarm_id=swarm_id, to=to, content=content))
            if sent is not None:
                return sent
        async with self._database.as_user(user_id):
            if sender == PERSON and to is not None and room_id is None:
                member = await self._stores[MailStore].addressed(user_id, swarm_id, to)
                if member is not None:
                    room = await self._stores[MailStore].open_direct(user_id, swarm_id, PERSON, member)
                    new = NewMail(
                        room_id=room.id, sender=PERSON, content=content, reply_to=reply_to, expects_reply=True
                    )
                    return await self._mailing.post(user_id, swarm_id, new, direct=True)
            if sender != PERSON:  # what the resident has not read, and what it remembers, is changed besides
                await self._stores[SwarmStore].hold(user_id, swarm_id)
            # All that is only read comes first: whoever else writes in the swarm waits for this from `post` on.
            residents = await self._stores[SwarmStore].neighbours(user_id, swarm_id)
            if sender != PERSON and all(one.id != sender for one in residents):
                raise not_found("resident")
            room = await self._room(user_id, swarm_id, sender, room_id, to, residents)
            names = {one.id: one.name for one in residents if one.id in room.members and one.id != sender}
            if PERSON in room.members and sender != PERSON:
                names[PERSON] = PERSON
            mail = await self._mailing.post(
                user_id,
                swarm_id,
                NewMail(
                    room_id=room.id,
                    sender=sender,
                    content=content,
                    by_person=sender != PERSON,
                    reply_to=reply_to,
                    mentions=mentioned(content, names) if room.kind is RoomKind.GROUP else (),
                    expects_reply=sender == PERSON or expects_reply,
                ),
                direct=room.kind is RoomKind.DIRECT,
            )
            if sender != PERSON:
                await self._answer_for(user_id, swarm_id, sender, room, mail, residents)
        return mail

    async def mark_read(self, user_id: str, swarm_id: str, room_id: str, up_to: int) -> int:
        """Note that the person has read a room up to a position; return how many mails that were. `NotFound`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            read = await self._stores[MailStore].mark_read(user_id, swarm_id, room_id, up_to)
            if read:
                room = await self._stores[MailStore].room(user_id, swarm_id, room_id)
                await self._room_changed(user_id, room, "read", PERSON)
        return read

    async def redeliver(self, user_id: str, swarm_id: str, mail_id: str, recipient: str) -> Delivery:
        """Have a dead letter read again, with all its attempts before it. Raises `NotFound`, `Conflict`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            delivery = await self._stores[MailStore].redeliver(user_id, swarm_id, mail_id, recipient)
            revived = MailDied(swarm=swarm_id, mail=mail_id, recipient=recipient, redelivered=True, reason="")
            await self._tell(user_id, revived)
            await wake(self._jobs, user_id, [recipient])
        return delivery

    async def _room(
        self,
        user_id: str,
        swarm_id: str,
        sender: str,
        room_id: str | None,
        to: str | None,
        residents: Sequence[Neighbour],
    ) -> Room:
        """Within a transaction: return the room that is meant. A direct one that is not there yet is opened, and the
        swarm held."""
        if (room_id is None) == (to is None):
            raise InvalidInput(Reason.of(SwarmReason.ROOM_OR_MEMBER), field="to")
        if room_id is not None:
            return await self._stores[MailStore].room(user_id, swarm_id, room_id)
        wanted = plain(to or "")
        member = PERSON if wanted == PERSON else None
        for one in residents:
            if wanted in (one.id, plain(one.name)):
                member = one.id
        if member is None:
            raise not_found("member", (to or "")[:60])
        return await self._stores[MailStore].open_direct(user_id, swarm_id, sender, member)

    async def _answer_for(
        self, user_id: str, swarm_id: str, resident_id: str, room: Room, mail: Mail, residents: Sequence[Neighbour]
    ) -> None:
        """Put a person's words into the memory of the resident in whose name they were written."""
        answered = await self._stores[MailStore].acknowledge(user_id, swarm_id, resident_id, room.id)
        names = {one.id: one.name for one in residents} | {PERSON: "the person"}
        prompt_mails = [
            PromptMail(position=one.position, sender=names.get(one.sender, one.sender), content=one.content)
            for one in answered
        ]
        place = f'in the group "{in_one_line(room.name, DIGEST)}"' if room.kind is RoomKind.GROUP else "from one member"
        prompt = mail_prompt(place, prompt_mails) if prompt_mails else "You write without having been asked."
        tainted = any(one.tainted for one in answered)
        messages = [
            ModelRequest(parts=[UserPromptPart(content=prompt)], metadata=mark(tainted)),
            ModelResponse(parts=[TextPart(content=mail.content)]),
        ]
        digest = f"you wrote #{mail.position}: {in_one_line(mail.content, DIGEST)}"
        await self._stores[ResidentTurnStore].add(
            user_id,
            resident_id,
            room_id=room.id,
            mails=[one.id for one in answered],
            sent=mail.id,
            message=prompt,
            answer=mail.content,
            digest=Digest(text=digest, tainted=tainted),
            messages=stored(messages),
        )

    async def _set_room(self, user_id: str, swarm_id: str, room_id: str, status: RoomStatus, change: str) -> Room:
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            room = await self._stores[MailStore].set_room_status(user_id, swarm_id, room_id, status)
            turns = await self._stores[ResidentTurnStore].unfinished(user_id, swarm_id, room_id=room_id)
            if change == "paused":
                await self._pause_turns(user_id, turns)
            elif change == "stopped":
                await self._stop_turns(user_id, swarm_id, turns)
                # Who was stopped here may have mail elsewhere.
                await wake(self._jobs, user_id, [turn.resident_id for turn in turns])
            else:
                await self._wake_sleepers(user_id, swarm_id)
            await self._room_changed(user_id, room, change)
        return room

    async def _room_changed(self, user_id: str, room: Room, change: str, member: str | None = None) -> None:
        await self._tell(user_id, RoomChanged(swarm=room.swarm_id, room=room.id, change=change, member=member))
