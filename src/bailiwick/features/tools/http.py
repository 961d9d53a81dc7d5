"""Tools: what agents can do besides talking."""

import time
from dataclasses import dataclass, fields
from typing import Annotated, Any

from fastapi import Body as Content
from fastapi import Path, Query, Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once_apart, read_key
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Reply, Search
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed
from bailiwick.people.callers import Reader, Runner, demand
from bailiwick.people.records import Scope
from bailiwick.runs.helpers import helper_specs
from bailiwick.runs.tools import Tools
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.records import Toolset, ToolSpec
from bailiwick.tools.wrappers import Filtered
from bailiwick_router.patterns import compile_pattern

tools = router("tools")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTool(ToolSpec):
    """A tool, and who may use it."""

    agents: list[str]
    """Ids of the agents that may use it."""


class MissingToolRow(Reply):
    """A tool that exists but cannot be used now."""

    name: str
    origin: str
    reason: Annotated[str, Field(description="Why, and what to do, in one sentence.")]
    why: Annotated[Reason | None, Field(description="The same as a code with values; null where there is none.")]


class ToolList(Reply):
    """The tools there are."""

    tools: list[ListedTool]
    missing: Annotated[list[MissingToolRow], Field(description="Tools that exist and cannot be used now, and why.")]


class ToolCall(Body):
    """A call to try."""

    arguments: Annotated[dict[str, Any], Field(default_factory=dict, max_length=200)]
    """What the tool is called with, as its schema says."""


class ToolTry(Reply):
    """What came of a call."""

    result: Annotated[Any, Field(description="What the tool returned; null when it failed.")]
    error: Annotated[str | None, Field(description="Why it failed, in one sentence; null when it did not.")]
    why: Annotated[Reason | None, Field(description="The error as a code with values; null where there is none.")]
    error_class: Annotated[str | None, Field(description="What kind of failure it was.")]
    milliseconds: float


class ToolPatterns(Body):
    """Tool patterns to try."""

    patterns: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=200)]
    """Linear-time regular expressions over tool names, matched against the whole name."""


class PatternMatch(Reply):
    """What one tool pattern matches."""

    pattern: str
    tools: Annotated[list[str], Field(description="Names of the tools it matches.")]
    error: Annotated[str | None, Field(description="Why an agent cannot have it; null when it can.")]
    why: Annotated[Reason | None, Field(description="The same as a code with values.")] = None


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
    """Return name, description, argument schema, origin, hints and users of every tool, and what is missing."""
    text, user_id = (search or "").casefold(), caller.user.id
    agents = list((await platform[Rosters].of(user_id)).roster)
    users = await platform[Tools].users_of(user_id, agents)
    specs = [tool.spec for tool in (await platform[Tools].of(user_id)).tools().values()]
    specs += [*helper_specs(agents), *platform[Tools].specs]
    found = [
        ListedTool(**_fields(spec), agents=list(users.get(spec.name, ())))
        for spec in specs
        if (origin is None or spec.origin == origin) and text in f"{spec.name}\n{spec.description}".casefold()
    ]
    missing = [
        MissingToolRow(name=tool.name, origin=tool.origin, reason=tool.reason, why=tool.why)
        for tool in await platform[Tools].missing(user_id)
        if (origin is None or tool.origin == origin) and text in f"{tool.name}\n{tool.reason}".casefold()
    ]
    return ToolList(tools=found, missing=missing)


@tools.post(
    "/api/tools/{name}/call",
    operation_id="callTool",
    summary="Try a tool by hand",
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[KeyHeader],
)
async def call_tool(
    name: Annotated[str, Path(description="The tool's name.")],
    request: Request,
    response: Response,
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[ToolCall | None, Content(examples=[{"arguments": {"expression": "17% of 240"}}])] = None,
) -> ToolTry:
    """Run a tool once, as the caller and with the caller's rights; nobody else is asked for approval. A key needs the
    scope `approve` for a tool that agents ask for.

    A call that fails is answered with its error and not with a problem: trying is what this is for.
    """
    user_id, arguments = caller.user.id, body.arguments if body else {}
    if not await platform[Tools].known(user_id, name):
        raise not_found("tool", name[:60])
    tool = (await platform[Tools].of(user_id)).tools().get(name)
    if tool is not None and tool.spec.approval:
        demand(caller, Scope.APPROVE)
    key = read_key(request)
    if key is None:
        return await _try(platform, user_id, name, arguments)

    async def tried() -> StoredResponse:
        return StoredResponse(200, (await _try(platform, user_id, name, arguments)).model_dump(mode="json"))

    outcome = await once_apart(platform, user_id, request, key, tried)
    if outcome.replayed:
        response.headers[REPLAYED] = "true"
    return ToolTry.model_validate(outcome.response.body)


async def _try(platform: Platform, user_id: str, name: str, arguments: dict[str, Any]) -> ToolTry:
    clock = time.perf_counter()
    result, failed = None, None
    try:
        result = await platform[Tools].call(
            user_id, name, arguments, secrets=platform[Credentials].secrets_for(user_id)
        )
    except CallFailed as failure:
        failed = failure
    return ToolTry(
        result=result,
        error=str(failed) if failed else None,
        why=failed.why if failed else None,
        error_class=failed.error_class if failed else None,
        milliseconds=(time.perf_counter() - clock) * 1000,
    )


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
    tools = await platform[Tools].of(caller.user.id)
    matches = [_match(pattern, tools) for pattern in body.patterns]
    named = {name for match in matches for name in match.tools}
    return PatternMatches(patterns=matches, tools=[name for name in tools.tools() if name in named])


def _match(pattern: str, toolset: Toolset) -> PatternMatch:
    try:
        compile_pattern(pattern, field="tools")
        return PatternMatch(pattern=pattern, tools=list(Filtered(toolset, [pattern]).tools()), error=None)
    except InvalidInput as error:
        return PatternMatch(pattern=pattern, tools=[], error=str(error), why=error.why)


def _fields(spec: ToolSpec) -> dict[str, Any]:
    return {field.name: getattr(spec, field.name) for field in fields(spec)}
