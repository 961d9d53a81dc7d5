"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, Tool
from bailiwick_skills.facts.tools import fact_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    del equipment
    return fact_tools()


plugin = Plugin(
    toolset=toolset,
)
