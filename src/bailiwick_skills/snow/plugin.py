"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, ServiceAddress, Tool
from bailiwick_skills.forecasts.open_meteo import FORECASTS
from bailiwick_skills.snow.reasons import SnowReason
from bailiwick_skills.snow.tools import ski_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return ski_tools(equipment.web)


plugin = Plugin(
    toolset=toolset,
    reasons=SnowReason,
    services=(
        FORECASTS,
        ServiceAddress(
            name="meadows",
            setting="meadows_url",
            default="https://www.skihood.com",
            description="Site of Mt. Hood Meadows, for its own report; may be private.",
        ),
    ),
)
