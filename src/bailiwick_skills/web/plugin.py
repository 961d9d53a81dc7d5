"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, ServiceAddress, Tool
from bailiwick_skills.web.reasons import WebReason
from bailiwick_skills.web.tools import web_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return web_tools(equipment.web)


plugin = Plugin(
    toolset=toolset,
    reasons=WebReason,
    services=(
        ServiceAddress(
            name="searxng",
            setting="searxng_url",
            description="Address of a SearXNG that web searches go to; may be private. Its JSON format must be on.",
        ),
    ),
)
