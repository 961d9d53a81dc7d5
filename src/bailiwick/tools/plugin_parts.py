"""What plug-ins give the house, as its parts take it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from bailiwick.kernel.lacks import Lack
from bailiwick.tools.credentials import Credential
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import Recogniser, ToolDefinition

FindsLack = Callable[[Sequence[Credential]], Lack | None]
"""From a person's credentials to what is missing; None where nothing is."""
ReadsForeignTools = Callable[[str, ToolDefinition], Recogniser | None]
"""From the name of an MCP server and one of its tools to how that is used without a model, if it can be."""
DoesDuty = Callable[[Equipment, str], Awaitable[object]]
"""Does something for the user of this id, on what plug-ins are built on."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ForeignTools:
    """How tools of MCP servers are used without a model."""

    readers: Sequence[ReadsForeignTools]
    """The first that knows a tool is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginDuty:
    """Something that a plug-in does every hour for each user, in every process that carries out work.

    Several may do it at the same time, so doing it twice must change nothing.
    """

    name: str
    work: DoesDuty
    seconds: float = 60.0
    """It is stopped when it takes longer for one user."""

    async def do(self, plugin: str, equipment: Equipment, user_id: str) -> None:
        """Do it for one user. A failure, or too long a work, is logged and tried again next time."""
        try:
            async with asyncio.timeout(self.seconds):
                await self.work(equipment, user_id)
        except Exception:
            log.exception(
                "a duty of a plug-in could not be done for a user", plugin=plugin, duty=self.name, user=user_id
            )
