"""A submission: what a person asks for, and of whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.people.records import Principal, TokenKind
from bailiwick.runs.threads.records import BegunBy
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a person asks for."""

    message: str
    """May be empty where there are files."""
    files: Sequence[str] = ()
    """Ids of the files that are sent with it."""
    agent_id: str | None = None
    """The agent they chose."""
    force_supervised: bool = False
    """Supervise although they chose an agent."""
    conversation_id: str | None = None
    """The thread it belongs to; None for one of its own, which begins with it."""
    begun_by: BegunBy = BegunBy.PERSON
    """Who begins the thread, where it begins one."""
    replaces: str | None = None
    """An execution of that thread, or of the one to go on with if none is named, which this one is to stand for, and
    for all that came after it."""
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """`requested_agent_id` stands for `agent_id`."""

    @property
    def requested_agent(self) -> str | None:
        """The agent they chose, wherever they said it."""
        requested = self.agent_id or self.metadata.get("requested_agent_id")
        if requested is not None and not isinstance(requested, str):
            raise InvalidInput(Reason.of(RoutingReason.WRITE_TEXT), field="metadata.requested_agent_id")
        return requested

    @property
    def mode(self) -> Mode:
        """Direct when they chose an agent and did not ask for supervision."""
        chosen = self.requested_agent is not None and self.requested_agent != SUPERVISOR_ID
        return Mode.DIRECT if chosen and not self.force_supervised else Mode.SUPERVISED


class ActsAtOnce(Protocol):
    """Knows messages that do not wait for what was asked before them in their thread, such as one to stop that."""

    def reads(self, text: str) -> bool:
        """Whether the message is such a one."""
        ...


def begun_by(caller: Principal) -> BegunBy:
    """Return who begins what a caller begins: the person in the web app, or a program with a key."""
    return BegunBy.PERSON if caller.token.kind is TokenKind.SESSION else BegunBy.PROGRAM
