"""The product as a list of features; what stands in none of them, it cannot do without."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from bailiwick.features.about.feature import feature as about
from bailiwick.features.account.feature import feature as account
from bailiwick.features.approvals.feature import feature as approvals
from bailiwick.features.audit.feature import feature as audit
from bailiwick.features.budgets.feature import feature as budgets
from bailiwick.features.code.feature import feature as code
from bailiwick.features.conversations.feature import feature as conversations
from bailiwick.features.credentials.feature import feature as credentials
from bailiwick.features.documents.feature import feature as documents
from bailiwick.features.installation.feature import feature as installation
from bailiwick.features.mcp.feature import feature as mcp
from bailiwick.features.memory.feature import feature as memory
from bailiwick.features.metrics.feature import feature as metrics
from bailiwick.features.projects.feature import feature as projects
from bailiwick.features.reminders.feature import feature as reminders
from bailiwick.features.routing.feature import feature as routing
from bailiwick.features.schedules.feature import feature as schedules
from bailiwick.features.swarm.feature import feature as swarm
from bailiwick.features.tasks.feature import feature as tasks
from bailiwick.features.tools.feature import feature as tools
from bailiwick.kernel.feature import Feature

if TYPE_CHECKING:
    from bailiwick.kernel.events.facts import Event
    from bailiwick.kernel.settings import OwnSettings

FEATURES: Sequence[Feature] = (
    conversations,
    about,
    routing,
    metrics,
    budgets,
    installation,
    credentials,
    approvals,
    audit,
    tools,
    code,
    mcp,
    memory,
    documents,
    swarm,
    tasks,
    schedules,
    reminders,
    projects,
    account,
)
"""In the order in which they are opened: tasks before the schedules that start them. Each can be left out that does not
say that it is needed."""


def all_events() -> "tuple[type[Event], ...]":
    """Return every event that can happen: those of no feature, then those of each; what is never stored comes last."""
    from bailiwick.kernel.events.facts import SUBJECTS, events_in  # the list of features is read for each `--help`

    return events_in([*SUBJECTS, *(import_module(each.where(each.events)) for each in FEATURES if each.events)])


def all_settings() -> "Sequence[type[OwnSettings]]":
    """Return the options of every room, then those of each feature."""
    from bailiwick.agents.settings import AgentSettings  # here, as above
    from bailiwick.models.settings import ModelSettings
    from bailiwick.people.settings import PeopleSettings
    from bailiwick.runs.settings import RunSettings
    from bailiwick.tools.settings import ToolSettings

    rooms = [PeopleSettings, ToolSettings, ModelSettings, AgentSettings, RunSettings]
    return [*rooms, *(each.load(each.settings) for each in FEATURES if each.settings)]
