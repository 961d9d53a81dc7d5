"""Mail is sent: within bounds, told to everyone, and its readers woken, all in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bailiwick.features.swarm.bounds import MailRefusal, check_content, refusal_of
from bailiwick.features.swarm.events import MOST_TOLD, PREVIEW, MailDied, MailRefused, MailSent, SwarmChanged
from bailiwick.features.swarm.mail_store import DirectMail, MailStore
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import DeliveryStatus, Mail, NewMail, SentMail, Swarm, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import by_mail
from bailiwick.kernel.background import Background
from bailiwick.kernel.batches import Batches
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InboxFull
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.quoting import in_one_line
from bailiwick.kernel.reasons import Reason, Said, text_of, why_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.pausing import PAUSE, LimitReached, Paused
from bailiwick.runs.queue_bound import QueueBound

AT_ONCE = 50
"""So many mails of a person go into one statement, at most."""
SPACE = timedelta(seconds=15)
"""After so long a reply is tried again whose sender had written to the room too often."""


class _Refused(Exception):
    """Takes the transaction back in which mail was found to be too much."""

    def __init__(self, refusal: MailRefusal) -> None:
        self.refusal = refusal


class Mailing:
    """Sends the mail of residents and of people."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        jobs: Jobs,
        bus: Bus,
        queue: QueueBound,
        background: Background,
        *,
        most_unread: int,
    ) -> None:
        """`most_unread` is how many mails a resident may have unread."""
        self._database = database
        self._stores = stores
        self._jobs = jobs
        self._bus = bus
        self._queue = queue
        self._most_unread = most_unread
        self._direct: Batches[tuple[str, str | None], DirectMail, Mail | None] = Batches(
            background, "send what the person writes", self._send_direct, most=AT_ONCE
        )

    async def post_direct(self, user_id: str, new: DirectMail) -> Mail | None:
        """Send a person's mail to one resident, together with others of theirs that are sent at the same time.

        What cannot be sent at once waits for its swarm, again together with others. Nothing where it has to be sent by
        `post`, which says what is in the way. Never within a transaction of the caller's: those who are sent together
        have one of their own. Raises `InvalidInput`, `Unavailable`, `NotFound` for a swarm that is not there.
        """
        check_content(new.content)
        return await self._direct.ask((user_id, None), new) or await self._direct.ask((user_id, new.swarm_id), new)

    async def _send_direct(self, key: tuple[str, str | None], new: Sequence[DirectMail]) -> Sequence[Mail | None]:
        """Send mails of a user; the key says whose, and for which swarm they wait, if for any."""
        user_id, held = key
        return await self._stores[MailStore].send_direct(
            user_id,
            new,
            held=held,
            most_unread=self._most_unread,
            most_runs=self._queue.most,
            wake_ups=by_mail(self._jobs, user_id),
        )

    async def post(self, user_id: str, swarm_id: str, new: NewMail, *, direct: bool = False) -> Mail:
        """Send a person's mail, in the person's name or a resident's, whatever the swarm's bounds; `direct` says that
        it goes to a direct room.

        Where the caller has a transaction open, that holds the swarm from here on. Raises `NotFound`, `InvalidInput`,
        `InboxFull`; `TooMuchWork` from a user who has too much unfinished work.
        """
        check_content(new.content)
        async with self._database.as_user(user_id):
            sent = await self._store(user_id, swarm_id, new, held=direct, most_runs=self._queue.most)
            await self._tell_dead(user_id, new, sent.mail)
            return sent.mail

    async def send(self, user_id: str, swarm_id: str, new: NewMail, *, to: str | None = None) -> Mail:
        """Send a resident's mail, into its direct room with `to` if given; a repetition of the same call sends nothing
        again, and is never refused.

        Raises `CallFailed` when the mail is beyond a bound, `NotFound`, `InvalidInput`.
        """
        check_content(new.content)
        try:
            async with self._database.as_user(user_id):
                swarm = await self._stores[SwarmStore].hold_to_count(user_id, swarm_id)
                new = await self._addressed(user_id, swarm_id, new, to)
                sent = await self._store(user_id, swarm_id, new, held=True)
                # Whether it was sent before shows only now; so what is too much is taken back.
                if not sent.repeated:
                    refusal = await refusal_of(self._stores, user_id, swarm, new, sent=True)
                    if refusal is not None:
                        raise _Refused(refusal)
                    await self._tell_dead(user_id, new, sent.mail)
                return sent.mail
        except InboxFull as full:
            refusal = MailRefusal("unread", full.said)
        except _Refused as refused:
            refusal = refused.refusal
        async with self._database.as_user(user_id):
            swarm = await self._stores[SwarmStore].hold_to_count(user_id, swarm_id)
            await self._refuse(user_id, swarm, await self._addressed(user_id, swarm_id, new, to), refusal)
        raise CallFailed(ErrorClass.BUDGET, refusal.reason)

    async def reply(self, user_id: str, swarm: Swarm, new: NewMail) -> Sequence[Event]:
        """Within a transaction that holds the swarm: send the words with which a turn ends, and return the facts to
        tell.

        Nothing is sent for another lap of a ring, or where too much is unread. Where there is room for them later the
        turn waits: raises `LimitReached` when the swarm may send no more, `Paused` when the sender has written too
        much of late.
        """
        refusal = await refusal_of(self._stores, user_id, swarm, new, sent=False)
        if refusal is None:
            try:
                sent = await self._store(user_id, swarm.id, new, held=True, tells=False)
                return [] if sent.repeated else [_sent(sent.mail), *_died(sent.mail)]
            except InboxFull as full:
                refusal = MailRefusal("unread", full.said)
        if refusal.rule == "mails":
            raise LimitReached(refusal.reason)
        if refusal.rule == "pair_per_minute":
            raise Paused(refusal.reason, retry_at=datetime.now(UTC) + SPACE)
        return [_refused(swarm, new, refusal)]

    async def limit(self, user_id: str, swarm: Swarm, reached: Said) -> None:
        """Within a transaction that holds the swarm: pause it because a limit that all share is reached."""
        if swarm.status is not SwarmStatus.RUNNING:
            return
        reason = Reason.of(SwarmReason.RAISE_LIMIT, reached) if isinstance(reached, Reason) else reached
        paused = await self._stores[SwarmStore].set_status(user_id, swarm.id, SwarmStatus.PAUSED, reason, held=True)
        changed = SwarmChanged(
            swarm=swarm.id, change="limited", status=paused.status, reason=paused.reason, why=paused.why
        )
        await self._stores[EventStore].append(user_id, [changed])
        for turn in await self._stores[ResidentTurnStore].unfinished(user_id, swarm.id):
            await self._bus.command(user_id, turn.execution_id, PAUSE)

    async def _addressed(self, user_id: str, swarm_id: str, new: NewMail, to: str | None) -> NewMail:
        """Within a transaction that holds the swarm: return it with the room that it goes to."""
        if to is None:
            return new
        room = await self._stores[MailStore].open_direct(user_id, swarm_id, new.sender, to, held=True)
        return replace(new, room_id=room.id)

    async def _store(
        self,
        user_id: str,
        swarm_id: str,
        new: NewMail,
        *,
        held: bool,
        tells: bool = True,
        most_runs: int | None = None,
    ) -> SentMail:
        """Store it, whatever the swarm's bounds, tell of it if asked to, and wake its readers."""
        return await self._stores[MailStore].send(
            user_id,
            swarm_id,
            new,
            most_unread=self._most_unread,
            most_runs=most_runs,
            held=held,
            tells=tells,
            wake_ups=by_mail(self._jobs, user_id),
        )

    async def _tell_dead(self, user_id: str, new: NewMail, mail: Mail) -> None:
        await self._stores[EventStore].append(user_id, _died(mail), execution_id=new.execution_id, agent=_agent(new))

    async def _refuse(self, user_id: str, swarm: Swarm, new: NewMail, refusal: MailRefusal) -> None:
        fact = _refused(swarm, new, refusal)
        await self._stores[EventStore].append(user_id, [fact], execution_id=new.execution_id, agent=_agent(new))
        if refusal.rule == "mails":
            await self.limit(user_id, swarm, refusal.reason)


def _sent(mail: Mail) -> Event:
    return MailSent(
        swarm=mail.swarm_id,
        room=mail.room_id,
        mail=mail.id,
        position=mail.position,
        sender=mail.sender,
        recipients=tuple(delivery.recipient for delivery in mail.deliveries[:MOST_TOLD]),
        cause=mail.cause_id,
        preview=in_one_line(mail.content, PREVIEW),
    )


def _died(mail: Mail) -> Sequence[Event]:
    return [
        MailDied(
            swarm=mail.swarm_id,
            mail=mail.id,
            recipient=one.recipient,
            redelivered=False,
            reason=one.error,
            why=one.why,
        )
        for one in mail.deliveries
        if one.status is DeliveryStatus.DEAD
    ]


def _refused(swarm: Swarm, new: NewMail, refusal: MailRefusal) -> Event:
    return MailRefused(
        swarm=swarm.id,
        room=new.room_id,
        sender=new.sender,
        rule=refusal.rule,
        reason=text_of(refusal.reason),
        ring=refusal.ring,
        why=why_of(refusal.reason),
    )


def _agent(new: NewMail) -> str | None:
    return None if new.execution_id is None else new.sender
