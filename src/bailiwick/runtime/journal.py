"""The journal: the durable memory of one claimed execution.

Every write names the attempt that was claimed, so a worker that has lost its claim cannot write; every step
has a key that is the same on each replay, so what was done is answered from the journal and not done again.
"""

import os
import signal
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Any

from bailiwick.core.events import Event
from bailiwick.core.executions import Execution, ExecutionStatus, Outcome, Step, StepStatus, Usage
from bailiwick.core.ports import Database, EventStore, ExecutionStore, ModelRequest


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


class Journal:
    """Reads and writes the steps and facts of one execution."""

    def __init__(
        self, database: Database, executions: ExecutionStore, events: EventStore, user_id: str,
        execution: Execution, crash_points: CrashPoints,
    ) -> None:  # fmt: skip
        self._database = database
        self._executions = executions
        self._events = events
        self.user_id = user_id
        self._execution_id = execution.id
        self._attempt = execution.attempt
        self._crash = crash_points
        self._steps = {step.key: step for step in execution.steps}
        self.worked_seconds = sum(_seconds(step) for step in execution.steps)
        """Seconds spent in finished steps, earlier attempts included."""

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

    def under(self, path: str) -> Sequence[Step]:
        """Return the steps of a helper and of its helpers, whose keys begin with `path`."""
        return [step for key, step in self._steps.items() if key.startswith(path)]

    @property
    def usage(self) -> Usage:
        """What all steps have used."""
        return sum((step.usage for step in self._steps.values()), Usage())

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        """Open a transaction that the writes of this task join."""
        return self._database.as_user(self.user_id)

    async def write(self, step: Step, *events: Event) -> Step:
        """Commit a step and the facts that go with it, together.

        Raises `LostClaim`; raises `ExecutionCancelled` before a running step when cancel was requested.
        """
        joined = self._database.in_transaction(self.user_id)
        self._reach("before", step)
        async with self.transaction():
            await self._check(step)
            stored = await self._executions.record(self.user_id, self._execution_id, self._attempt, step)
            if events:
                await self._append(events, step.agent_id)
            await self._account(stored)
        self._steps[step.key] = stored
        if not joined:  # else the one whose transaction it is passes the boundary
            self.passed(stored)
        return stored

    def passed(self, step: Step) -> None:
        """Mark that a step was written, in a transaction of the caller's own perhaps."""
        self._reach("after", step)

    def _reach(self, side: str, step: Step) -> None:
        for name in (step.kind, step.key):
            self._crash.reach(f"{side} {name} {step.status}")

    def reach(self, boundary: str) -> None:
        """Mark a boundary that the caller's own transaction has just passed."""
        self._crash.reach(boundary)

    async def ask(self, question: ModelRequest, *events: Event, agent: str) -> ModelRequest:
        """Commit that a model is asked, with the facts that go with it; return the question as it may be put."""
        await self.tell(*events, agent=agent)
        return question

    async def tell(self, *events: Event, agent: str | None = None) -> None:
        """Commit facts that belong to no step."""
        await self._append(events, agent)

    async def finish(
        self,
        step: Step,
        events: Sequence[Event],
        *,
        usage: Usage,
        answer: str,
        outcome: Outcome,
        messages: Sequence[Any],
    ) -> None:
        """Commit the last step, the end of the execution and its facts, together. Raises `LostClaim`."""
        self._crash.reach("before finish")
        async with self.transaction():
            await self._executions.record(self.user_id, self._execution_id, self._attempt, step)
            await self._executions.finish(
                self.user_id, self._execution_id, self._attempt, ExecutionStatus.COMPLETED,
                usage=usage, answer=answer, outcome=outcome, model_messages=messages,
            )  # fmt: skip
            await self._append(events, step.agent_id)

    async def _check(self, step: Step) -> None:
        """Within the transaction of a step, before it is written: raise what keeps it from being."""

    async def _account(self, step: Step) -> None:
        """Within the transaction of a step, after it was written: book what it used."""

    async def _append(self, events: Sequence[Event], agent: str | None) -> None:
        await self._events.append(self.user_id, events, execution_id=self._execution_id, agent=agent)

    def new(self, key: str, **fields: object) -> Step:
        """Make a step of this attempt that starts now."""
        return Step(key=key, attempt=self._attempt, started_at=datetime.now(UTC), **fields)  # pyright: ignore[reportArgumentType]  (fields are Step's own)


def _seconds(step: Step) -> float:
    if step.started_at is None or step.ended_at is None:
        return 0.0
    return max(0.0, (step.ended_at - step.started_at).total_seconds())
