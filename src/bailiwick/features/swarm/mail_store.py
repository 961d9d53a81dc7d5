"""Sending mail, and what recipients have read; see `rooms` and `mail_views` for the rest."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from bailiwick.features.swarm.events import MOST_TOLD, PREVIEW, MailSent
from bailiwick.features.swarm.mail_views import MailViews
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import LONGEST_MAIL, Delivery, DeliveryStatus, Mail, NewMail, SentMail
from bailiwick.features.swarm.room_store import RoomStore
from bailiwick.features.swarm.rows import read_delivery, read_mail
from bailiwick.kernel.database.queries import Connection, as_uuid
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_text, same_title
from bailiwick.kernel.errors import Conflict, InboxFull, InvalidInput, TooMuchWork, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.engine import JobRoom
from bailiwick.kernel.quoting import in_one_line
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeUps:
    """The jobs that wake the readers of a mail."""

    task: str
    arguments: Mapping[str, str]
    """What they are enqueued with, besides `resident`."""
    lock: str
    """How the lock of a resident begins, which ends with its id."""
    kind: str
    """What follows the lock in the queueing lock."""
    room: JobRoom


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectMail:
    """What the person writes to one resident."""

    swarm_id: str
    to: str
    """Id or name."""
    content: str


class MailStore(RoomStore, MailViews):
    """Rooms, mail, and who has read what."""

    async def send(
        self,
        user_id: str,
        swarm_id: str,
        new: NewMail,
        *,
        most_unread: int | None = None,
        most_runs: int | None = None,
        held: bool = False,
        tells: bool = False,
        wake_ups: WakeUps | None = None,
    ) -> SentMail:
        """Store a mail and a delivery for every other member of its room, counted on the swarm.

        `held` says that the caller's transaction holds the swarm already, or need not, since the room is direct: no
        member joins it or leaves it. The same `call_id` sends nothing again. Mentions of others than members have no
        effect.
        With `tells` the fact is told, with `wake_ups` its readers are woken; who could not begin now (paused, stopped)
        is neither woken nor among `wakes`. For a resident with `most_unread` unread mails it is a dead letter. Other
        bounds are not checked here, but that mail has 1 to 32,000 characters. Raises `NotFound` (swarm, room, cause,
        `reply_to` of another room); `InvalidInput` when the sender is no member; `InboxFull` when all whom the mail is
        for have too much unread; `TooMuchWork` while `most_runs` executions of the user are pending or running.
        """
        content = _checked(new)
        mail_id = uuid7()
        unread = Reason.of(SwarmReason.TOO_MUCH_UNREAD, most=most_unread or 0)
        stored: dict[str, Any] = {
            "id": as_uuid(mail_id, "mail"),
            "swarm_id": swarm_id,
            "room_id": as_uuid(new.room_id, "room"),
            "by_person": new.by_person,
            "content": content,
            "cause_id": None if new.cause_id is None else as_uuid(new.cause_id, "mail"),
            "reply_to": None if new.reply_to is None else as_uuid(new.reply_to, "mail"),
            "expects_reply": new.expects_reply,
            "tainted": new.tainted,
            "execution_id": None if new.execution_id is None else as_uuid(new.execution_id, "execution"),
        }
        async with self._database.as_user(user_id) as connection:
            if not held:
                await self._hold_to_count(connection, swarm_id)
            rows = await self._mails.all(
                connection,
                "send",
                **stored,
                sender=new.sender,
                mentions=[*new.mentions],
                call_id=new.call_id,
                most_unread=most_unread,
                most_runs=most_runs,
                error=text_column(unread),
                why=why_column(unread),
                kind=MailSent.wire,
                fact=_fact(swarm_id, mail_id, new, content) if tells else None,
                told=MOST_TOLD,
                **_waking(wake_ups),
            )
            if not rows:
                raise not_found("swarm")
            place = rows[0]
            if place["sent"] is not None:
                (mail,) = await self._whole(connection, swarm_id, [place["sent"]])
                return SentMail(mail=mail, wakes=(), repeated=True)
            delivered = [row for row in rows if row["recipient_id"] is not None]
            _check(place, new, most_runs, unread, {row["recipient_id"] for row in delivered if row["status"] == "dead"})
            if tells:
                await self._database.tell_of_facts(user_id, new.execution_id)
            for row in delivered:
                if row["begun"] is not None and wake_ups is not None:
                    wake_ups.room.give(row["begun"])
            mail = read_mail(
                {
                    **stored,
                    **{name: place[name] for name in ("mentions", "position", "root_id", "hop", "sent_at")},
                    "sender_id": new.sender,
                },
                [read_delivery(row) for row in delivered],
            )
            wakes = tuple(row["recipient_id"] for row in delivered if row["woken"])
            return SentMail(mail=mail, wakes=wakes, repeated=False)

    async def send_direct(
        self,
        user_id: str,
        new: Sequence[DirectMail],
        *,
        held: str | None = None,
        most_unread: int,
        most_runs: int,
        wake_ups: WakeUps,
    ) -> Sequence[Mail | None]:
        """Store mails of the person in the order given, tell of them and wake their readers, as `send` does with each.

        Nothing for those that have to be sent alone, which shows what is in the way: somebody holds the swarm, the
        resident or their room, there is none, too much is unread or unfinished. Only the swarm `held` is waited for,
        the one to which all of them go; `NotFound` where there is none. Where the caller has a transaction open, that
        holds what the mails go to. Content has 1 to 32,000 characters.
        """
        ids = [uuid7() for _ in new]
        try:
            async with self._database.as_user(user_id) as connection:
                if held is not None:
                    await self._hold_to_count(connection, held)
                rows = await self._mails.all(
                    connection,
                    "send_direct",
                    ids=[as_uuid(one, "mail") for one in ids],
                    swarms=[mail.swarm_id for mail in new],
                    recipients=[mail.to for mail in new],
                    name_keys=[same_title(mail.to) for mail in new],
                    contents=[mail.content for mail in new],
                    facts=[_direct_fact(mail_id, mail) for mail_id, mail in zip(ids, new, strict=True)],
                    kind=MailSent.wire,
                    most_unread=most_unread,
                    most_runs=most_runs,
                    **_waking(wake_ups),
                )
                if rows:
                    await self._database.tell_of_facts(user_id, None)
                for row in rows:
                    if row["begun"] is not None:
                        wake_ups.room.give(row["begun"])
        except InvalidInput:  # one of them cannot be kept, and shows it alone
            return [None] * len(new)
        stored: list[Mail | None] = [None] * len(new)
        for row in rows:
            place = row["number"] - 1
            stored[place] = _direct(new[place], row)
        return stored

    async def addressed(self, user_id: str, swarm_id: str, to: str) -> str | None:
        """Return the id of the resident whose id or name that is; None where there is none."""
        async with self._database.as_user(user_id) as connection:
            row = await self._mails.one(connection, "addressed", swarm_id=swarm_id, id=to, name_key=same_title(to))
            return None if row is None else row["id"]

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
                raise Conflict(Reason.of(SwarmReason.NO_DEAD_LETTER, status=before["status"]))
            if not before["member"]:
                raise Conflict(Reason.of(SwarmReason.RECIPIENT_LEFT))
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


def _check(place: dict[str, Any], new: NewMail, most_runs: int | None, unread: Reason, full: Set[str]) -> None:
    """Raise where nothing was written, and `InboxFull`, too, where none of its recipients could read it after all:
    those of `full` got so much at the same time."""
    if most_runs is not None and place["executions"] >= most_runs:
        raise TooMuchWork.of(most_runs)
    if place["kind"] is None:
        raise not_found("room")
    if not place["member"]:
        raise InvalidInput(Reason.of(SwarmReason.MEMBERS_WRITE), field="roomId")
    meant = set(place["mentions"] or place["others"]) - ({PERSON} if new.by_person else set())
    if place["in_vain"] or (meant and meant <= full):
        raise InboxFull(Reason.of(SwarmReason.INBOX_FULL, unread, names=", ".join(sorted(meant))))
    if place["position"] is None:  # the cause, or the mail that is answered, is none of this swarm, or of another room
        raise not_found("mail")


def _fact(swarm_id: str, mail_id: str, new: NewMail, content: str) -> str:
    """Return the fact as JSON; which number the mail has and who gets it is added where it is stored."""
    fact = MailSent(
        swarm=swarm_id,
        room=new.room_id,
        mail=mail_id,
        position=0,
        sender=new.sender,
        recipients=(),
        cause=new.cause_id,
        preview=in_one_line(content, PREVIEW),
    )
    return as_json(fact.data())


def _direct_fact(mail_id: str, new: DirectMail) -> str:
    """As `_fact`; the room is added where it is stored, too."""
    return _fact(new.swarm_id, mail_id, NewMail(room_id="", sender=PERSON, content=new.content), new.content)


def _direct(new: DirectMail, row: dict[str, Any]) -> Mail:
    """Return a mail of the person to one resident as it was stored."""
    mail_id = str(row["id"])
    unread = Delivery(
        mail_id=mail_id,
        recipient=row["reader"],
        status=DeliveryStatus.UNREAD,
        attempts=0,
        execution_id=None,
        error="",
        read_at=None,
    )
    return Mail(
        id=mail_id,
        swarm_id=new.swarm_id,
        room_id=str(row["room_id"]),
        position=row["position"],
        sender=PERSON,
        by_person=False,
        content=new.content,
        cause_id=None,
        root_id=mail_id,
        hop=0,
        reply_to=None,
        mentions=(),
        expects_reply=True,
        tainted=False,
        execution_id=None,
        sent_at=row["sent_at"],
        deliveries=(unread,),
    )


def _waking(wake_ups: WakeUps | None) -> dict[str, Any]:
    """Return the parameters of the jobs that wake the readers of a mail, if they are woken."""
    return {
        "task": None if wake_ups is None else wake_ups.task,
        "arguments": "{}" if wake_ups is None else as_json(wake_ups.arguments),
        "lock": "" if wake_ups is None else wake_ups.lock,
        "kind_of_lock": "" if wake_ups is None else wake_ups.kind,
        "worker_id": None if wake_ups is None else wake_ups.room.worker_id,
        "places": 0 if wake_ups is None else wake_ups.room.places,
    }


def _checked(new: NewMail) -> str:
    """Return the content as it is kept: what a person writes is refused where it cannot be kept as it is."""
    content = new.content if new.by_person or new.sender == PERSON else clean_text(new.content)
    if not content.strip() or len(content) > LONGEST_MAIL:
        raise InvalidInput(
            Reason.of(SwarmReason.MAIL_TOO_LONG, length=len(content), most=LONGEST_MAIL), field="content"
        )
    return content
