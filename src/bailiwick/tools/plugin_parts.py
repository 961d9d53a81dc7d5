"""What plug-ins give the house, as its parts take it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bailiwick.kernel.lacks import Lack
from bailiwick.tools.credentials import Credential
from bailiwick.tools.records import Recogniser, ToolDefinition

FindsLack = Callable[[Sequence[Credential]], Lack | None]
"""From a person's credentials to what is missing; None where nothing is."""


ReadsForeignTools = Callable[[str, ToolDefinition], Recogniser | None]
"""From the name of an MCP server and one of its tools to how that is used without a model, if it can be."""


@dataclass(frozen=True, slots=True)
class ForeignTools:
    """How tools of MCP servers are used without a model."""

    readers: Sequence[ReadsForeignTools]
    """The first that knows a tool is asked."""
