"""What an agent must be to join a user's roster."""

from collections.abc import Mapping
from typing import Any

from bailiwick.agents.reserved_ids import RESERVED_IDS
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.lacks import Need
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.wrappers import Filtered
from bailiwick_router.core.agents import AGENT_FIELDS, SUPERVISOR_ID, Agent, AgentStatus, Role

FIXED_FIELDS = frozenset({"id", "origin", "created_at", "updated_at", "last_used_at", "expires_at", "kind"})
"""Fields that editing an agent does not change."""


def check(agent: Agent) -> None:
    """Raise `InvalidInput` or `Conflict` unless a user's roster can have the agent."""
    if agent.id in RESERVED_IDS:
        raise InvalidInput(Reason.of(ReasonCode.ID_RESERVED, id=repr(agent.id)), field="id")
    if (agent.role is Role.SUPERVISOR) != (agent.id == SUPERVISOR_ID):
        raise InvalidInput(Reason.of(ReasonCode.ONE_SUPERVISOR), field="role")
    if agent.id == SUPERVISOR_ID and agent.status is not AgentStatus.ACTIVE:
        raise Conflict(Reason.of(ReasonCode.SUPERVISOR_NEEDED))
    for need in agent.needs:
        Need.parse(need)
    Filtered(Toolbox(()), agent.tools)  # raises `InvalidInput` for a tool pattern that does not compile


def built(fields: Mapping[str, Any]) -> Agent:
    """Make an agent of fields that came from outside. Raises `InvalidInput`."""
    try:
        return Agent(**fields)
    except (TypeError, ValueError) as error:
        raise InvalidInput(Reason.of(ReasonCode.AGENT_UNMADE, problem=str(error))) from None


def editable(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the fields that editing may change. Raises `InvalidInput` for what is no field of an agent."""
    unknown = set(fields) - set(AGENT_FIELDS)
    if unknown:
        raise InvalidInput(Reason.of(ReasonCode.NO_SUCH_FIELD, name=repr(sorted(unknown)[0])), field=sorted(unknown)[0])
    return {name: value for name, value in fields.items() if name not in FIXED_FIELDS}
