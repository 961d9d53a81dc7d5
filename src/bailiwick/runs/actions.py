"""Executions: accept a request, stop it, settle what it waits for, wait for it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from pydantic_ai.messages import ModelRequest as UserMessage
from pydantic_ai.messages import UserPromptPart

from bailiwick.kernel.errors import Conflict, InvalidInput, SpendingLimitHit
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.models.contract import ModelRequest, ignore_retry, ignore_text
from bailiwick.runs.approvals.records import Approval
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.holding import hold_run
from bailiwick.runs.purpose import End
from bailiwick.runs.records import Execution, RunPurpose, StepKind, StepStatus
from bailiwick.runs.run import facts_of_end
from bailiwick.runs.runner import Runner
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.submission import ActsAtOnce, Submission
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.records import BegunBy, Conversation
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Mode, RoutingContext
from bailiwick_router.core.language import detect_language

POLL_SECONDS = 1.0
TITLE_LENGTH = 80
UNKNOWN_OUTCOME = Reason.of(ReasonCode.UNKNOWN_OUTCOME)


class Executions:
    """Accepts requests and says how they stand."""

    def __init__(self, dependencies: RunDependencies, runner: Runner, at_once: Sequence[ActsAtOnce] = ()) -> None:
        """`at_once` read which messages do not wait for those before them."""
        self._at_once = at_once
        self._dependencies = dependencies
        self._store = dependencies.stores[ExecutionStore]
        self._runner = runner

    # asking

    async def submit(self, user_id: str, submission: Submission) -> Execution:
        """Accept a request: message, execution and job are written together or not at all.

        Raises `UnknownAgent`, `AgentUnavailable`, `NotFound` (conversation, replaced execution, file), `Conflict`
        (another thread's agent, mode or execution; what is to be replaced is not over), `InvalidInput`,
        `SpendingLimitHit`.
        """
        requested = submission.requested_agent
        if not submission.message.strip() and not submission.files:
            raise InvalidInput(Reason.of(ReasonCode.MESSAGE_EMPTY), field="message")
        await self.check_agent(user_id, requested)
        stores = self._dependencies.stores
        async with self._dependencies.database.as_user(user_id):
            conversation = await self._thread(user_id, submission)
            begun = submission.conversation_id is None and submission.replaces is None
            if not begun:
                # Executions of a thread are created one after the other, so that replacing sees all that came before.
                await stores[ConversationStore].hold(user_id, conversation.id)
            if submission.replaces is not None:
                await stores[ConversationStore].supersede(user_id, conversation.id, submission.replaces)
            if requested is None and conversation.agent_id != SUPERVISOR_ID:
                requested = conversation.agent_id
            # Only the supervisor can do what does not wait; to another agent it is a message like others.
            at_once = requested in (None, SUPERVISOR_ID) and any(
                each.reads(submission.message) for each in self._at_once
            )
            if submission.begun_by is not BegunBy.PERSON and not at_once:
                await self._check_spending(user_id, submission.message, requested, conversation.id)
            lock = f"at-once:{uuid7()}" if at_once else None
            files = await self._send(user_id, conversation.id, submission.files)
            execution = await self.begin(user_id, conversation, submission.message, requested, files=files, lock=lock)
            await threads.tell(stores, user_id, conversation.id, "created" if begun else "updated")
        return execution

    async def _send(self, user_id: str, conversation_id: str, file_ids: Sequence[str]) -> Sequence[str]:
        """Put files into the thread of a message; return their ids there."""
        return await self._dependencies.files.send(user_id, conversation_id, file_ids) if file_ids else ()

    async def check_agent(self, user_id: str, requested: str | None) -> None:
        """Raises `UnknownAgent` or `AgentUnavailable` for an agent that cannot be chosen now."""
        if requested is not None and requested != SUPERVISOR_ID:
            router = await self._dependencies.rosters.of(user_id)
            router.decide("", RoutingContext(requested_agent=requested))

    async def _check_spending(self, user_id: str, message: str, requested: str | None, conversation_id: str) -> None:
        """Raises `SpendingLimitHit` where nothing may be spent any more and the run would only end: a program is told
        at once, a person reads it in the thread."""
        if requested is not None and self._dependencies.rosters.function(requested) is not None:
            return  # it works without a model
        for ledgers in self._dependencies.ledgers:
            preferences = await self._dependencies.preferences.get(user_id)
            roster = (await self._dependencies.rosters.of(user_id)).roster
            agent = None if requested is None else roster.get(requested)
            models = await self._dependencies.models.of(user_id, preferences.model)
            try:
                model = models.chosen_for(agent).name
            except InvalidInput:  # the run fails for it, and spends nothing
                return
            try:
                await ledgers.check(user_id, model, agent=requested, conversation_id=conversation_id)
            except SpendingLimitHit:
                if not await self._read_by_rules(user_id, message, None if requested == SUPERVISOR_ID else agent):
                    raise

    async def _read_by_rules(self, user_id: str, message: str, agent: Agent | None) -> bool:
        """Whether rules can answer a message by itself, with the tools of an agent; without one, with anybody's."""
        tools = self._dependencies.tools
        every = (await (tools.of(user_id) if agent is None else tools.for_agent(user_id, agent))).tools()
        asked = (await self._dependencies.rosters.of(user_id)).query(message).address.asked or message
        question = ModelRequest(
            model="offline",
            instructions="",
            messages=[UserMessage(parts=[UserPromptPart(content=message)])],
            tools=[tool.spec for tool in every.values()],
            recognisers={name: tool.recogniser for name, tool in every.items() if tool.recogniser},
            language=detect_language(message),
            asked=(asked,),
        )
        reply = await self._dependencies.caller.call(question, ignore_text, ignore_retry)
        return reply.outcome is Outcome.ANSWERED

    async def begin(
        self,
        user_id: str,
        conversation: Conversation,
        message: str,
        requested: str | None,
        *,
        purpose: RunPurpose = RunPurpose.CHAT,
        asked: Sequence[str] = (),
        files: Sequence[str] = (),
        lock: str | None = None,
    ) -> Execution:
        """Within the caller's transaction: write a message, its execution and the job that carries it out.

        Raises `TooMuchWork` if the user has as much unfinished work as one may have.
        `asked` is what the message asks for, if not all of it, as in `Execution`. Jobs with the same `lock`, by default
        that of the thread, are carried out one after the other.
        """
        execution = await self._store.create(
            user_id,
            conversation.id,
            message,
            conversation.mode,
            requested,
            purpose=purpose,
            asked=asked,
            files=files,
            most=self._dependencies.queue.most,
        )
        await self._dependencies.purposes.of(user_id, execution).enqueue(lock)
        return execution

    async def _thread(self, user_id: str, submission: Submission) -> Conversation:
        """Return the thread the message belongs to, its own if it names none; threads of different agents and modes
        never mix."""
        conversations, requested, mode = (
            self._dependencies.stores[ConversationStore],
            submission.requested_agent,
            submission.mode,
        )
        conversation_id = submission.conversation_id
        if conversation_id is None and submission.replaces is not None:
            conversation_id = (await self._store.get(user_id, submission.replaces, steps=False)).conversation_id
        if conversation_id is None:
            agent_id = requested or SUPERVISOR_ID
            title = await self._title(user_id, submission)
            return await conversations.create(user_id, agent_id, mode, title=title, begun_by=submission.begun_by)
        conversation = await conversations.get(user_id, conversation_id)
        if requested is None and not submission.force_supervised:
            return conversation
        if conversation.mode is not mode or (mode is Mode.DIRECT and conversation.agent_id != requested):
            raise Conflict(Reason.of(ReasonCode.THREADS_NEVER_MIX, mode=conversation.mode, agent=conversation.agent_id))
        return conversation

    async def _title(self, user_id: str, submission: Submission) -> str:
        """Return what a thread is called that begins with this: as its message begins, else as its first file is."""
        if submission.message.strip():
            return title_of(submission.message)
        return title_of((await self._dependencies.files.named(user_id, submission.files[0])).filename)

    async def get(self, user_id: str, execution_id: str) -> Execution:
        """Return one execution with its steps. Raises `NotFound`."""
        return await self._store.get(user_id, execution_id)

    async def cancel(self, user_id: str, execution_id: str) -> Execution:
        """Stop it; a running one stops within a second. Raises `NotFound`."""
        stores = self._dependencies.stores
        async with self._dependencies.database.as_user(user_id):
            before = await hold_run(stores, self._dependencies.purposes, user_id, execution_id)
            execution = await self._store.request_cancel(user_id, execution_id)
            if execution.status is ExecutionStatus.CANCELLED and not before.status.terminal:
                await self.tell_stopped(user_id, execution)
                if execution.purpose is RunPurpose.TURN:
                    await self._dependencies.purposes.of(
                        user_id, execution
                    ).enqueue()  # the resident may have other mail
        return execution

    async def tell_stopped(self, user_id: str, execution: Execution) -> None:
        """Within the transaction that stopped a run which no worker has: do what follows, and tell it."""
        stores, purpose = self._dependencies.stores, self._dependencies.purposes.of(user_id, execution)
        end = End(status=ExecutionStatus.CANCELLED, agent_id=execution.agent_id, usage=execution.usage)
        facts = await facts_of_end(stores, user_id, execution, purpose, end)
        await stores[EventStore].append(user_id, facts, execution_id=execution.id, agent=execution.agent_id)

    async def resume(self, user_id: str, execution_id: str, *, retry: bool) -> Execution:
        """Go on with an execution that waits because a call's outcome is unknown.

        `retry` makes the call again; otherwise the agent is told that it is not known whether it took effect.
        Raises `NotFound`, `Conflict` when it does not wait, `TooMuchWork`.
        """
        async with self._dependencies.database.as_user(user_id):
            await self._dependencies.queue.check_runs(user_id)
            await hold_run(self._dependencies.stores, self._dependencies.purposes, user_id, execution_id)
            execution = await self._store.get(user_id, execution_id)
            if execution.status is not ExecutionStatus.WAITING:
                raise Conflict(Reason.of(ReasonCode.NOT_RESUMABLE, status=execution.status))
            for step in execution.steps:
                # A helper that had begun goes on; only what it was doing is settled.
                if step.status is StepStatus.RUNNING and step.kind is not StepKind.HELPER:
                    error = None if retry else UNKNOWN_OUTCOME
                    await self._store.settle(user_id, execution_id, step.key, error=error)
            return await self.go_on(user_id, execution_id)

    async def go_on(self, user_id: str, execution_id: str) -> Execution:
        """Let a worker take up a waiting execution again. Raises `NotFound`, `Conflict` when it does not wait."""
        async with self._dependencies.database.as_user(user_id):
            await hold_run(self._dependencies.stores, self._dependencies.purposes, user_id, execution_id)
            execution = await self._store.resume(user_id, execution_id)
            await self._dependencies.purposes.of(user_id, execution).enqueue()
        return execution

    async def approve(self, user_id: str, approval_id: str, *, always: bool = False) -> Approval:
        """Let a waiting call be made; with `always` also every later one of its agent and tool.

        Raises `NotFound`, `Conflict` when it does not wait any more.
        """
        return await self._dependencies.approvals.approve(user_id, approval_id, self.go_on, always=always)

    async def deny(self, user_id: str, approval_id: str, note: str) -> Approval:
        """Have a waiting call not made; its agent reads the note. Raises `NotFound`, `Conflict`."""
        return await self._dependencies.approvals.deny(user_id, approval_id, note, self.go_on)

    async def expire_approvals(self, user_id: str) -> None:
        """Let the executions go on whose calls were not decided in time."""
        await self._dependencies.approvals.expire(user_id, self.go_on)

    async def wait(
        self, user_id: str, execution_id: str, timeout: float, *, steps: bool = True, accepted_now: bool = False
    ) -> Execution:
        """Return the execution when it is over or waits for a person, or as it stands after `timeout` seconds.

        `steps` says whether with its journal; `accepted_now` that it was accepted a moment ago, so that the database
        is asked when there is something to see, and not before.
        """
        deadline = asyncio.get_running_loop().time() + timeout
        with (
            self._dependencies.bus.reading(execution_id) as (bell, watch),
            self._runner.awaiting(user_id, execution_id) as awaited,
        ):
            ask, own = not accepted_now, False
            while True:
                if awaited.execution is not None and not steps:
                    return awaited.execution
                seen = watch.generation
                left = deadline - asyncio.get_running_loop().time()
                if ask or left <= 0:
                    execution = await self._store.get(user_id, execution_id, steps=steps and own)
                    if execution.status.terminal or execution.status is ExecutionStatus.WAITING or left <= 0:
                        return await self._store.get(user_id, execution_id) if steps and not own else execution
                ask, own = True, False
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, POLL_SECONDS)):
                        # What is carried out here rings when its work has ended: nothing is asked for before that.
                        while watch.generation == seen or self._runner.works_on(execution_id):
                            await bell.wait()
                            bell.clear()
                            own = own or self._runner.works_on(execution_id)


def title_of(message: str) -> str:
    """Return the first line of a message up to a block of code, or what the block it begins with is, cut to what a list
    can show."""
    lines = (line.strip().strip("`").partition("```")[0].strip() for line in message.splitlines())
    line = next((line for line in lines if line), message.strip())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
