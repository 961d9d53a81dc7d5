"""Decisions and what people say about wrong ones."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.misroutes import Misroute
from bailiwick_router.core.decisions import Decision


class DecisionStore(Protocol):
    """Routing decisions."""

    async def add(self, user_id: str, decision: Decision, *, execution_id: str | None = None) -> Decision:
        """Store; returns it with id and created_at."""
        ...

    async def get(self, user_id: str, decision_id: str) -> Decision:
        """Raises `NotFound`."""
        ...

    async def execution_of(self, user_id: str, decision_id: str) -> str | None:
        """Return the execution that a decision was made for; nothing for a trial. Raises `NotFound`."""
        ...

    async def list(
        self, user_id: str, *, agent_id: str | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Decision]:
        """Latest first."""
        ...


class MisrouteStore(Protocol):
    """What people said about wrong decisions."""

    async def report(
        self, user_id: str, decision_id: str, correct: str | None, note: str, *, execution_id: str | None = None
    ) -> Misroute:
        """Note that a decision was wrong, in place of an earlier report; `execution_id` is the run in which the right
        agent got the message.

        Where the decision itself was made for such a run, the report that began it named the wrong agent too: it names
        `correct` from now on, or is gone where that agent had been chosen first. Raises `NotFound`.
        """
        ...

    async def get(self, user_id: str, misroute_id: str) -> Misroute:
        """Raises `NotFound`."""
        ...

    async def withdraw(self, user_id: str, decision_id: str) -> None:
        """Take the report of a decision back. Raises `NotFound` when there is none."""
        ...

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Misroute]:
        """Latest first; `before` pages by `created_at`."""
        ...
