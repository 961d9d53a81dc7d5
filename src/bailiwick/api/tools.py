"""Tools: what agents can do besides talking."""

from typing import Annotated

from fastapi import Query

from bailiwick.api.access import Reader
from bailiwick.api.parts import CurrentPlatform
from bailiwick.api.problems import documented
from bailiwick.api.routes import router
from bailiwick.api.wire import Reply, Search
from bailiwick.core.tools import ToolSpec

tools = router("tools")


class ToolList(Reply):
    """The tools there are."""

    tools: list[ToolSpec]


@tools.get("/api/tools", operation_id="listTools", summary="List tools", responses=documented(401))
async def list_tools(
    caller: Reader,
    platform: CurrentPlatform,
    origin: Annotated[str | None, Query(max_length=100, description="Only tools of this origin.")] = None,
    search: Search = None,
) -> ToolList:
    """Return name, description, argument schema, origin and hints of every tool."""
    text = (search or "").casefold()
    found = [
        tool.spec
        for tool in platform.toolbox.tools().values()
        if (origin is None or tool.spec.origin == origin)
        and text in f"{tool.spec.name}\n{tool.spec.description}".casefold()
    ]
    return ToolList(tools=found)
