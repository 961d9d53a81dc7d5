"""Why a release was made: the edit that made it."""

from collections.abc import Sequence

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.agents import ROUTING_FIELDS, Agent, Origin


def read_changes(before: Agent, after: Agent) -> Sequence[str]:
    """Return the fields of an agent that routing reads and that changed; all when it becomes a lasting one."""
    if before.origin is Origin.RUNTIME and after.origin is not Origin.RUNTIME:
        return ROUTING_FIELDS
    return [name for name in ROUTING_FIELDS if getattr(before, name) != getattr(after, name)]


def reason_of(before: Agent | None, after: Agent) -> Reason:
    """Return what happened to an agent."""
    if before is None:
        return Reason.of(ReasonCode.AGENT_ADDED, agent=after.name)
    if read_changes(before, after) == ["status"]:
        return Reason.of(ReasonCode.AGENT_STATUS, agent=after.name, status=after.status.value)
    return Reason.of(ReasonCode.AGENT_CHANGED, fields=", ".join(read_changes(before, after)), agent=after.name)
