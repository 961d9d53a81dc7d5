"""Executions: accept a request, carry it out in a worker, stop it, wait for it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import structlog

from bailiwick.core.agents import SUPERVISOR_ID
from bailiwick.core.approvals import Approval
from bailiwick.core.budgets import Budget
from bailiwick.core.conversations import Author, Conversation
from bailiwick.core.decisions import Mode, RoutingContext
from bailiwick.core.errors import (
    BailiwickError,
    Conflict,
    ExecutionCancelled,
    InvalidInput,
    LostClaim,
    NotFound,
    Unavailable,
    WaitsForPerson,
)
from bailiwick.core.events import ExecutionWaited
from bailiwick.core.executions import Execution, ExecutionStatus, Failure, RunPurpose, StepKind, StepStatus, Usage
from bailiwick.core.needs import Lack
from bailiwick.core.ports import Jobs
from bailiwick.core.reasons import Reason, ReasonCode, Said, text_of, why_of
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.runtime import threads
from bailiwick.runtime.background import Background, once_reachable
from bailiwick.runtime.ending import STOPPED, hold_execution, tell_end
from bailiwick.runtime.journal import CrashPoints, Journal
from bailiwick.runtime.run import Means, Run
from bailiwick.runtime.submission import Submission
from bailiwick.runtime.swarm.waking import wake
from bailiwick.runtime.task_ends import hold_errand
from bailiwick.runtime.tool_calls import ApprovalNeeded

TASK = "execution"
POLL_SECONDS = 1.0
TITLE_LENGTH = 80
UNEXPECTED = Reason.of(ReasonCode.UNEXPECTED)
UNKNOWN_OUTCOME = Reason.of(ReasonCode.UNKNOWN_OUTCOME)

log = structlog.get_logger(__name__)


class Executions:
    """Accepts requests and carries them out; `carry_out` is the job that workers run."""

    def __init__(self, means: Means, jobs: Jobs, background: Background, crash_points: CrashPoints) -> None:
        self._means = means
        self._store = means.stores.executions
        self._jobs = jobs
        self._background = background
        self._crash = crash_points
        self._running: dict[asyncio.Task[None], tuple[str, str]] = {}
        """User and execution of each task; one that has lost its claim may still run beside its successor."""
        self._beginning: set[str] = set()
        """Executions that are about to be claimed or to run: who stops one of them is heard once it runs."""
        self._cancelled: set[str] = set()
        means.bus.on_control(self._on_control)

    # asking

    async def submit(self, user_id: str, submission: Submission) -> Execution:
        """Accept a request: message, execution and job are written together or not at all.

        Raises `UnknownAgent`, `AgentUnavailable`, `NotFound` (conversation, replaced execution), `Conflict` (another
        thread's agent, mode or execution; what is to be replaced is not over), `InvalidInput`.
        """
        requested = submission.requested_agent
        if not submission.message.strip():
            raise InvalidInput("The message is empty; write what you want done.", field="message")
        await self.check_agent(user_id, requested)
        stores = self._means.stores
        async with self._means.database.as_user(user_id):
            conversation = await self._thread(user_id, submission)
            # Executions of a thread are created one after the other, so that replacing sees all that came before.
            await stores.conversations.hold(user_id, conversation.id)
            if submission.replaces is not None:
                await stores.conversations.supersede(user_id, conversation.id, submission.replaces)
            if requested is None and conversation.agent_id != SUPERVISOR_ID:
                requested = conversation.agent_id
            execution = await self.begin(user_id, conversation, submission.message, requested)
            begun = submission.conversation_id is None and submission.replaces is None
            await threads.tell(stores, user_id, conversation.id, "created" if begun else "updated")
        return execution

    async def check_agent(self, user_id: str, requested: str | None) -> None:
        """Raises `UnknownAgent` or `AgentUnavailable` for an agent that cannot be chosen now."""
        if requested is not None and requested != SUPERVISOR_ID:
            router = await self._means.rosters.of(user_id)
            router.decide("", RoutingContext(requested_agent=requested))

    async def begin(
        self, user_id: str, conversation: Conversation, message: str, requested: str | None, *,
        purpose: RunPurpose = RunPurpose.CHAT, asked: Sequence[str] = (), lock: str | None = None,
    ) -> Execution:  # fmt: skip
        """Within the caller's transaction: write a message, its execution and the job that carries it out.

        Raises `TooMuchWork` if the user has as much unfinished work as one may have.
        `asked` is what the message asks for, if not all of it, as in `Execution`. Jobs with the same `lock`, by default
        that of the thread, are carried out one after the other.
        """
        await self._means.queue.check_runs(user_id)
        execution = await self._store.create(
            user_id, conversation.id, message, conversation.mode, requested, purpose=purpose, asked=asked
        )
        await self._means.stores.conversations.add_message(
            user_id, conversation.id, Author.USER, message, execution_id=execution.id
        )
        await self._enqueue(user_id, execution, lock=lock)
        return execution

    async def _thread(self, user_id: str, submission: Submission) -> Conversation:
        """Return the thread the message belongs to, its own if it names none; threads of different agents and modes
        never mix."""
        conversations, requested, mode = self._means.stores.conversations, submission.requested_agent, submission.mode
        conversation_id = submission.conversation_id
        if conversation_id is None and submission.replaces is not None:
            conversation_id = (await self._store.get(user_id, submission.replaces, steps=False)).conversation_id
        if conversation_id is None:
            agent_id = requested or SUPERVISOR_ID
            title = title_of(submission.message)
            return await conversations.create(user_id, agent_id, mode, title=title, begun_by=submission.begun_by)
        conversation = await conversations.get(user_id, conversation_id)
        if requested is None and not submission.force_supervised:
            return conversation
        if conversation.mode is not mode or (mode is Mode.DIRECT and conversation.agent_id != requested):
            raise Conflict(
                f"That conversation is {conversation.mode} with {conversation.agent_id}, and threads of different"
                " agents and modes never mix. Leave out conversationId, or agentId and forceSupervised."
            )
        return conversation

    async def _enqueue(self, user_id: str, execution: Execution, *, lock: str | None = None) -> None:
        if execution.purpose is RunPurpose.TURN and execution.agent_id is not None:
            await wake(self._jobs, user_id, [execution.agent_id])
            return
        await self._jobs.defer(
            TASK, user_id, {"execution": execution.id}, lock=lock or f"conversation:{execution.conversation_id}"
        )

    async def get(self, user_id: str, execution_id: str) -> Execution:
        """Return one execution with its steps. Raises `NotFound`."""
        return await self._store.get(user_id, execution_id)

    async def cancel(self, user_id: str, execution_id: str) -> Execution:
        """Stop it; a running one stops within a second. Raises `NotFound`."""
        stores = self._means.stores
        async with self._means.database.as_user(user_id):
            before = await hold_execution(stores, user_id, execution_id)
            execution = await self._store.request_cancel(user_id, execution_id)
            if execution.status is ExecutionStatus.CANCELLED and not before.terminal:
                await tell_end(stores, user_id, execution, ExecutionStatus.CANCELLED, None)
                if execution.purpose is RunPurpose.TURN:
                    await stores.resident_turns.give_up(user_id, execution_id, STOPPED, dead=False)
                    await self._enqueue(user_id, execution)  # it may have other mail
        return execution

    async def resume(self, user_id: str, execution_id: str, *, retry: bool) -> Execution:
        """Go on with an execution that waits because a call's outcome is unknown.

        `retry` makes the call again; otherwise the agent is told that nobody knows whether it took effect.
        Raises `NotFound`, `Conflict` when it does not wait, `TooMuchWork`.
        """
        async with self._means.database.as_user(user_id):
            await self._means.queue.check_runs(user_id)
            await hold_execution(self._means.stores, user_id, execution_id)
            execution = await self._store.get(user_id, execution_id)
            if execution.status is not ExecutionStatus.WAITING:
                raise Conflict(f"The execution is {execution.status}; only a waiting one can be resumed.")
            for step in execution.steps:
                # A helper that had begun goes on; only what it was doing is settled.
                if step.status is StepStatus.RUNNING and step.kind is not StepKind.HELPER:
                    error = None if retry else UNKNOWN_OUTCOME.text()
                    await self._store.settle(user_id, execution_id, step.key, error=error)
            return await self.go_on(user_id, execution_id)

    async def go_on(self, user_id: str, execution_id: str) -> Execution:
        """Let a worker take up a waiting execution again. Raises `NotFound`, `Conflict` when it does not wait."""
        async with self._means.database.as_user(user_id):
            await hold_execution(self._means.stores, user_id, execution_id)
            execution = await self._store.resume(user_id, execution_id)
            await self._enqueue(user_id, execution)
        return execution

    async def approve(self, user_id: str, approval_id: str, *, always: bool = False) -> Approval:
        """Let a waiting call be made; with `always` also every later one of its agent and tool.

        Raises `NotFound`, `Conflict` when it does not wait any more.
        """
        return await self._means.approvals.approve(user_id, approval_id, self.go_on, always=always)

    async def deny(self, user_id: str, approval_id: str, note: str) -> Approval:
        """Have a waiting call not made; its agent reads the note. Raises `NotFound`, `Conflict`."""
        return await self._means.approvals.deny(user_id, approval_id, note, self.go_on)

    async def expire_approvals(self, user_id: str) -> None:
        """Let the executions go on whose calls nobody decided in time."""
        await self._means.approvals.expire(user_id, self.go_on)

    async def wait(self, user_id: str, execution_id: str, timeout: float) -> Execution:
        """Return the execution when it is over or waits for a person, or as it stands after `timeout` seconds."""
        deadline = asyncio.get_running_loop().time() + timeout
        with self._means.bus.reading(execution_id) as (bell, watch):
            while True:
                seen = watch.generation
                execution = await self._store.get(user_id, execution_id, steps=False)
                left = deadline - asyncio.get_running_loop().time()
                if execution.status.terminal or execution.status is ExecutionStatus.WAITING or left <= 0:
                    return await self._store.get(user_id, execution_id)
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, POLL_SECONDS)):
                        # What is carried out here rings when its work has ended: nothing is asked for before that.
                        while watch.generation == seen or self._works_on(execution_id):
                            await bell.wait()
                            bell.clear()

    def _works_on(self, execution_id: str) -> bool:
        """Whether this process carries it out now."""
        return any(running == execution_id for _, running in self._running.values())

    # carrying out

    async def carry_out(self, user_id: str, arguments: dict[str, str]) -> None:
        """Claim an execution and carry it out to its end; the job of a worker.

        Raises `Unavailable` when the database cannot be reached, so that the job is tried again.
        """
        execution_id = arguments["execution"]
        self._beginning.add(execution_id)
        try:
            self._crash.reach("before claim")
            execution = await self._store.claim(user_id, execution_id)
            self._crash.reach("after claim")
            if execution is not None:
                await asyncio.create_task(self._work(user_id, execution))  # noqa: TID251  (ends with this job)
        finally:
            self._beginning.discard(execution_id)
            self._cancelled.discard(execution_id)

    async def _work(self, user_id: str, execution: Execution) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self._running[task] = (user_id, execution.id)
        self._beginning.discard(execution.id)
        try:
            await self._to_its_end(user_id, execution)
        finally:
            del self._running[task]
            self._means.bus.changed(execution.id)

    async def give_up(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        """End an execution whose job has been tried too often."""
        log.error("an execution was given up", execution=arguments["execution"], error=type(error).__name__)
        execution = await self._store.claim(user_id, arguments["execution"])
        if execution is not None:
            failure = Failure(error_class=ErrorClass.NETWORK, message=UNEXPECTED.text(), why=UNEXPECTED)
            await self._end(user_id, execution, execution.usage, ExecutionStatus.FAILED, failure)

    async def _to_its_end(self, user_id: str, execution: Execution) -> None:
        stores = self._means.stores
        journal = Journal(self._means.database, self._store, stores.events, user_id, execution, self._crash)
        try:
            if execution.cancel_requested or execution.id in self._cancelled:
                raise ExecutionCancelled
            await self._within_time(Run(self._means, user_id, execution, journal), execution, journal)
        except LostClaim:
            log.info("execution was taken over", execution=execution.id)
        except WaitsForPerson as waits:
            await self._wait_for_person(user_id, execution, waits)
        except ExecutionCancelled:
            await self._end(user_id, execution, journal.usage, ExecutionStatus.CANCELLED, None)
        except asyncio.CancelledError:
            if execution.id not in self._cancelled:
                raise
            await self._end(user_id, execution, journal.usage, ExecutionStatus.CANCELLED, None)
        except CallFailed as failed:
            await self._fail(user_id, execution, journal, failed.error_class, failed.said, failed.lack)
        except Unavailable:
            raise
        except BailiwickError as error:
            await self._fail(user_id, execution, journal, ErrorClass.VALIDATION, error.said)
        except Exception:
            log.exception("an execution failed unexpectedly", execution=execution.id)
            await self._fail(user_id, execution, journal, ErrorClass.MODEL, UNEXPECTED)

    async def _within_time(self, run: Run, execution: Execution, journal: Journal) -> None:
        """Carry out within the agent's budget of seconds, counting what earlier attempts worked."""
        budget = await self._seconds(execution, journal)
        try:
            async with asyncio.timeout(budget):
                await run.carry_out()
        except TimeoutError:
            raise CallFailed(ErrorClass.TIMEOUT, Reason.of(ReasonCode.TIME_LIMIT)) from None

    async def _seconds(self, execution: Execution, journal: Journal) -> float:
        budget = Budget()
        if execution.agent_id or execution.requested_agent:
            router = await self._means.rosters.of(journal.user_id)
            agent = router.roster.get(execution.agent_id or execution.requested_agent or "")
            budget = agent.budget if agent else budget
        return max(1.0, budget.seconds - journal.worked_seconds)

    async def _wait_for_person(self, user_id: str, execution: Execution, waits: WaitsForPerson) -> None:
        """Set it waiting; if a person has decided everything meanwhile, it goes on at once."""
        async with self._means.database.as_user(user_id):
            await self._store.wait(user_id, execution.id, execution.attempt, waits.said)
            approvals = self._means.stores.approvals
            if isinstance(waits, ApprovalNeeded) and not await approvals.count_pending(user_id, execution.id):
                await self.go_on(user_id, execution.id)
                return
            await self._means.stores.events.append(
                user_id, [ExecutionWaited(reason=str(waits), why=waits.why)], execution_id=execution.id
            )

    async def _fail(
        self, user_id: str, execution: Execution, journal: Journal, error_class: ErrorClass, said: Said,
        lack: Lack | None = None,
    ) -> None:  # fmt: skip
        failure = Failure(error_class=error_class, message=text_of(said), lack=lack, why=why_of(said))
        await self._end(user_id, execution, journal.usage, ExecutionStatus.FAILED, failure)

    async def _end(
        self, user_id: str, execution: Execution, usage: Usage, status: ExecutionStatus, failure: Failure | None
    ) -> None:
        """End it without an answer, keeping what was said of one; a worker that lost its claim ends nothing."""
        said = self._means.bus.open_text(execution.id)
        try:
            async with self._means.database.as_user(user_id):
                await hold_errand(self._means.stores, user_id, execution)
                await self._store.finish(user_id, execution.id, execution.attempt, status, usage=usage, failure=failure)
                ended = await self._store.get(user_id, execution.id, steps=False)
                if said is not None and said.text.strip():
                    await self._means.stores.conversations.add_message(
                        user_id, execution.conversation_id, Author.AGENT, said.text,
                        agent_id=ended.agent_id or SUPERVISOR_ID, execution_id=execution.id,
                    )  # fmt: skip
                await tell_end(self._means.stores, user_id, ended, status, failure, usage)
        except LostClaim:
            log.info("execution was taken over", execution=execution.id)
        self._means.bus.close_texts(execution.id)

    def _on_control(self, execution_id: str, command: str) -> None:
        """Stop an execution that runs here; "" means that a command may have been missed."""
        if command == "cancel":
            self._stop(execution_id)
        elif not command and self._running:
            self._background.start("look for missed cancellations", once_reachable(self._look_for_cancelled))

    def _stop(self, execution_id: str) -> None:
        if execution_id in self._beginning:
            self._cancelled.add(execution_id)
        for work, (_, running) in self._running.items():
            if running == execution_id:
                self._cancelled.add(execution_id)
                work.cancel()

    async def _look_for_cancelled(self) -> None:
        for user_id, execution_id in list(self._running.values()):
            try:
                execution = await self._store.get(user_id, execution_id, steps=False)
            except NotFound:  # it was erased; its worker finds that out by itself
                continue
            if execution.cancel_requested:
                self._stop(execution_id)


def title_of(message: str) -> str:
    """Return the first line of a message, or the name of the file it begins with, cut to what a list can show."""
    lines = (line.strip().strip("`").strip() for line in message.splitlines())
    line = next((line for line in lines if line), message.strip())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
