"""Port `MailStore`: sending mail, and what recipients have read; see `rooms` and `mail_views` for the rest."""

from collections.abc import Sequence
from typing import Any

from bailiwick.core.errors import Conflict, InboxFull, InvalidInput, not_found
from bailiwick.core.ids import uuid7
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.swarm import (
    LONGEST_MAIL,
    PERSON,
    Delivery,
    DeliveryStatus,
    Mail,
    NewMail,
    RoomKind,
    RoomStatus,
    SentMail,
    SwarmStatus,
)
from bailiwick.storage.mail_views import PostgresMailViews
from bailiwick.storage.queries import Connection, as_uuid
from bailiwick.storage.reasons import text_column, why_column
from bailiwick.storage.rooms import PostgresRooms
from bailiwick.storage.swarm_rows import read_delivery, read_mail
from bailiwick.storage.text import clean_text


class PostgresMail(PostgresRooms, PostgresMailViews):
    """Port `MailStore` on PostgreSQL."""

    async def send(
        self, user_id: str, swarm_id: str, new: NewMail, *, most_unread: int | None = None, held: bool = False
    ) -> SentMail:
        """Store a mail and a delivery for every other member of its room, counted on the swarm.

        `held` says that this transaction holds the swarm already. The same `call_id` sends nothing again. Mentions of
        others than members mean nothing. Whoever could not begin now is not named in `wakes`. For a resident with
        `most_unread` unread mails it is a dead letter. Other bounds are not checked here, but that mail has 1 to
        32,000 characters. Raises `NotFound`; `InvalidInput` when the sender is no member; `InboxFull` when all whom
        the mail is for have too much unread.
        """
        content = _checked(new)
        room_id, mail_id = as_uuid(new.room_id, "room"), as_uuid(uuid7(), "mail")
        follows = {
            "cause_id": None if new.cause_id is None else as_uuid(new.cause_id, "mail"),
            "reply_to": None if new.reply_to is None else as_uuid(new.reply_to, "mail"),
        }
        async with self._database.as_user(user_id) as connection:
            if not held:
                await self._hold(connection, swarm_id)
            place = await self._mails.row(
                connection,
                "place",
                room_id=room_id,
                swarm_id=swarm_id,
                sender=new.sender,
                mentions=[*new.mentions],
                most_unread=most_unread,
                call_id=new.call_id,
                **follows,
            )
            if place["sent"] is not None:
                (mail,) = await self._whole(connection, swarm_id, [place["sent"]])
                return SentMail(mail=mail, wakes=(), repeated=True)
            unread = Reason.of(ReasonCode.TOO_MUCH_UNREAD, most=most_unread or 0)
            _check(place, new, unread)
            direct, position = place["kind"] == RoomKind.DIRECT, place["mails"] + 1
            first = new.cause_id is None
            stored: dict[str, Any] = {
                "id": mail_id,
                "swarm_id": swarm_id,
                "room_id": room_id,
                "position": position,
                "by_person": new.by_person,
                "content": content,
                "root_id": mail_id if first else place["root_id"],
                "hop": 0 if first else place["hop"] + 1,
                "mentions": place["mentions"],
                "expects_reply": new.expects_reply,
                "tainted": new.tainted,
                "execution_id": None if new.execution_id is None else as_uuid(new.execution_id, "execution"),
                **follows,
            }
            to_person = PERSON in place["others"] and not new.by_person
            rows = await self._mails.all(
                connection,
                "send",
                sender=new.sender,
                call_id=new.call_id,
                full=place["full"],
                everybody=direct or not place["mentions"],
                error=text_column(unread),
                why=why_column(unread),
                unread=int(to_person),
                turns_to_person=int(to_person and (PERSON in place["mentions"] or (direct and new.expects_reply))),
                **stored,
            )
            delivered = [row for row in rows if row["recipient_id"] is not None]
            mail = read_mail(
                {**stored, "sender_id": new.sender, "sent_at": rows[0]["sent_at"]},
                [read_delivery(row) for row in delivered],
            )
            awake = place["swarm"] == SwarmStatus.RUNNING and place["status"] == RoomStatus.OPEN
            wakes = tuple(row["recipient_id"] for row in delivered if awake and row["woken"])
            return SentMail(mail=mail, wakes=wakes, repeated=False)

    async def mark_read(self, user_id: str, swarm_id: str, room_id: str, up_to: int) -> int:
        """Note that the person has read a room up to a position; return how many mails that were. `NotFound`."""
        key = as_uuid(room_id, "room")
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            await self._room(connection, swarm_id, room_id)
            read = await self._mails.row(
                connection, "read_by_person", swarm_id=swarm_id, room_id=key, up_to=min(max(up_to, 0), 2**31 - 1)
            )
            if read["mails"]:
                await self._mails.run(connection, "count_read_by_person", room_id=key, **read)
                await self._mails.run(connection, "count_unread_of_swarm", swarm_id=swarm_id, mails=-read["mails"])
            return read["mails"]

    async def acknowledge(self, user_id: str, swarm_id: str, resident_id: str, room_id: str) -> Sequence[Mail]:
        """Mark what a resident has not read of a room as read, because a person answered for it; return it, without
        deliveries. What a turn has claimed stays the turn's. Raises `NotFound` (swarm, room)."""
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            await self._room(connection, swarm_id, room_id)
            read = await self._read_all(connection, swarm_id, room_id, resident_id)
            return await self._bare(connection, swarm_id, read)

    async def redeliver(self, user_id: str, swarm_id: str, mail_id: str, recipient: str) -> Delivery:
        """Make a dead letter unread again, with all its attempts before it; it wakes its recipient.

        Raises `NotFound`; `Conflict` when it is not dead or its recipient has left the room.
        """
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            before = await self._delivery(connection, swarm_id, mail_id, recipient)
            if before["status"] != DeliveryStatus.DEAD:
                raise Conflict(Reason.of(ReasonCode.NO_DEAD_LETTER, status=before["status"]))
            if not before["member"]:
                raise Conflict(Reason.of(ReasonCode.RECIPIENT_LEFT))
            await self._mails.run(connection, "redeliver", mail_id=as_uuid(mail_id, "mail"), recipient=recipient)
            await self._mails.run(connection, "count_dead", swarm_id=swarm_id, mails=-1)
            await self._mails.run(connection, "count_unread_of_resident", resident_id=recipient, mails=1)
            return read_delivery(await self._delivery(connection, swarm_id, mail_id, recipient))

    async def _delivery(self, connection: Connection, swarm_id: str, mail_id: str, recipient: str) -> dict[str, Any]:
        row = await self._mails.one(
            connection, "delivery", mail_id=as_uuid(mail_id, "mail"), recipient=recipient, swarm_id=swarm_id
        )
        if row is None:
            raise not_found("mail")
        return row


