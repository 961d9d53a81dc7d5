"""What changes outside executions, or waits for a person."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.shown_calls import FoundThing


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested(Event):
    """A tool call waits for a person's word."""

    wire = "approval.requested"
    approval_id: str
    """The approval, as the inbox names it."""
    agent: str
    """Id of the agent that wants to make the call."""
    tool: str
    """The tool's name."""
    call: str
    """Which call waits."""
    place: Place = Place()
    """Where in the work on the execution it is to be made."""
    reason: str
    """Why a person is asked."""
    found: Sequence[FoundThing] | None = None
    """What the call is about to remove or change, as it is now; null of a tool that cannot tell."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalDecided(Event):
    """A person approved or denied a waiting call, its time ran out, or what it is about has changed."""

    wire = "approval.decided"
    approval_id: str
    """The approval."""
    tool: str
    """The tool's name."""
    status: str
    """`approved`, `denied`, `expired`, `withdrawn` or `changed`."""
    note: str
    """What the person told the agent; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRegistered(Event):
    """An agent joined the roster or was edited."""

    wire = "agent.registered"
    agent: str
    """The agent's id."""
    origin: str
    """Where it came from, e.g. `user` or `runtime`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRemoved(Event):
    """An agent left the roster."""

    wire = "agent.removed"
    agent: str
    """The id it had."""
    reason: str
    """`deleted`, `expired` or `cleanup`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationChanged(Event):
    """A conversation was begun, got a new message, was changed or was deleted."""

    wire = "conversation.changed"
    conversation_id: str
    """The thread."""
    change: str
    """`created`, `updated` or `deleted`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialChanged(Event):
    """A credential was stored, replaced or deleted; its value is never told."""

    wire = "credential.changed"
    name: str
    """The credential's name."""
    change: str
    """`created`, `replaced` or `deleted`."""
