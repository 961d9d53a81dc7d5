"""What strangers wrote: once an execution has read it, calls that could harm or tell need a person's word.

A page or an external server may hold instructions. The rule assumes that the model obeys them: it looks only at
what has been read and at the call, never at the model's intent.
"""

import json
import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ToolReturnPart, UserPromptPart

from bailiwick.core.executions import StepStatus
from bailiwick.core.helpers import is_helper
from bailiwick.core.tools import Tool
from bailiwick.runtime.journal import Journal

ADDRESS = re.compile(r"""https?://[^\s"'<>`)\]}]+""", re.IGNORECASE)
UNTRUSTED = "untrusted"
"""Key in the output of a step whose result strangers wrote, and in the metadata of messages that hold such words."""


async def holds_strangers_words(
    history: Sequence[ModelMessage], every_tool: Callable[[], Awaitable[Mapping[str, Tool]]]
) -> bool:
    """Whether a history does: it is marked so, or used a tool that reaches outside or is not there any more.

    `every_tool` is asked only if the history holds results of tools.
    """
    if any((message.metadata or {}).get(UNTRUSTED) for message in history):
        return True
    returns = [part for message in history for part in message.parts if isinstance(part, ToolReturnPart)]
    if any((part.metadata or {}).get(UNTRUSTED) for part in returns):
        return True
    used = {part.tool_name for part in returns}
    if not used:
        return False
    tools = await every_tool()
    return any(_is_outside(name, tools) for name in used)


def _is_outside(name: str, tools: Mapping[str, Tool]) -> bool:
    """Whether results of a tool may be the words of strangers: so it says, or it is neither known nor a helper."""
    tool = tools.get(name)
    return tool.spec.open_world if tool is not None else not is_helper(name)


class Taint:
    """Knows what one execution has read so far."""

    def __init__(self, journal: Journal, message: str, history: Sequence[ModelMessage], *, tainted: bool) -> None:
        """`tainted` says whether the history holds what strangers wrote."""
        self._journal = journal
        self._message = message
        self._history = history
        self._tainted_before = tainted

    @property
    def tainted(self) -> bool:
        """Whether anything that strangers wrote has been read."""
        return self._tainted_before or any(
            (step.output or {}).get(UNTRUSTED) for step in self._journal.steps if step.status is not StepStatus.RUNNING
        )

    def unseen(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """Return the web addresses in a call's arguments that neither the person nor any result has named."""
        addresses = ADDRESS.findall(json.dumps(dict(arguments), ensure_ascii=False, default=str).replace("\\n", " "))
        if not addresses:
            return ()
        seen = self._seen()
        return tuple(address for address in addresses if address.rstrip(".,;:!?\\") not in seen)

    def _seen(self) -> str:
        """Return what the person and the tools have said; what the model says names nothing."""
        results = [json.dumps((step.output or {}).get("result"), ensure_ascii=False) for step in self._journal.steps]
        parts = [part for message in self._history for part in message.parts]
        said = [str(part.content) for part in parts if isinstance(part, UserPromptPart | ToolReturnPart)]
        return "\n".join((self._message, *said, *results))
