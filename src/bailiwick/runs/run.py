"""One run on its way: begun, carried out, and brought to one of its ends, whatever it is for."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bailiwick.kernel.audit.acting import Actor, Face, acts_from_here
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError, ExecutionCancelled, LostClaim, Unavailable, WaitsForPerson
from bailiwick.kernel.events.facts import (
    ApprovalDecided,
    ErrorOccurred,
    Event,
    ExecutionFinished,
    ExecutionStarted,
    ExecutionWaited,
    spoken,
)
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.journal import CrashPoints, Journal, StartTransaction
from bailiwick.runs.ledger import SpendingLimitReached
from bailiwick.runs.pausing import Control, Paused
from bailiwick.runs.purpose import End, Purpose, RunResult
from bailiwick.runs.records import Execution, Failure
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.tool_calls import ApprovalNeeded

UNEXPECTED = Reason.of(ReasonCode.UNEXPECTED)
SHUT_DOWN = Reason.of(ReasonCode.WORKER_STOPPED)
TIME_IS_UP = Reason.of(ReasonCode.TIME_LIMIT)

log = structlog.get_logger(__name__)


class RunWork(Protocol):
    """What a run does until it has an answer."""

    async def carry_out(self) -> RunResult:
        """Do it, in phases that are journaled, so that a second worker goes on where the first stopped.

        Raises `CallFailed`, `WaitsForPerson` (also `Paused`), `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A run as it was claimed."""

    execution: Execution
    purpose: Purpose
    work: Callable[[Journal], RunWork]
    facts: Sequence[Event] = ()
    """What is told first."""
    seconds: float | None = None
    """How long it may work, all attempts together; None for as long as it takes."""
    failure: CallFailed | None = None
    """Why it is not carried out at all."""


Begin = Callable[[], Awaitable[Begun | None]]
"""Claims what is to be done next, within the caller's transaction; returns nothing when there is nothing to do."""


class Run:
    """Begins one run, carries it out and writes down how it ended; one that has lost its claim writes nothing."""

    def __init__(
        self, dependencies: RunDependencies, user_id: str, begin: Begin, control: Control, crash_points: CrashPoints
    ) -> None:
        self._dependencies = dependencies
        self._bus = dependencies.bus
        self._database = dependencies.database
        self._stores = dependencies.stores
        self._user_id = user_id
        self._begin = begin
        self._control = control
        self._crash = crash_points
        self._opening = StartTransaction()
        self.answered: Execution | None = None
        """The execution as it ended, without its journal; None unless it was answered."""
        self._claimed: str | None = None
        """The id of the execution that was claimed."""
        self._begun: Begun
        self._journal: Journal

    async def carry_out(self) -> bool:
        """Go from the claim to the end; false when there was nothing to do. Raises `Unavailable`."""
        self._control.task = asyncio.current_task()
        self._crash.reach("before claim")
        try:
            async with self._opening.of(self._database, self._user_id):
                acts_from_here(Actor(face=Face.AGENT, person=self._user_id))
                if not await self._claim():
                    return False
                await self._complete(await self._work())
        except LostClaim:
            log.info("a run was taken over", execution=self._begun.execution.id)
        except Unavailable:
            raise
        except BaseException as error:
            return await self._settle(error)
        finally:
            if self._claimed:
                self._bus.close_texts(self._claimed)
        return True

    async def _claim(self) -> bool:
        begun = await self._begin()
        if begun is None:
            return False
        self._begun, execution = begun, begun.execution
        self._claimed = execution.id
        self._journal = Journal(
            self._database,
            self._stores[ExecutionStore],
            self._user_id,
            execution,
            begun.purpose,
            control=self._control,
            opening=self._opening,
            crash_points=self._crash,
            ledger=self._dependencies.ledger_of(self._user_id, execution),
        )
        started = ExecutionStarted(
            attempt=execution.attempt,
            mode=execution.mode,
            conversation_id=execution.conversation_id,
            message=execution.message,
        )
        self._journal.note(*begun.facts, started, agent=execution.agent_id)
        return True

    async def _work(self) -> RunResult:
        """Return what came of the work, within its time."""
        begun = self._begun
        if begun.execution.cancel_requested:
            self._control.stopped = True
        self._control.check()
        if begun.failure is not None:
            raise begun.failure
        left = None if begun.seconds is None else max(1.0, begun.seconds - self._journal.worked_seconds)
        try:
            async with asyncio.timeout(left):
                return await begun.work(self._journal).carry_out()
        except TimeoutError:
            raise CallFailed(ErrorClass.TIMEOUT, TIME_IS_UP) from None

    # ends

    async def _settle(self, error: BaseException) -> bool:
        """Write down how a run ended that has no answer; false when there was nothing to do after all."""
        cut = isinstance(error, asyncio.CancelledError) and not self._control.stopped
        try:
            if not self._opening.committed:  # what began was rolled back, the claim with it
                if cut:
                    raise error
                async with self._database.as_user(self._user_id):
                    if not await self._claim():
                        return False
            if cut:  # this worker ends; another one goes on at once
                with suppress(Unavailable):
                    await self._pause(Paused(SHUT_DOWN))
                raise error
            await self._end_as(error)
        except LostClaim:
            log.info("a run was taken over", execution=self._begun.execution.id)
        return True

    async def _end_as(self, error: BaseException) -> None:
        match error:
            case Paused():
                await self._pause(error)
            case WaitsForPerson():
                await self._wait(error)
            case ExecutionCancelled() | asyncio.CancelledError():
                await self._end(ExecutionStatus.CANCELLED)
            case CallFailed():
                await self._fail(error)
            case BailiwickError():
                await self._fail(CallFailed(ErrorClass.VALIDATION, error.said))
            case Exception():
                log.error("a run failed unexpectedly", execution=self._begun.execution.id, exc_info=error)
                await self._fail(CallFailed(ErrorClass.MODEL, UNEXPECTED))
            case _:
                raise error

    async def _complete(self, answer: RunResult) -> None:
        """Write the answer, end the run and tell everyone, in one transaction."""
        journal, purpose, done = self._journal, self._begun.purpose, ExecutionStatus.COMPLETED
        # What is held to the end comes before the run itself, as everywhere: so the claim is committed first.
        await journal.end_opening()
        self._crash.reach("before finish")
        async with journal.transaction():
            await purpose.hold_to_end()
            end = End(
                status=done,
                agent_id=answer.worker,
                usage=journal.usage,
                answer=answer,
                steps=journal.steps,
                unbooked=journal.unbooked,
            )
            finished = ExecutionFinished(
                status=done,
                agent=answer.worker,
                content=answer.content,
                usage=end.usage,
                outcome=answer.outcome,
                messages=spoken(self._begun.execution.message, answer.content),
            )
            facts = [*await purpose.ended(end), finished]
            ended = await journal.finish(
                done,
                [(fact, answer.worker) for fact in facts],
                answer=answer.content,
                outcome=answer.outcome,
                messages=answer.messages,
            )
        self.answered = replace(
            self._begun.execution,
            status=done,
            answer=ended.answer,
            outcome=answer.outcome,
            usage=end.usage,
            agent_id=journal.agent_id,
            decision=journal.decision,
            ended_at=ended.at,
            steps=(),
        )
        self._crash.reach("after finish")

    async def _end(self, status: ExecutionStatus, failure: Failure | None = None) -> None:
        """End it without an answer, keeping what was said of one."""
        journal, execution = self._journal, self._begun.execution
        said = self._bus.open_text(execution.id)
        end = End(
            status=status,
            agent_id=journal.agent_id,
            usage=journal.usage,
            failure=failure,
            steps=journal.steps,
            said="" if said is None else said.text,
            unbooked=journal.unbooked,
        )
        async with journal.transaction():
            facts = await facts_of_end(self._stores, self._user_id, execution, self._begun.purpose, end)
            await journal.finish(status, [(fact, end.agent_id) for fact in facts], failure=failure)

    async def _fail(self, failed: CallFailed) -> None:
        """Have it tried again after a while, or end it as failed."""
        at = self._begun.purpose.again_at(failed)
        if at is None:
            failure = Failure(error_class=failed.error_class, message=str(failed), lack=failed.lack, why=failed.why)
            await self._end(ExecutionStatus.FAILED, failure)
            return
        async with self._laying_down():
            await self._tell(await self._begun.purpose.retry(failed, at, self._journal.usage))

    async def _pause(self, paused: Paused) -> None:
        """Let it go on later, as if it had never stopped."""
        async with self._laying_down():
            await self._tell(await self._begun.purpose.pause(paused, self._journal.usage))

    async def _wait(self, waits: WaitsForPerson) -> None:
        """Set it waiting; if a person has decided everything meanwhile, it goes on at once."""
        execution, purpose = self._begun.execution, self._begun.purpose
        async with self._laying_down():
            await self._stores[ExecutionStore].wait(self._user_id, execution.id, execution.attempt, waits.said)
            if await self._is_decided(waits):
                await self._stores[ExecutionStore].resume(self._user_id, execution.id)
                await purpose.enqueue()
                return
            await self._tell(
                [
                    ExecutionWaited(reason=str(waits), why=waits.why),
                    *await purpose.waits(waits.said, self._journal.usage),
                ]
            )

    async def _is_decided(self, waits: WaitsForPerson) -> bool:
        """Within the transaction that sets the run waiting: whether what it waits for was decided meanwhile."""
        match waits:
            case ApprovalNeeded():
                return not await self._stores[ApprovalStore].count_pending(self._user_id, self._begun.execution.id)
            case SpendingLimitReached():
                return not await waits.stays()
            case _:
                return False

    @asynccontextmanager
    async def _laying_down(self) -> AsyncGenerator[None]:
        """Open a transaction in which what was noted is written first, while the run is still this worker's."""
        async with self._journal.transaction():
            await self._journal.settle()
            yield
            await self._journal.give_back()

    async def _tell(self, events: Sequence[Event]) -> None:
        execution = self._begun.execution
        await self._stores[EventStore].append(
            self._user_id, events, execution_id=execution.id, agent=self._journal.agent_id
        )


async def facts_of_end(
    stores: Stores, user_id: str, execution: Execution, purpose: Purpose, end: End
) -> Sequence[Event]:
    """Within the transaction that ends a run without an answer: do what follows, and return the facts to tell."""
    await purpose.hold_to_end()
    followed = await purpose.ended(end)
    withdrawn = [
        ApprovalDecided(approval_id=approval_id, tool=tool, status=ApprovalStatus.WITHDRAWN, note="")
        for approval_id, tool in await stores[ApprovalStore].withdraw(user_id, execution.id)
    ]
    failure = end.failure
    errors = (
        []
        if failure is None
        else [
            ErrorOccurred(
                error_class=failure.error_class,
                message=failure.message,
                will_retry=False,
                lack=failure.lack,
                why=failure.why,
            )
        ]
    )
    finished = ExecutionFinished(
        status=end.status,
        agent=end.agent_id,
        content=failure.message if failure else "",
        usage=end.usage,
        error_class=failure.error_class if failure else None,
        why=failure.why if failure else None,
        messages=spoken(execution.message, end.said),
    )
    return [*followed, *withdrawn, *errors, finished]
