"""Approvals: tool calls that wait for a person's word."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bailiwick.core.record import Record


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
    tool: str
    origin: str
    arguments: Mapping[str, Any]
    """Exactly what the tool will be called with."""
    argument_hash: str
    """Of tool and arguments; the word holds for this call and no other."""
    reason: str
    """Why a person is asked."""
    status: ApprovalStatus
    note: str
    """What the person tells the agent."""
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Record):
    """A person's word that an agent may call a tool without asking."""

    agent_id: str
    tool: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Admitted:
    """The call may begin now."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A person has been asked."""

    approval_id: str
    asked_now: bool
    """False when the question was asked before and nobody has answered yet."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """The call must not be made."""

    message: str
    """Why, in a sentence that the agent reads."""


Admission = Admitted | Waits | Refused
"""Whether a call may begin."""


def argument_hash(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of a call: the tool's name and its arguments as canonical JSON."""
    text = json.dumps([tool, dict(arguments)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
