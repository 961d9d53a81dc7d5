"""The purpose of a run that answers a message: a person's, a schedule's, or a task's brief."""

from collections.abc import Sequence
from datetime import datetime

from bailiwick.agents.store import AgentStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import (
    AgentCompleted,
    DirectExecuted,
    Event,
)
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Said
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.pausing import Paused
from bailiwick.runs.purpose import End, RunListener, RunResult
from bailiwick.runs.records import Execution
from bailiwick.runs.threads.records import MessageAuthor
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode

TASK = "execution"
"""Name of the jobs that answer messages."""


class MessagePurpose:
    """Puts the answer into the thread, and tells where the run comes from of its end."""

    def __init__(
        self, stores: Stores, jobs: Jobs, origins: Sequence[RunListener], user_id: str, execution: Execution
    ) -> None:
        self._stores = stores
        self._jobs = jobs
        self._origins = origins
        self._user_id = user_id
        self._execution = execution

    async def hold(self) -> None:
        """Nothing stands above it while it works."""

    async def hold_to_end(self) -> None:
        """Hold where it comes from: who starts it from there holds that before the thread."""
        for origin in self._origins:
            await origin.hold(self._user_id, self._execution)

    async def may_begin(self) -> None:
        """It always may."""

    async def obstacle(self) -> Said | None:
        """It always may go on."""
        return None

    async def reserve(self, question: ModelRequest) -> ModelRequest:
        """Nothing has to be reserved."""
        return question

    async def book(self, usage: Usage) -> None:
        """The run itself says what it used."""
        del usage

    async def enqueue(self, lock: str | None = None) -> None:
        """Have a worker answer, after whatever has the same lock: by default the thread's."""
        execution = self._execution
        lock = lock or f"conversation:{execution.conversation_id}"
        await self._jobs.defer(TASK, self._user_id, {"execution": execution.id}, lock=lock)

    async def ended(self, end: End) -> Sequence[Event]:
        """Put what was said into the thread, and tell where the run comes from."""
        facts = [] if end.answer is None else await self._answered(end, end.answer)
        if end.answer is None and end.said.strip():
            await self._stores[ConversationStore].add_message(
                self._user_id,
                self._execution.conversation_id,
                MessageAuthor.AGENT,
                end.said,
                agent_id=end.agent_id or SUPERVISOR_ID,
                execution_id=self._execution.id,
            )
        for origin in self._origins:
            await origin.ended(self._user_id, self._execution, end)
        return facts

    def again_at(self, failed: CallFailed) -> datetime | None:
        """A person is told at once, and may send the message again."""
        del failed

    async def retry(self, failed: CallFailed, at: datetime, usage: Usage) -> Sequence[Event]:
        """It never comes to that."""
        raise NotImplementedError

    async def pause(self, paused: Paused, usage: Usage) -> Sequence[Event]:
        """Another worker takes it up as it stands."""
        del paused, usage
        return ()

    async def waits(self, reason: Said, usage: Usage) -> Sequence[Event]:
        """Nothing else has to be told."""
        del reason, usage
        return ()

    async def _answered(self, end: End, answer: RunResult) -> list[Event]:
        stores, user_id, execution = self._stores, self._user_id, self._execution
        await stores[ConversationStore].add_message(
            user_id,
            execution.conversation_id,
            MessageAuthor.AGENT,
            answer.content,
            agent_id=answer.agent_id,
            execution_id=execution.id,
            last_agent=answer.last_agent,
        )
        for agent_id, expires_at in answer.used.items():
            await stores[AgentStore].touch(user_id, agent_id, expires_at)
        facts: list[Event] = [
            AgentCompleted(agent=answer.agent_id, iterations=answer.reply.iterations, usage=end.usage)
        ]
        if execution.mode is Mode.DIRECT and answer.worker:
            facts.append(DirectExecuted(agent=answer.worker))
        return facts
