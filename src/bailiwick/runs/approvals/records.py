"""Approvals: tool calls that wait for a person's word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick_router.core.record import Record


class ApprovalStatus(StrEnum):
    """Where a call that waits stands."""

    PENDING = "pending"
    APPROVED = "approved"
    """A person agreed; the call has not begun yet."""
    USED = "used"
    """A person agreed and the call has begun: it is good for no other."""
    DENIED = "denied"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """Its execution ended before anybody decided."""
    CHANGED = "changed"
    """A person agreed, but what the call is about was another by then: it was not made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval(Record):
    """One call and what a person said to it."""

    id: str
    execution_id: str
    conversation_id: str
    agent_id: str
    """The agent that wants to make the call; a helper's id for a call of a helper."""
    step_key: str
    """The call's key in the journal of its execution."""
    place: Place = Place()
    """Where in the work on the execution the call is to be made."""
    tool: str
    origin: str
    arguments: Mapping[str, Any]
    """Exactly what the tool will be called with."""
    found: Sequence[FoundThing] | None
    """What these arguments named when the person was asked; null of a tool that cannot tell."""
    argument_hash: str
    """Of tool and arguments; the word holds for this call and no other."""
    reason: str
    """Why a person is asked, in one sentence."""
    why: Reason | None = None
    """The same as a code with values; None of one of before codes were kept."""
    status: ApprovalStatus
    note: str
    """What the person tells the agent."""
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None
    swarm_id: str | None = None
    """The swarm in which it is part of a resident's turn; None outside of swarms."""
    resident_id: str | None = None
    """Whose turn it is part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Record):
    """A person's word that an agent may call a tool without asking."""

    agent_id: str
    tool: str
    created_at: datetime
