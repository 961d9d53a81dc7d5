"""The decorator of the tools that ship: each is described once a caller asks for its description.

A command seldom does; tests ask for all of them, so a mistake in one shows before it ships.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bailiwick.tools import toolbox

skill_tool = partial(toolbox.tool, later=True, own_failures=True)


def own_service(arguments: Mapping[str, Any]) -> Sequence[str]:
    """Return the addresses that a call opens of a tool which asks its own service alone: none of the caller's."""
    del arguments
    return ()
