"""The work of residents: the job that takes one turn after another, and every way in which a turn ends."""

import asyncio
from contextlib import ExitStack
from functools import partial

import structlog

from bailiwick.core.errors import BailiwickError, ExecutionCancelled, LostClaim, NotFound, Unavailable, WaitsForPerson
from bailiwick.core.events import Event, ExecutionStarted, ResidentWoken
from bailiwick.core.executions import Execution, Usage
from bailiwick.core.ports import Jobs
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.swarm import MOST_ATTEMPTS, Claim, swarm_of
from bailiwick.runtime.background import Background, once_reachable
from bailiwick.runtime.ending import PAUSED, hold_execution
from bailiwick.runtime.everybody import Users, for_everybody
from bailiwick.runtime.journal import CrashPoints
from bailiwick.runtime.swarm.halting import Halt, LaidDown
from bailiwick.runtime.swarm.journal import TurnJournal
from bailiwick.runtime.swarm.mailing import PAUSE
from bailiwick.runtime.swarm.outcome import Outcome
from bailiwick.runtime.swarm.reading import asked_of, prompt
from bailiwick.runtime.swarm.surroundings import Surroundings, look_around
from bailiwick.runtime.swarm.turn import Parts, Turn
from bailiwick.runtime.swarm.waking import LATER, wake

AT_A_STRETCH = 10
"""Turns after which a job lets others have its place, and is queued again."""
POLL_SECONDS = 10.0
"""How often wake-ups that got lost are made up for."""
UNEXPECTED = Reason.of(ReasonCode.UNEXPECTED)

log = structlog.get_logger(__name__)