def _check(place: dict[str, Any], new: NewMail, unread: Reason) -> None:
    """Raise where there is no such place, and `InboxFull` when nobody whom the mail is for could read it."""
    if place["kind"] is None:
        raise not_found("room")
    if not place["member"]:
        raise InvalidInput(Reason.of(ReasonCode.MEMBERS_WRITE), field="roomId")
    # A person knows what they write for others.
    meant = set(place["mentions"] or place["others"]) - ({PERSON} if new.by_person else set())
    if meant and meant <= set(place["full"]):
        raise InboxFull(Reason.of(ReasonCode.INBOX_FULL, unread, names=", ".join(sorted(meant))))
    if (new.cause_id is not None and place["root_id"] is None) or (
        new.reply_to is not None and place["answered"] is None
    ):
        raise not_found("mail")
    if new.reply_to is not None and str(place["answered"]) != new.room_id:
        raise not_found("mail")


def _checked(new: NewMail) -> str:
    """Return the content as it is kept: what a person writes is refused where it cannot be kept as it is."""
    content = new.content if new.by_person or new.sender == PERSON else clean_text(new.content)
    if not content.strip() or len(content) > LONGEST_MAIL:
        raise InvalidInput(Reason.of(ReasonCode.MAIL_TOO_LONG, length=len(content), most=LONGEST_MAIL), field="content")
    return content
