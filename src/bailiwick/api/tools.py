"""Tools: what agents can do besides talking."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query
from pydantic import Field

from bailiwick.api.access import Reader
from bailiwick.api.parts import CurrentPlatform
from bailiwick.api.problems import documented
from bailiwick.api.routes import router
from bailiwick.api.wire import Body, Reply, Search
from bailiwick.core.errors import InvalidInput
from bailiwick.core.tools import Toolset, ToolSpec
from bailiwick.routing.patterns import compile_pattern
from bailiwick.tools.wrappers import Filtered

tools = router("tools")


class ToolList(Reply):
    """The tools there are."""

    tools: list[ToolSpec]


class ToolPatterns(Body):
    """Tool patterns to try."""

    patterns: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=200)]
    """Linear-time regular expressions over tool names, matched against the whole name."""


class PatternMatch(Reply):
    """What one tool pattern matches."""

    pattern: str
    tools: Annotated[list[str], Field(description="Names of the tools it matches.")]
    error: Annotated[str | None, Field(description="Why an agent cannot have it; null when it can.")]


class PatternMatches(Reply):
    """What tool patterns match."""

    patterns: Annotated[list[PatternMatch], Field(description="One for each pattern, in the order given.")]
    tools: Annotated[list[str], Field(description="Names of the tools that any of them matches.")]


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


@tools.post(
    "/api/tools/match",
    operation_id="matchTools",
    summary="Try tool patterns",
    responses=documented(400, 401, 413, 415),
)
async def match_tools(
    body: Annotated[ToolPatterns, Content(examples=[{"patterns": ["calculator", "get.*"]}])],
    caller: Reader,
    platform: CurrentPlatform,
) -> PatternMatches:
    """Say which tools an agent with these patterns could use, and which patterns it cannot have."""
    matches = [_match(pattern, platform.toolbox) for pattern in body.patterns]
    named = {name for match in matches for name in match.tools}
    return PatternMatches(patterns=matches, tools=[name for name in platform.toolbox.tools() if name in named])


def _match(pattern: str, toolset: Toolset) -> PatternMatch:
    try:
        compile_pattern(pattern, field="tools")
        return PatternMatch(pattern=pattern, tools=list(Filtered(toolset, [pattern]).tools()), error=None)
    except InvalidInput as error:
        return PatternMatch(pattern=pattern, tools=[], error=str(error))
