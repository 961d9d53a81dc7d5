"""Approvals: tool calls that wait for a person's word."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, Said
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
class FoundThing(Record):
    """One thing that a call is about to remove or change, as it is before the call."""

    kind: str
    """`note`, `entity`, `observation`, `relation`, `change`, `price`; tools of plug-ins may have others."""
    id: str
    """What the tool knows it by."""
    title: str
    """Its real name, which need not be what the call named."""
    excerpt: str
    """The beginning of what it holds; may be empty."""
    old_value: str | None
    """The value that the call is about to replace; null where it replaces none."""
    new_value: str | None
    """What it is about to put in its place."""
    digest: str
    """SHA-256, in hexadecimal, of all that it is: another one once anything about it has changed."""

    @classmethod
    def of(
        cls,
        kind: str,
        id: str,
        title: str,
        content: str = "",
        *,
        shown: str | None = None,
        old_value: str | None = None,
        new_value: str | None = None,
    ) -> Self:
        """Return what was found; `content` is all that it holds, of which the beginning is shown, or `shown` alone."""
        text = content if shown is None else shown
        excerpt = text if len(text) <= EXCERPT else text[: EXCERPT - 1].rstrip() + "…"
        return cls(
            kind=kind,
            id=id,
            title=title,
            excerpt=excerpt,
            old_value=old_value,
            new_value=new_value,
            digest=_digest([kind, id, title, content, old_value, new_value]),
        )


EXCERPT = 400
"""Longest excerpt, in characters."""


def was_shown(now: Sequence[FoundThing], shown: Sequence[FoundThing]) -> bool:
    """Whether everything that a call would touch now was shown, just as it is, to the person who agreed to it."""
    return {each.digest for each in now} <= {each.digest for each in shown}


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
    """The same as a code with values; nothing of one of before codes were kept."""
    status: ApprovalStatus
    note: str
    """What the person tells the agent."""
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None
    swarm_id: str | None = None
    """The swarm in which it is part of a resident's turn; nothing outside of swarms."""
    resident_id: str | None = None
    """Whose turn it is part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Record):
    """A person's word that an agent may call a tool without asking."""

    agent_id: str
    tool: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Admitted:
    """The call may begin now."""

    found: Sequence[FoundThing] | None = None
    """What a person agreed that it may remove or change; nothing where nobody had to agree."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A person has been asked."""

    approval_id: str
    asked_now: bool
    """False when the question was asked before and nobody has answered yet."""


class RefusalCode(StrEnum):
    """Why a call must not be made."""

    DENIED = "denied"
    """A person said no."""
    EXPIRED = "expired"
    """Nobody agreed in time."""
    ANOTHER_CALL = "another_call"
    """A person agreed to other arguments."""
    CHANGED = "changed"
    """What the person was shown has changed since: it has to be asked again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The call must not be made."""

    said: Said
    """Why; the agent reads it in English."""
    code: RefusalCode | None = None
    """The same as a code; nothing where no person's word is the reason."""
    outside: bool = False
    """Whether the message holds what strangers wrote."""
    voided: str | None = None
    """Id of the approval that has just lost its worth."""


Admission = Admitted | Waits | Refused
"""Whether a call may begin."""


def argument_hash(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of a call: the tool's name and its arguments as canonical JSON."""
    return _digest([tool, dict(arguments)])


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
