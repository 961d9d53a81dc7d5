"""The decorator of the tools that ship: each is described once somebody asks for its description.

Whoever runs a command seldom does; tests ask for all of them, so a mistake in one shows before it ships.
"""

from functools import partial

from bailiwick.tools import toolbox

tool = partial(toolbox.tool, later=True)
