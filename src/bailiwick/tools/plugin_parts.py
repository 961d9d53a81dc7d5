"""What plug-ins give the house, as its parts take it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
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

HasUse = Callable[[Equipment, str], Awaitable[bool]]
"""Whether the user of this id can do anything with some tools now."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ForeignTools:
    """How tools of MCP servers are used without a model."""

    readers: Sequence[ReadsForeignTools]
    """The first that knows a tool is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsefulWhen:
    """When tools of a plug-in are of use to a person. Models are not told of them before; rules know them all the same,
    and so does the person."""

    tools: frozenset[str]
    """Their names; not of the one whose answer says what is to be done first."""
    has_use: HasUse


@dataclass(frozen=True, slots=True)
class IdleTools:
    """Finds the tools that are of no use to a person now."""

    equipment: Equipment
    useful: Sequence[UsefulWhen]

    async def among(self, user_id: str, names: Collection[str]) -> frozenset[str]:
        """Return those of these tools that are of no use to the user now; asks nothing about others."""
        idle: set[str] = set()
        for each in self.useful:
            found = each.tools & frozenset(names)
            if found and not await each.has_use(self.equipment, user_id):
                idle |= found
        return frozenset(idle)


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
