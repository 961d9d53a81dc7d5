"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, Tool
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tools import calculator_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    del equipment
    return calculator_tools()


plugin = Plugin(
    toolset=toolset,
    reasons=MathsReason,
)
