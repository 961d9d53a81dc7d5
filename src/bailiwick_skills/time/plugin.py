"""Declares the skill to the house."""

from datetime import UTC, datetime

from bailiwick.plugin import Equipment, Plugin, Tool
from bailiwick_skills.time.reasons import TimeReason
from bailiwick_skills.time.tools import time_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    del equipment
    return time_tools(lambda: datetime.now(UTC))


plugin = Plugin(
    toolset=toolset,
    reasons=TimeReason,
)
