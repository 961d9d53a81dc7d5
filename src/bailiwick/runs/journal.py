"""The journal: the durable memory of one claimed run, whatever it is for.

Every write names the attempt that was claimed, so a worker that has lost its claim cannot write; every step
has a key that is the same on each replay, so what was done is answered from the journal and not done again.

What is *noted* is written with whatever is written next, in the same statement: nothing long begins before that. A
worker that dies in between does it again, as if it had died a moment earlier.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator, Generator, Sequence, Set
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.events.facts import Event, Told
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import ExecutionStatus, Outcome, Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.ledger import CallOver, CallToMake, NoLedger, RunLedger
from bailiwick.runs.pausing import Control
from bailiwick.runs.purpose import Purpose
from bailiwick.runs.records import Assignment, Ended, Execution, Failure, Step, StepKind, StepStatus
from bailiwick.runs.store import ExecutionStore
from bailiwick_router.core.decisions import Decision

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two questions whether others have given back what they had reserved."""
PATIENCE = 120.0
"""Seconds after which what others hold counts as used."""


class CrashPoints:
    """Ends the process at a named boundary; how the durability tests crash a worker at every commit.

    `at` is `<before|after> <what>`, or nothing; what a step is goes by its kind (`before tool completed`) or by its key
    (`before tool:revision-1:0 completed`).
    """

    def __init__(self, at: str | None) -> None:
        self._at = at

    def reach(self, boundary: str) -> None:
        """Die here if this is the boundary."""
        if self._at == boundary:
            os.kill(os.getpid(), signal.SIGKILL)


class StartTransaction:
    """The transaction in which a run begins: it ends before the first thing that takes time, or with the block."""

    def __init__(self) -> None:
        self._stack: AsyncExitStack | None = None
        self.committed = False

    @asynccontextmanager
    async def of(self, database: Database, user_id: str) -> AsyncGenerator[None]:
        """Open it for this task. What fails before its end is rolled back."""
        try:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(database.as_user(user_id))
                self._stack = stack
                yield
        finally:
            self._stack = None

    @property
    def open(self) -> bool:
        """Whether it was begun and has not ended."""
        return self._stack is not None

    async def end(self) -> bool:
        """Commit it, if it is open, and say whether it was; the task that opened it does."""
        if self._stack is None:
            return False
        stack, self._stack = self._stack.pop_all(), None
        await stack.aclose()
        self.committed = True
        return True


