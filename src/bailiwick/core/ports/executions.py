"""Executions, their journal and figures about them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from bailiwick.core.events import Event
from bailiwick.core.executions import (
    AgentMetrics,
    Assignment,
    Ended,
    Execution,
    ExecutionStatus,
    Failure,
    FoundExecution,
    Outcome,
    RunPurpose,
    Step,
    Usage,
)
from bailiwick.core.figures import AgentFigures
from bailiwick.core.overview import Figures
from bailiwick.core.reasons import Said
from bailiwick_router.core.decisions import Mode

Told = tuple[Event, str | None]
"""A fact, and the agent that it is about."""


class ExecutionStore(Protocol):
    """Executions and their journal. Writes by a worker name the attempt it claimed and raise `LostClaim` when
    another worker has claimed the execution since or it is over."""

    async def create(
        self,
        user_id: str,
        conversation_id: str,
        message: str,
        mode: Mode,
        requested_agent: str | None,
        *,
        purpose: RunPurpose = RunPurpose.CHAT,
        asked: Sequence[str] = (),
        most: int | None = None,
    ) -> Execution:
        """Create a pending execution and add to the thread the message that asks for it. Raises `NotFound` for no such
        conversation, or a resident's, and `TooMuchWork` when `most` are pending or running."""
        ...

    async def get(self, user_id: str, execution_id: str, *, steps: bool = True) -> Execution:
        """Raises `NotFound`."""
        ...

    async def list(
        self,
        user_id: str,
        *,
        conversation_id: str | None = None,
        agent_id: str | None = None,
        status: ExecutionStatus | None = None,
        limit: int = 50,
        before: datetime | None = None,
    ) -> Sequence[Execution]:
        """Latest first; `before` pages by `created_at`."""
        ...

    async def hold(self, user_id: str, execution_id: str) -> ExecutionStatus:
        """Within the caller's transaction: keep everyone else from changing where it stands. Raises `NotFound`."""
        ...

    async def unfinished(self, user_id: str, most: int) -> int:
        """Return how many are pending or running, counted up to `most`."""
        ...

    async def claim(
        self, user_id: str, execution_id: str, message: str | None = None, asked: Sequence[str] | None = None
    ) -> Execution | None:
        """Claim for this worker: raise `attempt`, set running (started_at on the first), return it with its steps.

        `message` and `asked` say what it is asked, where that was not known before. Returns nothing when it is over,
        waiting, or gone.
        """
        ...

    async def record(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        *steps: Step,
        facts: Sequence[Told] = (),
        assigned: Assignment | None = None,
        begins: bool = False,
    ) -> Sequence[Step]:
        """Insert steps, or replace those with the same keys; sets started_at on insert and ended_at when a step is not
        running. Stores who works on it and why, where that was decided, and facts with them, in order. Raises
        `LostClaim`; raises `ExecutionCancelled` when cancel was requested and a step is running, or `begins` says that
        something else is about to begin."""
        ...

    def cleaned(self, step: Step) -> Step:
        """A step as it would be stored."""
        ...

    async def finish(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        status: ExecutionStatus,
        *,
        usage: Usage,
        answer: str | None = None,
        failure: Failure | None = None,
        outcome: Outcome | None = None,
        model_messages: Sequence[Any] = (),
        assigned: Assignment | None = None,
        steps: Sequence[Step] = (),
        facts: Sequence[Told] = (),
    ) -> Ended:
        """End it, with what was decided and its last steps and facts; `model_messages` (JSON) become part of the
        thread's history. Raises `LostClaim`."""
        ...

    async def wait(self, user_id: str, execution_id: str, attempt: int, reason: Said) -> None:
        """Set waiting for a person. Raises `LostClaim`."""
        ...

    async def resume(self, user_id: str, execution_id: str) -> Execution:
        """Set a waiting execution pending again. Raises `NotFound`, `Conflict` when it is not waiting."""
        ...

    async def settle(self, user_id: str, execution_id: str, key: str, *, error: Said | None) -> None:
        """Resolve a running step of a waiting execution: with `error` it failed so, without it is deleted and will
        be made again. Raises `NotFound` when there is no such running step."""
        ...

    async def request_cancel(self, user_id: str, execution_id: str) -> Execution:
        """Note that it is to stop; pending and waiting ones become cancelled at once. Raises `NotFound`; over
        ones are returned as they are."""
        ...

    async def search(self, user_id: str, text: str, *, limit: int = 8) -> Sequence[FoundExecution]:
        """Latest first, those whose message contains `text`, whatever the case; among the latest executions only."""
        ...


class OverviewStore(Protocol):
    """What happened lately."""

    async def figures(self, user_id: str, since: datetime) -> Figures:
        """Figures since a time, at most 48 hours back, and of the latest 24 hours; hours begin where `since` does."""
        ...


class FigureStore(Protocol):
    """What agents did."""

    async def of_agents(self, user_id: str) -> Sequence[AgentMetrics]:
        """What each agent has ever done, busiest first; 1,000 agents at most."""
        ...

    async def of_agent(self, user_id: str, agent_id: str, days: Sequence[datetime]) -> AgentFigures:
        """Return what an agent did in the days that begin at these times, oldest first, the last time being the end
        of the last day. Days are named by the date that their beginning has in its own time zone.
        """
        ...
