"""The journal of a resident's turn: holds the swarm first, begins nothing that may not begin, books what is used."""

import json
import time
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic_ai.messages import ModelMessagesTypeAdapter

from bailiwick.core.events import Event
from bailiwick.core.executions import Execution, Step, StepStatus, Usage
from bailiwick.core.ports import Database, ModelRequest, Stores
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.swarm import Claim, Swarm
from bailiwick.runtime.journal import CrashPoints, Journal
from bailiwick.runtime.swarm.halting import Halt, LaidDown, LimitReached

BYTES_PER_TOKEN = 3
"""Bytes of UTF-8 that stand for a token where the input of a model call is estimated: rather too many tokens."""
LEAST_ANSWER = 256
"""Tokens; a model call with less room for its answer is not begun."""
PATIENCE = timedelta(seconds=1)
"""How long a turn waits whose tokens others have reserved and may give back."""
FREE = "offline"
"""The model whose calls use no tokens."""


class TurnJournal(Journal):
    """Reads and writes the steps and facts of one turn of a resident."""

    def __init__(
        self, database: Database, stores: Stores, user_id: str, claim: Claim, execution: Execution, halt: Halt,
        crash_points: CrashPoints,
    ) -> None:  # fmt: skip
        super().__init__(database, stores.executions, stores.events, user_id, execution, crash_points)
        self._stores = stores
        self._claim = claim
        self._turn_id = execution.id
        self._halt = halt
        self._booked_until = time.monotonic()

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        """Open a transaction that holds the swarm, which the writes of this task join."""
        return self._holding()

    @asynccontextmanager
    async def _holding(self) -> AsyncGenerator[Any]:
        held = self._database.in_transaction(self.user_id)
        async with self._database.as_user(self.user_id) as connection:
            if not held:
                await self._stores.swarms.hold(self.user_id, self._claim.swarm.id)
            yield connection

    async def ask(self, question: ModelRequest, *events: Event, agent: str) -> ModelRequest:
        """Commit that a model is asked; return the question with no longer an answer than the swarm's tokens allow.

        Raises `LaidDown`, `LimitReached`.
        """
        async with self.transaction():
            swarm = await self._may_begin()
            if question.model != FREE:
                question = await self._reserve(swarm, question)
            await self.tell(*events, agent=agent)
        return question

    async def _check(self, step: Step) -> None:
        if step.status is StepStatus.RUNNING:
            await self._may_begin()

    async def _account(self, step: Step) -> None:
        if step.status is not StepStatus.RUNNING:
            await self.book(step.usage)

    async def book(self, usage: Usage) -> None:
        """Add to what swarm and resident have used, with the time since the last booking."""
        now = time.monotonic()
        await self._stores.swarms.spend(self.user_id, self._turn_id, usage, now - self._booked_until)
        self._booked_until = now

    async def check_running(self) -> None:
        """Raise `LaidDown` unless the turn may go on: its swarm and its resident run, and its room is open."""
        obstacle = await self._stores.resident_turns.obstacle(self.user_id, self._turn_id)
        if obstacle:
            raise LaidDown(obstacle)

    async def _may_begin(self) -> Swarm:
        """Return the swarm, which is held, if it, the resident and the room run.

        Raises `LaidDown`, and `LimitReached` when the swarm has worked long enough.
        """
        self._halt.check()
        swarm = await self._stores.swarms.hold(self.user_id, self._claim.swarm.id)
        await self.check_running()
        limit = swarm.limits.seconds
        if limit is not None and swarm.seconds >= limit:
            raise LimitReached(Reason.of(ReasonCode.SWARM_SECONDS, limit=limit))
        return swarm

    async def _reserve(self, swarm: Swarm, question: ModelRequest) -> ModelRequest:
        """Reserve what the call may use at most. Raises `LimitReached`, or `LaidDown` until others give back."""
        limit = swarm.limits.tokens
        asked = estimate(question)
        swarms, user_id = self._stores.swarms, self.user_id
        if limit is None:
            return question
        # What this turn had reserved for its last call was freed when that was booked.
        others = await swarms.reserved(user_id, swarm.id)
        left = limit - swarm.usage.input_tokens - swarm.usage.output_tokens
        least = min(LEAST_ANSWER, question.max_tokens)
        if left - asked < least:
            raise LimitReached(Reason.of(ReasonCode.SWARM_TOKENS, limit=limit))
        answer = min(question.max_tokens, left - others - asked)
        if answer < least:
            raise LaidDown(Reason.of(ReasonCode.TOKENS_RESERVED), retry_at=datetime.now(UTC) + PATIENCE)
        await swarms.reserve(user_id, self._turn_id, asked + answer)
        return replace(question, max_tokens=answer)


def estimate(question: ModelRequest) -> int:
    """Return about how many tokens the input of a model call has, rather too many."""
    tools = [[tool.name, tool.description, tool.parameters] for tool in question.tools]
    messages = ModelMessagesTypeAdapter.dump_json(list(question.messages))
    size = len(question.instructions.encode("utf-8", "replace")) + len(messages)
    return (size + len(json.dumps(tools, default=dict).encode())) // BYTES_PER_TOKEN
