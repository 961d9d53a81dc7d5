"""The purpose of a turn: it holds its swarm, spends from the swarm's bounds, and settles the mail that it read."""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bailiwick.features.swarm.digest import digest_of
from bailiwick.features.swarm.events import MailDied, ResidentSlept
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.neighbours import TurnStart
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import (
    LONGEST_MAIL,
    MOST_ATTEMPTS,
    Digest,
    Mail,
    NewMail,
    RoomKind,
    Settled,
    Swarm,
)
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import wake, wake_later
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import AgentCompleted, ErrorOccurred, Event
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Reason, Said, text_of, why_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.models.counting import size_of
from bailiwick.people.records import PERSON
from bailiwick.runs.pausing import STOPPED, LimitReached, Paused
from bailiwick.runs.purpose import End, RunResult
from bailiwick.runs.records import Execution, Step, StepKind

LEAST_ANSWER = 256
"""Tokens; a model call with less room for its answer is not begun."""
PATIENCE = timedelta(seconds=1)
"""How long a turn waits whose tokens others have reserved and may give back."""
FREE = "offline"
"""The model whose calls use no tokens."""
BACKOFF = (2.0, 10.0, 30.0, 120.0)
"""Seconds before the second, third, … attempt at a turn that failed."""


class TurnPurpose:
    """What is particular of a resident's turn."""

    def __init__(
        self,
        stores: Stores,
        jobs: Jobs,
        mailing: Mailing,
        user_id: str,
        execution: Execution,
        start: TurnStart | None = None,
    ) -> None:
        """`start` is what the turn begins with, whose swarm the caller holds; nothing where it is only ended.

        Raises `ValueError` for an execution that is no turn.
        """
        if execution.swarm_id is None or execution.resident_id is None:
            raise ValueError("This execution is no turn of a resident.")
        self._stores = stores
        self._jobs = jobs
        self._mailing = mailing
        self._user_id = user_id
        self._execution = execution
        self._swarm_id, self._me = execution.swarm_id, execution.resident_id
        self._start = start
        self._attempts = 1 if start is None else start.claim.attempts
        self._swarm = None if start is None else start.claim.swarm
        self._may_go_on = start is not None and not execution.cancel_requested
        """What was claimed may go on, and that does not change while the swarm is held."""
        self._booked_until = time.monotonic()
        self.nothing_left = False
        """Whether its resident had nothing more to do when it ended."""

    async def hold(self) -> None:
        """Hold the swarm and the resident: every write to them does that first."""
        self._swarm = await self._stores[SwarmStore].hold_to_count(self._user_id, self._swarm_id, self._me)
        self._may_go_on = False

    async def hold_to_end(self) -> None:
        """The swarm is all."""

    async def may_begin(self) -> None:
        """Raise `Paused` unless swarm, resident and room run, `LimitReached` when the swarm has worked long enough."""
        await self.check_running()
        swarm = self._held()
        limit = swarm.limits.seconds
        if limit is not None and swarm.seconds >= limit:
            raise LimitReached(Reason.of(SwarmReason.SWARM_SECONDS, limit=limit))

    async def check_running(self) -> None:
        """Raise `Paused` unless the turn may go on: its swarm and its resident run, and its room is open."""
        if self._may_go_on:
            return
        obstacle = await self._stores[ResidentTurnStore].obstacle(self._user_id, self._execution.id)
        if obstacle:
            raise Paused(obstacle)
        self._may_go_on = True

    async def obstacle(self) -> Said | None:
        """What keeps swarm, resident or room from going on."""
        return await self._stores[ResidentTurnStore].obstacle(self._user_id, self._execution.id)

    async def reserve(self, question: ModelRequest) -> ModelRequest:
        """Reserve what the call may use at most. Raises `LimitReached`, or `Paused` until others give back."""
        swarm = self._held()
        limit = swarm.limits.tokens
        if limit is None or question.model == FREE:
            return question
        asked = size_of(question).total
        swarms, user_id = self._stores[SwarmStore], self._user_id
        # What this turn had reserved for its last call was freed when that was booked.
        used, others = await swarms.taken_tokens(user_id, swarm.id)
        left = limit - used
        least = min(LEAST_ANSWER, question.max_tokens)
        if left - asked < least:
            raise LimitReached(Reason.of(SwarmReason.SWARM_TOKENS, limit=limit))
        answer = min(question.max_tokens, left - others - asked)
        if answer < least:
            raise Paused(Reason.of(SwarmReason.TOKENS_RESERVED), retry_at=datetime.now(UTC) + PATIENCE)
        await swarms.reserve(user_id, self._execution.id, asked + answer)
        return replace(question, max_tokens=answer)

    async def book(self, usage: Usage) -> None:
        """Add to what swarm and resident have used, with the time since the last booking."""
        now = time.monotonic()
        self._swarm = await self._stores[SwarmStore].spend(
            self._user_id, self._execution.id, usage, now - self._booked_until
        )
        self._booked_until = now

    async def enqueue(self, lock: str | None = None) -> None:
        """Wake the resident."""
        await wake(self._jobs, self._user_id, [self._me])

    async def ended(self, end: End) -> Sequence[Event]:
        """Settle the mail that was read: done, dead, or given up because a person wanted that."""
        if end.answer is not None and self._start is not None:
            sent, settled = await self._answered(self._start, end.answer, end)
            self.nothing_left = settled.unread == 0
            completed = AgentCompleted(agent=self._me, iterations=end.answer.reply.iterations, usage=end.usage)
            return [*sent, completed, self._asleep("done", "", end.usage, settled.unread)]
        if end.failure is None:
            settled = await self._give_up(STOPPED, end.unbooked, dead=False)
            return [self._asleep("stopped", STOPPED, end.usage, settled.unread)]
        reason = end.failure.said
        settled = await self._give_up(reason, end.unbooked, dead=True)
        died = [
            MailDied(
                swarm=self._swarm_id,
                mail=mail.id,
                recipient=self._me,
                redelivered=False,
                reason=text_of(reason),
                why=why_of(reason),
            )
            for mail in settled.mails
        ]
        return [*died, self._asleep("dead", reason, end.usage, settled.unread)]

    def again_at(self, failed: CallFailed) -> datetime | None:
        """Return when it is tried again; None after its last attempt, whose mail becomes dead letters."""
        if self._attempts >= MOST_ATTEMPTS or failed.error_class is ErrorClass.BUDGET:
            return None
        pause = max(BACKOFF[min(self._attempts, len(BACKOFF)) - 1], failed.retry_after or 0.0)
        return datetime.now(UTC) + timedelta(seconds=pause)

    async def retry(self, failed: CallFailed, at: datetime, usage: Usage) -> Sequence[Event]:
        """Try it again at that time."""
        await self._release(error=failed.said, retry_at=at)
        error = ErrorOccurred(
            error_class=failed.error_class, message=str(failed), will_retry=True, lack=failed.lack, why=failed.why
        )
        await wake_later(self._jobs, self._user_id, self._me, at)
        return [error, await self._slept("retrying", failed.said, usage)]

    async def pause(self, paused: Paused, usage: Usage) -> Sequence[Event]:
        """Let it go on later; a limit that was reached pauses the whole swarm."""
        await self._release(retry_at=paused.retry_at)
        slept = await self._slept("paused", paused.said, usage)
        if isinstance(paused, LimitReached):
            await self._mailing.limit(self._user_id, self._held(), paused.said)
        if paused.retry_at is not None:
            await wake_later(self._jobs, self._user_id, self._me, paused.retry_at)
        return [slept]

    async def waits(self, reason: Said, usage: Usage) -> Sequence[Event]:
        """Tell that the resident waits."""
        return [await self._slept("waiting", reason, usage)]

    async def _answered(self, start: TurnStart, answer: RunResult, end: End) -> tuple[Sequence[Event], Settled]:
        """Mark the mail as read, keep what was thought in short, and send the reply that is due; return the facts of
        that, too. Raises `Paused`, which takes all of it back."""
        new = await self._reply_due(start, answer, end.steps)
        sent = () if new is None else await self._mailing.reply(self._user_id, self._held(), new)
        settled = await self._stores[ResidentTurnStore].persist(
            self._user_id,
            self._execution.id,
            Digest(text=digest_of(start, end.steps, answer.content), tainted=answer.tainted),
            usage=end.unbooked,
            seconds=time.monotonic() - self._booked_until,
        )
        if not settled.may_work:
            await self.check_running()
        return sent, settled

    async def _reply_due(self, start: TurnStart, answer: RunResult, steps: Sequence[Step]) -> NewMail | None:
        """Return the resident's words as mail, if a member expects some and it has sent none to that room."""
        room, mails = start.claim.room, start.claim.mails
        wanting = [mail for mail in mails if wants_reply(mail, self._me)]
        if room is None or not wanting:
            return None
        acted = any(step.kind is StepKind.TOOL for step in steps)
        if acted and await self._stores[MailStore].wrote(self._user_id, self._execution.id, room.id, self._me):
            return None
        question = wanting[-1]
        return NewMail(
            room_id=room.id,
            sender=self._me,
            content=answer.words[:LONGEST_MAIL],
            cause_id=mails[-1].id,
            reply_to=question.id,
            mentions=[question.sender] if room.kind is RoomKind.GROUP else (),
            tainted=answer.tainted,
            execution_id=self._execution.id,
            call_id=f"{self._execution.id}:reply",
        )

    def _held(self) -> Swarm:
        assert self._swarm is not None, "the swarm is held before anything is asked of it"  # noqa: S101  (narrows)
        return self._swarm

    async def _release(self, *, error: Said = "", retry_at: datetime | None = None) -> None:
        await self._stores[ResidentTurnStore].release(
            self._user_id, self._execution.id, self._execution.attempt, error=error, retry_at=retry_at
        )

    async def _give_up(self, reason: Said, usage: Usage, *, dead: bool) -> Settled:
        # Who only ends it has not worked on it.
        seconds = 0.0 if self._start is None else time.monotonic() - self._booked_until
        return await self._stores[ResidentTurnStore].give_up(
            self._user_id, self._execution.id, reason, dead=dead, usage=usage, seconds=seconds
        )

    async def _slept(self, outcome: str, reason: Said, usage: Usage) -> Event:
        resident = await self._stores[SwarmStore].resident(self._user_id, self._me)
        return self._asleep(outcome, reason, usage, resident.unread)

    def _asleep(self, outcome: str, reason: Said, usage: Usage, unread: int) -> Event:
        return ResidentSlept(
            swarm=self._swarm_id,
            resident=self._me,
            outcome=outcome,
            reason=text_of(reason),
            why=why_of(reason),
            unread=unread,
            usage=usage,
        )


def wants_reply(mail: Mail, reader: str) -> bool:
    """Whether a reader's last words are sent as a reply: a person wrote, or one is expected of the reader."""
    meant = not mail.mentions or reader in mail.mentions
    return meant and (mail.sender == PERSON or mail.expects_reply)
