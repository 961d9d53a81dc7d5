"""Calls that wait for a person, and who decides whether a call may begin."""

from collections.abc import Mapping
from typing import Any, Protocol

from bailiwick.tools.admission import Admission
from bailiwick.tools.records import ToolContext, ToolSpec


class Gate(Protocol):
    """Says whether a tool call may begin."""

    async def asks(self, spec: ToolSpec, context: ToolContext) -> bool:
        """Whether it depends on a person's word, so that `admit` needs to know what the call found."""
        ...

    async def admit(self, spec: ToolSpec, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Decide; to be called in the transaction that begins the call."""
        ...
