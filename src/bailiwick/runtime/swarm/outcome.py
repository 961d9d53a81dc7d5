"""How a turn of a resident ends when it is not done: laid down, waiting, stopped, to be tried again, given up."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog

from bailiwick.core.errors import LostClaim, WaitsForPerson
from bailiwick.core.events import ErrorOccurred, Event, ExecutionWaited, MailDied, ResidentSlept
from bailiwick.core.executions import Execution, ExecutionStatus, Failure, Usage
from bailiwick.core.ports import Jobs
from bailiwick.core.reasons import Said, text_of, why_of
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.swarm import MOST_ATTEMPTS, Swarm
from bailiwick.runtime.ending import STOPPED, tell_end
from bailiwick.runtime.swarm.halting import LaidDown, LimitReached
from bailiwick.runtime.swarm.turn import Parts
from bailiwick.runtime.swarm.waking import wake, wake_later
from bailiwick.runtime.tool_calls import ApprovalNeeded

BACKOFF = (2.0, 10.0, 30.0, 120.0)
"""Seconds before the second, third, … attempt at a turn that failed."""

log = structlog.get_logger(__name__)


class Outcome:
    """Writes down how one claimed turn ends; a worker that has lost its claim writes nothing."""

    def __init__(
        self, parts: Parts, jobs: Jobs, user_id: str, swarm_id: str, resident_id: str, execution: Execution,
        usage: Callable[[], Usage], *, attempts: int = 1,
    ) -> None:  # fmt: skip
        """`usage` returns what the turn has used by then; `attempts` how often it was begun, this time included."""
        self._mailing = parts.mailing
        self._stores = parts.means.stores
        self._database = parts.means.database
        self._jobs = jobs
        self._user_id = user_id
        self._swarm_id = swarm_id
        self._resident_id = resident_id
        self._execution = execution
        self._usage = usage
        self._attempts = attempts

    async def lay_down(self, laid: LaidDown) -> None:
        """Let it go on later, as if it had never stopped; a limit that was reached pauses the whole swarm."""
        async with self._ending() as swarm:
            await self._release(retry_at=laid.retry_at)
            await self._slept("paused", laid.said)
            if isinstance(laid, LimitReached):
                await self._mailing.limit(self._user_id, swarm, laid.said)
            if laid.retry_at is not None:
                await wake_later(self._jobs, self._user_id, self._resident_id, laid.retry_at)

    async def wait(self, waits: WaitsForPerson) -> None:
        """Set it waiting; if a person has decided everything meanwhile, it goes on at once."""
        executions, execution = self._stores.executions, self._execution
        async with self._ending():
            await executions.wait(self._user_id, execution.id, execution.attempt, waits.said)
            pending = await self._stores.approvals.count_pending(self._user_id, execution.id)
            if isinstance(waits, ApprovalNeeded) and not pending:
                await executions.resume(self._user_id, execution.id)
                await wake(self._jobs, self._user_id, [self._resident_id])
                return
            await self._tell(ExecutionWaited(reason=str(waits), why=waits.why))
            await self._slept("waiting", waits.said)

    async def stop(self) -> None:
        """End it because a person wants that; its mail counts as read."""
        async with self._ending():
            await self._finish(ExecutionStatus.CANCELLED, None)
            await self._stores.resident_turns.give_up(self._user_id, self._execution.id, STOPPED, dead=False)
            await self._slept("stopped", STOPPED)
            await self._tell_end(ExecutionStatus.CANCELLED, None)

    async def fail(self, failed: CallFailed) -> None:
        """Try it again after a while, or give it up: its mail then becomes dead letters."""
        last = self._attempts >= MOST_ATTEMPTS or failed.error_class is ErrorClass.BUDGET
        async with self._ending():
            if last:
                await self._die(failed)
            else:
                await self._retry(failed)

    async def _retry(self, failed: CallFailed) -> None:
        pause = max(BACKOFF[min(self._attempts, len(BACKOFF)) - 1], failed.retry_after or 0.0)
        retry_at = datetime.now(UTC) + timedelta(seconds=pause)
        await self._release(error=failed.said, retry_at=retry_at)
        await self._tell(
            ErrorOccurred(
                error_class=failed.error_class, message=str(failed), will_retry=True, lack=failed.lack, why=failed.why
            )
        )
        await self._slept("retrying", failed.said)
        await wake_later(self._jobs, self._user_id, self._resident_id, retry_at)

    async def _die(self, failed: CallFailed) -> None:
        failure = Failure(error_class=failed.error_class, message=str(failed), lack=failed.lack, why=failed.why)
        await self._finish(ExecutionStatus.FAILED, failure)
        mails = await self._stores.resident_turns.give_up(self._user_id, self._execution.id, failed.said, dead=True)
        died: Sequence[Event] = [
            MailDied(
                swarm=self._swarm_id,
                mail=mail.id,
                recipient=self._resident_id,
                redelivered=False,
                reason=str(failed),
                why=failed.why,
            )
            for mail in mails
        ]
        await self._tell(*died)
        await self._slept("dead", failed.said)
        await self._tell_end(ExecutionStatus.FAILED, failure)

    @asynccontextmanager
    async def _ending(self) -> AsyncGenerator[Swarm]:
        try:
            async with self._database.as_user(self._user_id):
                yield await self._stores.swarms.hold(self._user_id, self._swarm_id)
        except LostClaim:
            log.info("a turn was taken over", execution=self._execution.id)

    async def _finish(self, status: ExecutionStatus, failure: Failure | None) -> None:
        execution, usage = self._execution, self._usage()
        await self._stores.executions.finish(
            self._user_id, execution.id, execution.attempt, status, usage=usage, failure=failure
        )

    async def _tell_end(self, status: ExecutionStatus, failure: Failure | None) -> None:
        await tell_end(self._stores, self._user_id, self._execution, status, failure, self._usage())

    async def _release(self, *, error: Said = "", retry_at: datetime | None = None) -> None:
        await self._stores.resident_turns.release(
            self._user_id, self._execution.id, self._execution.attempt, error=error, retry_at=retry_at
        )

    async def _slept(self, outcome: str, reason: Said) -> None:
        resident = await self._stores.swarms.resident(self._user_id, self._resident_id)
        await self._tell(
            ResidentSlept(
                swarm=self._swarm_id, resident=self._resident_id, outcome=outcome, reason=text_of(reason),
                unread=resident.unread, usage=self._usage(), why=why_of(reason),
            )
        )  # fmt: skip

    async def _tell(self, *events: Event) -> None:
        await self._stores.events.append(
            self._user_id, events, execution_id=self._execution.id, agent=self._resident_id
        )
