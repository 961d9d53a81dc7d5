"""Mail as people look at it: lists, chains of causes, who waits for whom, and how it flows."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from bailiwick.features.swarm.mail_reading import MailReading
from bailiwick.features.swarm.records import Activity, DeliveryStatus, Mail, MailFlow, Wait, WaitState
from bailiwick.features.swarm.rings import ringed
from bailiwick.features.swarm.rows import read_mail, read_resident
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid, bounded, containing
from bailiwick.kernel.errors import not_found
from bailiwick.people.records import PERSON

SEARCHED = 20_000
"""A search looks into so many mails, the latest."""
LONGEST_CHAIN = 1000
"""How far back laps are looked for, in mails."""
MOST_SPANS = 500
MOST_FLOWS = 20_000
_LAST = 2**31 - 1
_STATES = {
    DeliveryStatus.UNREAD: WaitState.UNREAD,
    DeliveryStatus.CLAIMED: WaitState.WORKING,
    DeliveryStatus.READ: WaitState.READ,
    DeliveryStatus.DEAD: WaitState.UNREAD,
}


class MailViews(MailReading):
    """The part of `MailStore` that only reads."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._views = Queries("bailiwick.features.swarm.mail_views")
        self._members = Queries("bailiwick.features.swarm.resident_store")

    async def sent_lately(self, user_id: str, swarm_id: str, sender: str, room_id: str) -> int:
        """Mails of a sender in a room in the last 60 seconds."""
        key = as_uuid(room_id, "room")
        async with self._database.as_user(user_id) as connection:
            row = await self._views.row(connection, "sent_lately", swarm_id=swarm_id, sender=sender, room_id=key)
            return row["mails"]

    async def laps(
        self, user_id: str, swarm_id: str, sender: str, room_id: str, cause_id: str, *, times: int = 2
    ) -> Sequence[str]:
        """Return the senders along the chain of causes from `cause_id` (latest first) back to the sender's mail in that
        room that is its `times`-th from there, that one included. Empty when it has written there less often since
        the latest word of a person, or within the latest 1,000 mails of the chain."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._views.all(
                connection,
                "laps",
                swarm_id=swarm_id,
                sender=sender,
                room_id=as_uuid(room_id, "room"),
                cause_id=as_uuid(cause_id, "mail"),
                times=max(times, 1),
                longest=LONGEST_CHAIN,
            )
            return [row["sender_id"] for row in rows] if rows and rows[-1]["written"] >= max(times, 1) else []

    async def get(self, user_id: str, swarm_id: str, mail_id: str) -> Mail:
        """With deliveries and usage. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            found = await self._whole(connection, swarm_id, [as_uuid(mail_id, "mail")])
            if not found:
                raise not_found("mail")
            return found[0]

    async def list(
        self,
        user_id: str,
        swarm_id: str,
        *,
        room_id: str | None = None,
        member: str | None = None,
        search: str | None = None,
        dead: bool = False,
        before: int | None = None,
        limit: int = 50,
    ) -> Sequence[Mail]:
        """The latest below position `before`, oldest first, with deliveries and usage; of one room, sent or received
        by a member, containing a text whatever the case, with dead letters. Several filters together, and a text, are
        looked for in the latest 20,000 mails. Raises `NotFound` (swarm, room)."""
        before = _LAST if before is None else min(max(before, 0), _LAST)
        async with self._database.as_user(user_id) as connection:
            room = None if room_id is None else await self._room_key(connection, swarm_id, room_id)
            await self._exists(connection, swarm_id)
            page = {"swarm_id": swarm_id, "before": before, "limit": bounded(limit)}
            match (room is not None, member is not None, bool(search), dead):
                case (False, False, False, False):
                    rows = await self._views.all(connection, "latest", **page)
                case (True, False, False, False):
                    rows = await self._views.all(connection, "latest_of_room", room_id=room, **page)
                case (False, True, False, False):
                    rows = await self._views.all(connection, "latest_of_member", member=member, **page)
                case (False, False, False, True):
                    rows = await self._views.all(connection, "latest_dead", **page)
                case _:
                    rows = await self._views.all(
                        connection,
                        "matching",
                        room_id=room,
                        member=member,
                        dead=dead,
                        search=containing(search),
                        searched=SEARCHED,
                        **page,
                    )
            return await self._whole(connection, swarm_id, [row["id"] for row in rows])

    async def wrote(self, user_id: str, execution_id: str, room_id: str, sender: str) -> bool:
        """Whether a turn has sent mail of its resident into a room."""
        keys = {"execution_id": as_uuid(execution_id, "execution"), "room_id": as_uuid(room_id, "room")}
        async with self._database.as_user(user_id) as connection:
            return (await self._views.row(connection, "wrote", sender=sender, **keys))["wrote"]

    async def passed_on(self, user_id: str, swarm_id: str, mail_id: str) -> tuple[Mail, Mail] | None:
        """Return a mail and the one that caused it, without deliveries and usage; None where there is none."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._views.all(connection, "passed_on", id=as_uuid(mail_id, "mail"), swarm_id=swarm_id)
            return None if len(rows) < 2 else (read_mail(rows[0]), read_mail(rows[1]))

    async def of_turns(self, user_id: str, swarm_id: str, execution_ids: Sequence[str]) -> Sequence[Mail]:
        """The mails that turns of residents read or sent, oldest first; without deliveries and usage."""
        keys = [as_uuid(execution_id, "execution") for execution_id in execution_ids]
        async with self._database.as_user(user_id) as connection:
            rows = await self._views.all(connection, "of_turns", execution_ids=keys)
            return await self._bare(connection, swarm_id, [row["id"] for row in rows])

    async def chain(self, user_id: str, swarm_id: str, mail_id: str, *, limit: int = 200) -> Sequence[Mail]:
        """The mails that led to it and those that came of it, oldest first, with deliveries and usage.

        Of more than `limit` those that are nearest to it, at least half of the room left to what led to it. Raises
        `NotFound`.
        """
        key, most = as_uuid(mail_id, "mail"), bounded(limit)
        async with self._database.as_user(user_id) as connection:
            if not await self._bare(connection, swarm_id, [key]):
                raise not_found("mail")
            causes = await self._views.all(connection, "causes", id=key, swarm_id=swarm_id, limit=most)
            effects = await self._views.all(connection, "effects", id=key, swarm_id=swarm_id, limit=most)
            led = causes[: max(most - 1 - len(effects), most // 2)]
            came = effects[: most - 1 - len(led)]
            return await self._whole(connection, swarm_id, [key, *(row["id"] for row in (*led, *came))])

    async def waits(self, user_id: str, swarm_id: str) -> Sequence[Wait]:
        """Who waits for whom, oldest first, 1,000 at most; rings among sleeping residents are marked.

        Of several mails from one to the other in one room that have no answer, the oldest. Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            await self._exists(connection, swarm_id)
            unanswered = await self._views.all(connection, "unanswered", swarm_id=swarm_id, limit=MOST_ROWS)
            asking = await self._views.all(connection, "asking", swarm_id=swarm_id, limit=MOST_ROWS)
            asleep = await self._asleep(connection, {row["sender_id"] for row in unanswered} - {PERSON})
        pairs = {(row["sender_id"], row["member_id"]) for row in unanswered}
        rings = ringed({(who, whom) for who, whom in pairs if who in asleep and whom in asleep})
        waits = [
            Wait(
                who=row["sender_id"],
                whom=row["member_id"],
                state=_STATES[DeliveryStatus(row["status"])],
                since=row["sent_at"],
                mail_id=str(row["id"]),
                approval_id=None,
                circular=(row["sender_id"], row["member_id"]) in rings,
            )
            for row in unanswered
        ]
        waits += [
            Wait(
                who=row["resident_id"],
                whom=PERSON,
                state=WaitState.APPROVAL,
                since=row["created_at"],
                mail_id=None,
                approval_id=str(row["id"]),
            )
            for row in asking
        ]
        return sorted(waits, key=lambda wait: (wait.since, wait.who, wait.whom))[:MOST_ROWS]

    async def flow(
        self, user_id: str, swarm_id: str, *, since: datetime, until: datetime, spans: int
    ) -> Sequence[MailFlow]:
        """Mails by sender, recipient and span of time, oldest span first; `until` is the first moment that does not
        count, and there are 500 spans at most. Raises `NotFound`."""
        span = max((until - since) / min(max(spans, 1), MOST_SPANS), timedelta(microseconds=1))
        async with self._database.as_user(user_id) as connection:
            await self._exists(connection, swarm_id)
            rows = await self._views.all(
                connection, "flow", swarm_id=swarm_id, since=since, until=until, span=span, limit=MOST_FLOWS
            )
            return [
                MailFlow(sender=row["sender_id"], recipient=row["recipient_id"], at=row["at"], mails=row["mails"])
                for row in rows
            ]

    async def _room_key(self, connection: Connection, swarm_id: str, room_id: str) -> object:
        key = as_uuid(room_id, "room")
        if await self._views.one(connection, "room", room_id=key, swarm_id=swarm_id) is None:
            raise not_found("room")
        return key

    async def _asleep(self, connection: Connection, ids: Collection[str]) -> Collection[str]:
        rows = await self._members.all(connection, "of", ids=[*ids])
        residents = [read_resident(row) for row in rows]
        return {one.id for one in residents if one.activity is Activity.SLEEPING}
