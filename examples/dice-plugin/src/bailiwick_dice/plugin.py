"""What the entry point `bailiwick.plugins` names: everything that the plug-in brings, as one value."""

from collections.abc import Sequence

from bailiwick.plugin import CallableAgent, Equipment, Plugin, Tool
from bailiwick_dice.coin import COIN, flip
from bailiwick_dice.stages import DiceNotation
from bailiwick_dice.tools import rollDice


def toolset(equipment: Equipment) -> Sequence[Tool]:
    """Return the tools; this one needs nothing that Bailiwick could give it."""
    del equipment
    return [rollDice]


# The agent `dice` is in the folder `agents` beside this file, what its tool does in Spanish in `locales`.
plugin = Plugin(functions=(CallableAgent(COIN, flip),), toolset=toolset, stages=(DiceNotation(),))
