"""The tool by which an agent says that its work is done."""

from typing import Annotated, Any

from pydantic import Field

from bailiwick.core.tools import Tool, ToolContext
from bailiwick.tools.toolbox import tool


def task_tools() -> list[Tool]:
    """Return `complete_task`."""

    @tool(read_only=True, final=True)
    async def complete_task(
        context: ToolContext,
        result: Annotated[
            str, Field(min_length=1, max_length=100_000, description="The complete result, in Markdown.")
        ],
        summary: Annotated[str | None, Field(max_length=2_000, description="One or two sentences on it.")] = None,
    ) -> dict[str, Any]:
        """End your work on the task and hand over its result.

        Call this once, when everything asked for is done. `result` is what the person gets: put the whole
        answer in it. Nothing you say afterwards is read.
        """
        return {"result": result, "summary": summary}

    return [complete_task]
