"""Calls that wait for a person, and who decides whether a call may begin."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from bailiwick.core.approvals import Admission, Approval, ApprovalStatus, FoundThing, Grant
from bailiwick.core.places import Place
from bailiwick.core.reasons import Said
from bailiwick.core.tools import ToolContext, ToolSpec


class ApprovalStore(Protocol):
    """What waits, and what was said to it."""

    async def admit(
        self,
        user_id: str,
        *,
        execution_id: str,
        step_key: str,
        place: Place,
        agent_id: str,
        spec: ToolSpec,
        arguments: Mapping[str, Any],
        reason: Said,
        life: timedelta,
        found: Sequence[FoundThing] | None = None,
    ) -> Admission:
        """Say whether a call may begin, by what a person said to it; ask, if nobody has been asked.

        A word holds once, for exactly these arguments, and while `found`, what they name now, is what the person was
        shown or less. To be called in the transaction that begins the call.
        """
        ...

    async def standing(self, user_id: str, execution_id: str, step_key: str) -> ApprovalStatus | None:
        """Return how the call of a step stands; nothing if nobody has been asked about it."""
        ...

    async def granted(self, user_id: str, agent_id: str, tool: str) -> bool:
        """Whether the agent may call the tool without asking."""
        ...

    async def get(self, user_id: str, approval_id: str) -> Approval:
        """Raises `NotFound`."""
        ...

    async def list(
        self,
        user_id: str,
        *,
        status: ApprovalStatus | None = None,
        execution_id: str | None = None,
        limit: int = 50,
        before: datetime | None = None,
    ) -> Sequence[Approval]:
        """Latest first; `before` pages by `created_at`."""
        ...

    async def count_pending(self, user_id: str, execution_id: str | None = None) -> int:
        """How many wait, of one execution if given."""
        ...

    async def decide(self, user_id: str, approval_id: str, status: ApprovalStatus, note: str = "") -> Approval:
        """Write down what was said. Raises `NotFound`; `Conflict` when it does not wait any more."""
        ...

    async def late(self, user_id: str) -> Sequence[str]:
        """Return ids of approvals that nobody decided in time."""
        ...

    async def withdraw(self, user_id: str, execution_id: str) -> Sequence[tuple[str, str]]:
        """Close what still waits in an execution that is over; return (id, tool) of each."""
        ...

    async def grant(self, user_id: str, agent_id: str, tool: str) -> None:
        """Allow an agent a tool for good."""
        ...

    async def grants(self, user_id: str) -> Sequence[Grant]:
        """Latest first."""
        ...

    async def revoke(self, user_id: str, agent_id: str, tool: str) -> None:
        """Take a permission back. Raises `NotFound`."""
        ...


class Gate(Protocol):
    """Says whether a tool call may begin."""

    async def asks(self, spec: ToolSpec, context: ToolContext) -> bool:
        """Whether it depends on a person's word, so that `admit` needs to know what the call found."""
        ...

    async def admit(self, spec: ToolSpec, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Decide; to be called in the transaction that begins the call."""
        ...