class Journal:
    """Reads and writes the steps and facts of one run."""

    def __init__(
        self,
        database: Database,
        executions: ExecutionStore,
        user_id: str,
        execution: Execution,
        purpose: Purpose,
        *,
        control: Control,
        opening: StartTransaction,
        crash_points: CrashPoints,
        ledger: RunLedger | None = None,
    ) -> None:
        self._database = database
        self._executions = executions
        self.user_id = user_id
        self._execution_id = execution.id
        self._attempt = execution.attempt
        self.agent_id = execution.agent_id
        """Who works on it, once that was decided."""
        self.decision = execution.decision
        """Why, once that was decided."""
        self._purpose = purpose
        self._ledger = ledger or NoLedger()
        self._broken_off: list[CallOver] = []
        """Model calls that were begun and gave nothing; what they had reserved is given back with what is next."""
        self._control = control
        self._opening = opening
        self._crash = crash_points
        self._steps = {step.key: step for step in execution.steps}
        self._last = max((step.position for step in execution.steps), default=0)
        """The last place in the order that was given away."""
        self._noted: list[Step] = []
        self._facts: list[Told] = []
        self._assigned: Assignment | None = None
        self._passing: dict[asyncio.Task[Any] | None, list[Step]] = {}
        """Steps that a transaction which is open has written, by the task that has opened it."""
        self._in_opening: list[Step] = []
        """Those that the opening has written."""
        self.worked_seconds = sum(_seconds(step) for step in execution.steps)
        """Seconds spent in finished steps, earlier attempts included."""

    # reading

    @property
    def attempt(self) -> int:
        """The attempt that was claimed."""
        return self._attempt

    def find(self, key: str) -> Step | None:
        """Return the step of that key as it stands."""
        return self._steps.get(key)

    def done(self, key: str) -> Step | None:
        """Return the step of that key if it is over, well or badly."""
        step = self._steps.get(key)
        return step if step is not None and step.status is not StepStatus.RUNNING else None

    @property
    def steps(self) -> Sequence[Step]:
        """All steps as they stand, in the order in which they began."""
        return list(self._steps.values())

    def below(self, call: str) -> Sequence[Step]:
        """Return the steps of the helper that answers a call, and of its helpers."""
        return [step for step in self._steps.values() if call in step.place.path]

    @property
    def usage(self) -> Usage:
        """What all steps have used."""
        return sum((step.usage for step in self._steps.values()), Usage())

    @property
    def unbooked(self) -> Usage:
        """What the steps have used that are noted and not written yet."""
        return sum((step.usage for step in self._noted), Usage())

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    # writing

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[None]:
        """Open a transaction that holds what stands above the run, or join the one that this task has open."""
        if self._database.in_transaction(self.user_id):
            yield
            return
        task = asyncio.current_task()
        written = self._passing[task] = []
        try:
            async with self._database.as_user(self.user_id):
                await self._purpose.hold()
                yield
        finally:
            del self._passing[task]
        for step in written:
            self._reach("after", step)

    def note(self, *events: Event, agent: str | None = None) -> None:
        """Keep facts that belong to no step, to be written with what is written next."""
        self._facts += [(event, agent) for event in events]

    def note_step(self, step: Step, *events: Event) -> Step:
        """Keep a step that is over and the facts that go with it, to be written with what is written next."""
        step = self._executions.cleaned(self._placed(step))
        self._steps[step.key] = step
        self._noted.append(step)
        self.note(*events, agent=step.agent_id)
        return step

    def assign(self, agent_id: str | None, decision: Decision) -> Decision:
        """Keep who works on it and why, to be written with what is written next; return the decision as it will be."""
        self.agent_id, self.decision = agent_id, replace(decision, id=uuid7(), created_at=datetime.now(UTC))
        self._assigned = Assignment(agent_id=agent_id, decision=self.decision)
        return self.decision

    def give_to(self, agent_id: str) -> None:
        """Keep that another agent works on it from here on, to be written with what is written next."""
        self.agent_id = agent_id
        decision = self._assigned.decision if self._assigned else None
        self._assigned = Assignment(agent_id=agent_id, decision=decision)

    async def write(self, step: Step, *events: Event) -> Step:
        """Commit a step and the facts that go with it, together, with all that was noted.

        Raises `LostClaim`; before a running step `ExecutionCancelled` when cancel was requested, `Paused`, and before a
        tool call what `RunLedger.account` does.
        """
        begins = step.status is StepStatus.RUNNING
        if begins and step.usage.tool_calls:
            await self._ledger.look()
        async with self.transaction():
            if begins:
                await self._may_begin()
            self._as_before_if_rolled_back(step.key)
            stored = await self._record([self._placed(step)], [(event, step.agent_id) for event in events])
        if step.status is StepStatus.RUNNING:
            await self.end_opening()
        return stored[-1]

    @asynccontextmanager
    async def asking(
        self, key: str, question: ModelRequest, *events: Event, agent: str, can_be_refused: bool = False
    ) -> AsyncGenerator[ModelRequest]:
        """Commit that a model is asked, with the facts that go with it and all that was noted; ask it in the block.

        Yields the question as it may be put. What was reserved for it counts as used once the step `key` is written,
        and is given back when the block fails, or the wait for room. Raises `Paused`, `LimitReached`,
        `LostClaim`, `ExecutionCancelled`, and at a limit on spending `SpendingLimitReached` or `SpendingLimitEnds`; a
        question that can be refused is yielded with that instead.
        """
        await self._ledger.look()
        async with self.transaction():
            await self._may_begin()
            with self._taken() as (assigned, noted, told):
                # First: what is booked frees what was reserved for it, and the next reservation counts it.
                await self._book(noted)
                question = await self._purpose.reserve(question)
                facts = [*told, *((event, agent) for event in events)]
                noted = await self._store(assigned, noted, facts, begins=True)
                call = CallToMake(key=key, agents=self._agents(agent), request=question, can_be_refused=can_be_refused)
                granted = await self._account(noted, call)
        try:
            await self.end_opening()
            yield granted or await self._when_there_is_room(call)
        except BaseException:
            self._broken_off.append(CallOver(key=key, agents=call.agents, model=question.model))
            raise

    async def give_back(self) -> None:
        """Within a transaction: give back all that the run has reserved for model calls; none is under way."""
        await self._account((), everything=True)

    async def tell(self, *events: Event, agent: str | None = None) -> None:
        """Commit facts that belong to no step, with all that was noted."""
        async with self.transaction():
            await self._record([], [(event, agent) for event in events])

    async def settle(self) -> None:
        """Commit all that was noted, and the opening: what comes next takes time, or is done by other tasks."""
        if self._noted or self._facts:
            await self.tell()
        await self.end_opening()

    async def finish(
        self,
        status: ExecutionStatus,
        facts: Sequence[Told],
        *,
        answer: str | None = None,
        failure: Failure | None = None,
        outcome: Outcome | None = None,
        messages: Sequence[Any] = (),
    ) -> Ended:
        """Within the transaction that ends the run: write its end, the last facts, and all that was noted, which is
        booked already.

        Raises `LostClaim`.
        """
        with self._taken() as (assigned, noted, told):
            for step in noted:
                self._reach("before", step)
            ended = await self._executions.finish(
                self.user_id,
                self._execution_id,
                self._attempt,
                status,
                usage=self.usage,
                answer=answer,
                failure=failure,
                outcome=outcome,
                model_messages=messages,
                assigned=assigned,
                steps=noted,
                facts=[*told, *facts],
            )
        self._passing.get(asyncio.current_task(), self._in_opening).extend(noted)
        # Tool calls that were cut were made all the same.
        cut = [step for step in self._steps.values() if step.status is StepStatus.RUNNING and step.usage.tool_calls]
        over = [*noted, *(step.evolve(status=StepStatus.FAILED) for step in cut)]
        over = [step.evolve(ended_at=ended.at) for step in over]
        await self._account(over, everything=True, cut=frozenset(step.key for step in cut))
        return ended

    def reach(self, boundary: str) -> None:
        """Mark a boundary that the caller has just passed."""
        self._crash.reach(boundary)

    def new(self, key: str, **fields: object) -> Step:
        """Make a step of this attempt that starts now."""
        return Step(key=key, attempt=self._attempt, started_at=datetime.now(UTC), **fields)  # pyright: ignore[reportArgumentType]  (fields are Step's own)

    async def end_opening(self) -> None:
        """Commit the opening, if it is open: what comes next takes time."""
        if await self._opening.end():
            self._crash.reach("after claim")
            for step in self._in_opening:
                self._reach("after", step)

    async def _may_begin(self) -> None:
        self._control.check()
        await self._purpose.may_begin()

    @contextmanager
    def _taken(self) -> Generator[tuple[Assignment | None, Sequence[Step], Sequence[Told]]]:
        """Take what was noted, to be written in this block; what fails leaves it noted.

        Facts that are about no other agent are about who works on the run, where that is decided by then.
        """
        assigned, noted, told = self._assigned, self._noted, self._facts
        self._assigned, self._noted, self._facts = None, [], []
        try:
            yield assigned, noted, [(event, agent or self.agent_id) for event, agent in told]
        except BaseException:
            self._noted, self._facts = [*noted, *self._noted], [*told, *self._facts]
            self._assigned = self._assigned or assigned
            raise

    async def _record(self, steps: Sequence[Step], facts: Sequence[Told]) -> Sequence[Step]:
        """Within a transaction: write what was noted, then these, and book what they used."""
        with self._taken() as (assigned, noted, told):
            stored = await self._store(assigned, [*noted, *steps], [*told, *facts])
            await self._book([*noted, *steps])
            begun = next((step for step in steps if step.status is StepStatus.RUNNING and step.usage.tool_calls), None)
            call = begun and CallToMake(key=begun.key, agents=self._agents(begun.agent_id), request=None)
            await self._account(stored, call)
        return stored

    async def _store(
        self, assigned: Assignment | None, steps: Sequence[Step], facts: Sequence[Told], *, begins: bool = False
    ) -> Sequence[Step]:
        if not steps and not facts:
            return ()
        for step in steps:
            self._reach("before", step)
        stored = await self._executions.record(
            self.user_id, self._execution_id, self._attempt, *steps, facts=facts, assigned=assigned, begins=begins
        )
        for step in stored:
            self._steps[step.key] = step
        self._passing.get(asyncio.current_task(), self._in_opening).extend(stored)
        return stored

    async def _book(self, steps: Sequence[Step]) -> None:
        """Count what steps that are over have used, on what stands above the run. The opening, which does not hold
        that, counts nothing where nothing was used: the time goes with what is used next."""
        over = [step.usage for step in steps if step.status is not StepStatus.RUNNING]
        used = sum(over, Usage())
        if over and (used != Usage() or not self._opening.open):
            await self._purpose.book(used)

    async def _account(
        self,
        steps: Sequence[Step],
        call: CallToMake | None = None,
        *,
        everything: bool = False,
        last: bool = False,
        cut: Set[str] = frozenset(),
    ) -> ModelRequest | None:
        """Last in a transaction: count what calls that are over have used against limits on spending, give back what
        was reserved for them, and reserve for `call`; see `RunLedger.account`. `cut` has the keys of those that were
        cut off."""
        over = [
            CallOver(
                key=step.key,
                agents=self._agents(step.agent_id),
                model=step.name if step.usage.model_calls else "",
                usage=step.usage,
                seconds=0.0 if step.kind is StepKind.HELPER else _seconds(step),
                cut=step.key in cut,
            )
            for step in steps
            if (step.usage.model_calls or step.usage.tool_calls) and step.status is not StepStatus.RUNNING
        ]
        broken_off = [*self._broken_off]  # others break off while this is accounted for
        granted = await self._ledger.account([*broken_off, *over], call, everything=everything, last=last)
        self._broken_off = [each for each in self._broken_off if each not in broken_off]

        def ended(committed: bool) -> None:
            if not committed:
                self._broken_off = [*broken_off, *self._broken_off]

        if broken_off:
            self._database.on_end(ended)
        return granted

    async def _when_there_is_room(self, call: CallToMake) -> ModelRequest:
        """Ask for room again, until others have given back what they hold; see `RunLedger.account`."""
        pause, patience = FIRST_PAUSE, time.monotonic() + PATIENCE
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            await self._ledger.look()
            # What has ended beside it may hold what it waits for, until that is written.
            await self.settle()
            async with self.transaction():
                await self._may_begin()
                await self._executions.record(self.user_id, self._execution_id, self._attempt, begins=True)
                granted = await self._account((), call, last=time.monotonic() > patience)
            if granted is not None:
                return granted

    def _agents(self, agent: str | None) -> frozenset[str]:
        return frozenset(filter(None, (agent, self.agent_id)))

    def _placed(self, step: Step) -> Step:
        """Return a step with its place in the order: that of its key, or the next one.

        A new one is known from here on, so that what begins beside it and later counts it even if it is stored first.
        """
        known = self._steps.get(step.key)
        if known is not None:
            return step.evolve(position=known.position)
        self._last += 1
        placed = self._steps[step.key] = step.evolve(position=self._last)
        return placed

    def _as_before_if_rolled_back(self, key: str) -> None:
        """Within a transaction: have the step of that key be what it is now again where nothing is committed."""
        known = self._steps.get(key)

        def ended(committed: bool) -> None:
            if committed:
                return
            if known is None:
                self._steps.pop(key, None)
            else:
                self._steps[key] = known

        self._database.on_end(ended)

    def _reach(self, side: str, step: Step) -> None:
        for name in (step.kind, step.key):
            self._crash.reach(f"{side} {name} {step.status}")


def _seconds(step: Step) -> float:
    if step.started_at is None or step.ended_at is None:
        return 0.0
    return max(0.0, (step.ended_at - step.started_at).total_seconds())