class _Running:
    """A turn that this process carries out."""

    def __init__(self, user_id: str, claim: Claim, halt: Halt) -> None:
        self.user_id = user_id
        self.claim = claim
        self.halt = halt
        self.stopped = False
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Cut everything that the turn does, as soon as it does something."""
        self.stopped = True
        if self.task is not None:
            self.task.cancel()


class Turns:
    """Takes the turns of residents; `work` is the job that workers run."""

    def __init__(self, parts: Parts, jobs: Jobs, background: Background, crash_points: CrashPoints) -> None:
        self._parts = parts
        self._means = parts.means
        self._stores = parts.means.stores
        self._database = parts.means.database
        self._jobs = jobs
        self._background = background
        self._crash = crash_points
        self._running: dict[str, _Running] = {}
        """By execution."""
        parts.means.bus.on_control(self._on_control)

    # the job

    async def work(self, user_id: str, arguments: dict[str, str]) -> None:
        """Take turns of a resident until it has nothing to do.

        Raises `Unavailable` when the database cannot be reached, so that the job is tried again.
        """
        resident_id = arguments["resident"]
        if arguments["by"] == LATER:
            await wake(self._jobs, user_id, [resident_id])
            return
        manual = arguments["by"] == "manual"
        for _ in range(AT_A_STRETCH):
            await self._end_what_was_stopped(user_id, resident_id)
            if not await self._take(user_id, resident_id, manual=manual):
                return
            manual = False
        await wake(self._jobs, user_id, [resident_id])

    async def give_up(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        """Leave it to the poll to wake the resident again: its mail is still there."""
        log.error("a wake-up was given up", user=user_id, resident=arguments["resident"], error=type(error).__name__)

    async def look_after(self, users: Users) -> None:
        """Wake, every few seconds and until cancelled, whoever has something to do and was not woken."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await for_everybody(await users(), self.wake_sleepers)
            except Unavailable:
                continue

    async def wake_sleepers(self, user_id: str, swarm_id: str | None = None) -> int:
        """Wake whoever has something to do, of one swarm if given; return how many."""
        sleepers = await self._stores.resident_turns.sleepers(user_id, swarm_id=swarm_id)
        await wake(self._jobs, user_id, [resident_id for resident_id, _ in sleepers])
        return len(sleepers)

    # one turn

    async def _take(self, user_id: str, resident_id: str, *, manual: bool) -> bool:
        """Take one turn; false when there is nothing to do, or nothing that may be done now."""
        self._crash.reach("before claim")
        with ExitStack() as noted:
            async with self._database.as_user(user_id):
                claim = await self._stores.resident_turns.begin(user_id, resident_id, manual=manual)
                if claim is None:
                    return False
                # Before the claim is committed: who stops or pauses the turn from then on is heard.
                running = self._running[claim.execution_id] = _Running(user_id, claim, Halt())
                noted.callback(self._running.pop, claim.execution_id, None)
                around = await look_around(self._stores, user_id, claim)
                await self._stores.resident_turns.describe(
                    user_id, claim.execution_id, prompt(around), asked_of(around)
                )
                execution = await self._stores.executions.claim(user_id, claim.execution_id)
                if execution is None:
                    return False
                await self._tell_begun(user_id, around, execution)
            self._crash.reach("after claim")
            await asyncio.create_task(self._to_its_end(around, execution, running))  # noqa: TID251  (ends with this job)
        return True

    async def _tell_begun(self, user_id: str, around: Surroundings, execution: Execution) -> None:
        claim = around.claim
        events: list[Event] = [
            ResidentWoken(
                swarm=claim.swarm.id, resident=claim.resident.id, woken_by=claim.woken_by,
                room=None if claim.room is None else claim.room.id, mails=tuple(mail.id for mail in claim.mails),
                attempt=claim.attempts,
            ),
            ExecutionStarted(
                attempt=execution.attempt, mode=execution.mode, conversation_id=execution.conversation_id,
                message=execution.message,
            ),
        ]  # fmt: skip
        await self._stores.events.append(user_id, events, execution_id=execution.id, agent=claim.resident.id)

    async def _to_its_end(self, around: Surroundings, execution: Execution, running: _Running) -> None:
        """Carry a turn out and write down how it ended. Raises `Unavailable`."""
        running.task = asyncio.current_task()
        claim, user_id = running.claim, running.user_id
        journal = TurnJournal(
            self._database, self._stores, user_id, claim, execution, running.halt, self._crash
        )  # fmt: skip
        turn = Turn(self._parts, user_id, around, execution, journal, running.halt)
        outcome = Outcome(
            self._parts, self._jobs, user_id, claim.swarm.id, claim.resident.id, execution, lambda: journal.usage,
            attempts=claim.attempts,
        )  # fmt: skip
        try:
            if running.stopped:
                raise ExecutionCancelled
            if claim.attempts > MOST_ATTEMPTS:  # nobody was there to count the last one as failed
                lost = Reason.of(ReasonCode.WORKER_LOST, attempts=MOST_ATTEMPTS)
                raise CallFailed(ErrorClass.MODEL, lost)
            await turn.carry_out()
        except LostClaim:
            log.info("a turn was taken over", execution=execution.id)
        except LaidDown as laid:
            await outcome.lay_down(laid)
        except WaitsForPerson as waits:
            await outcome.wait(waits)
        except ExecutionCancelled:
            await outcome.stop()
        except asyncio.CancelledError:
            if not running.stopped:  # this worker ends; another one goes on at once
                await outcome.lay_down(LaidDown(Reason.of(ReasonCode.WORKER_STOPPED)))
                raise
            await outcome.stop()
        except CallFailed as failed:
            await outcome.fail(failed)
        except Unavailable:
            raise
        except BailiwickError as error:
            await outcome.fail(CallFailed(ErrorClass.VALIDATION, error.said))
        except Exception:
            log.exception("a turn failed unexpectedly", execution=execution.id)
            await outcome.fail(CallFailed(ErrorClass.MODEL, UNEXPECTED))
        finally:
            self._means.bus.close_texts(execution.id)

    async def _end_what_was_stopped(self, user_id: str, resident_id: str) -> None:
        """End a turn that a person stopped and whose worker died before it could."""
        swarm_id = swarm_of(resident_id) or ""
        for turn in await self._stores.resident_turns.unfinished(user_id, swarm_id, resident_id=resident_id):
            standing = await self._stores.executions.get(user_id, turn.execution_id, steps=False)
            if not standing.cancel_requested or standing.status.terminal:
                continue
            async with self._database.as_user(user_id):
                await hold_execution(self._stores, user_id, turn.execution_id)
                execution = await self._stores.executions.claim(user_id, turn.execution_id)
            if execution is not None:
                await Outcome(
                    self._parts, self._jobs, user_id, swarm_id, resident_id, execution, partial(_used, execution)
                ).stop()

    # control

    def _on_control(self, execution_id: str, command: str) -> None:
        """Stop or lay down a turn that runs here; "" means that a command may have been missed."""
        running = self._running.get(execution_id)
        if not command and self._running:
            self._background.start("look for missed pauses and stops", once_reachable(self._look_for_missed))
        elif running is not None and command == "cancel":
            running.stop()
        elif running is not None and command == PAUSE:
            running.halt.order(PAUSED)

    async def _look_for_missed(self) -> None:
        for execution_id, running in list(self._running.items()):
            user_id = running.user_id
            try:
                execution = await self._stores.executions.get(user_id, execution_id, steps=False)
            except NotFound:  # it was erased; its worker finds that out by itself
                continue
            if execution.cancel_requested:
                running.stop()
                continue
            obstacle = await self._stores.resident_turns.obstacle(user_id, execution_id)
            if obstacle:
                running.halt.order(obstacle)


def _used(execution: Execution) -> Usage:
    return sum((step.usage for step in execution.steps), Usage())
