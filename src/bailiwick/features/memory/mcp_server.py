"""The knowledge graph as an MCP server: the tools of memory, under the contract of the reference server."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

from bailiwick.features.memory.tools import memory_tools
from bailiwick.features.memory.word_tools import memory_word_tools
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import Tool, ToolContext, ToolSpec

RESOURCE = "memory://knowledge-graph"
INSTRUCTIONS = (
    "The lasting memory of a person and their agents: a knowledge graph of entities, observations (one fact each) and "
    "relations. Look here before asking the person for something they may have said; store what will matter later."
)
ENTITY = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "entityType": {"type": "string"},
        "observations": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["name", "entityType", "observations"],
}
RELATION = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("from", "to", "relationType")},
    "required": ["from", "to", "relationType"],
}
ADDED = {
    "type": "object",
    "properties": {
        "entityName": {"type": "string"},
        "addedObservations": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["entityName", "addedObservations"],
}
ALSO_SERVED = ("recall", "summarize_graph")
INNER = {"create_entities": "entities", "create_relations": "relations", "add_observations": "results"}
"""Tools of which the text shows not the result itself but what is under this name in it."""

Context = ServerRequestContext[Any]


def memory_server(stores: Stores, user_id: str) -> Server[Any]:
    """Return a server of the nine tools, and of two that read; each call is the user's."""
    words = [tool for tool in memory_word_tools(stores) if tool.spec.name in ALSO_SERVED]
    tools = [*memory_tools(stores), *words]
    by_name = {tool.spec.name: tool for tool in tools}

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        del context, params
        return types.ListToolsResult(tools=[_described(tool) for tool in tools])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            return _failed(f"There is no tool called {params.name[:60]!r} here.")
        # As with the reference server, what a tool does not know is left out.
        known = tool.spec.parameters.get("properties", {})
        arguments = {name: value for name, value in (params.arguments or {}).items() if name in known}
        return await _called(tool, _caller(context, user_id), arguments)

    async def list_resources(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        del context, params
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=RESOURCE,
                    name="knowledge-graph",
                    title="Knowledge Graph",
                    description="The full knowledge graph with all entities and relations",
                    mime_type="application/json",
                )
            ]
        )

    async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if str(params.uri) != RESOURCE:
            raise ValueError(f"There is no resource {str(params.uri)[:100]!r} here.")
        graph = await by_name["read_graph"].run(_caller(context, user_id), {})
        text = types.TextResourceContents(uri=params.uri, mime_type="application/json", text=_text(graph))
        return types.ReadResourceResult(contents=[text])

    return Server(
        "bailiwick-memory",
        version=version(DISTRIBUTION),
        title="Bailiwick memory",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def serve_stdio(server: Server[Any]) -> None:
    """Speak MCP on standard input and output until the client hangs up."""
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


async def _called(tool: Tool, context: ToolContext, arguments: Mapping[str, Any]) -> types.CallToolResult:
    try:
        result = await tool.run(context, arguments)
    except (CallFailed, BailiwickError) as error:
        return _failed(str(error))
    name = tool.spec.name
    if name in INNER:
        text = _text(result[INNER[name]])
    else:
        text = result["message"] if tool.spec.destructive else _text(result)
    return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=result)


def _caller(context: Context, user_id: str) -> ToolContext:
    params = context.session.client_params
    name = params.client_info.name[:60] if params else "client"
    return ToolContext(user_id=user_id, execution_id=None, agent_id=f"mcp:{name}", call_id=uuid7())


def _described(tool: Tool) -> types.Tool:
    spec = tool.spec
    return types.Tool(
        name=spec.name,
        description=spec.description,
        input_schema=dict(spec.parameters),
        output_schema=_output_schema(spec),
        annotations=types.ToolAnnotations(
            read_only_hint=spec.read_only,
            destructive_hint=spec.destructive,
            idempotent_hint=spec.repeatable,
            open_world_hint=False,
        ),
    )


def _output_schema(spec: ToolSpec) -> dict[str, Any] | None:
    name = spec.name
    lists = {"entities": ENTITY, "relations": RELATION, "results": ADDED}
    if name in INNER:
        shown = [INNER[name]]
    elif name in ("read_graph", "search_nodes", "open_nodes"):
        shown = ["entities", "relations"]
    elif spec.destructive:
        properties = {"success": {"type": "boolean"}, "message": {"type": "string"}}
        return {"type": "object", "properties": properties, "required": list(properties)}
    else:
        return None
    properties = {each: {"type": "array", "items": lists[each]} for each in shown}
    return {"type": "object", "properties": properties, "required": shown}


def _failed(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=message)], is_error=True)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
