"""A conversation with one server: agree on a version, ask for the tools, call them."""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import httpx2

from bailiwick.features.mcp.definitions import LARGEST_OFFER, MOST_TOOLS, RawTool
from bailiwick.features.mcp.http_connection import HttpTarget, Refusal, http_streams
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.results import ReturnedFiles, as_text, as_value
from bailiwick.features.mcp.schemas import printable
from bailiwick.features.mcp.stdio import ServerEnded, StdioTarget, stdio_streams
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass

if TYPE_CHECKING:
    from mcp import Client

Target = StdioTarget | HttpTarget

ASK_SECONDS = 15.0
"""Longest wait for an answer that is no tool's."""
MOST_PAGES = 50
LONGEST_ERROR = 1_000
SESSION_GONE = "Session terminated"
"""What the library says when a server over HTTP has forgotten the session, e.g. because it was started anew."""


@asynccontextmanager
async def open_session(target: Target, on_changed: Callable[[], None]) -> "AsyncGenerator[Session]":
    """Connect, agree on a version of the protocol (2026-07-28, else by the handshake of those before) and yield.

    `on_changed` is called when the server says that its tools have changed. Raises `CallFailed` (network, timeout)
    that says why it did not work or stopped working.
    """
    import mcp_types as types  # heavy, and seldom needed
    from mcp import Client, MCPError

    # The library logs what strangers send, whole, with every message that it cannot read.
    logging.getLogger("mcp.client").setLevel(logging.CRITICAL)
    refusal = Refusal()
    transport: Any = stdio_streams(target) if isinstance(target, StdioTarget) else http_streams(target, refusal)

    async def hear(message: object) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            on_changed()

    client = Client(
        transport,
        mode="auto",
        cache=None,
        read_timeout_seconds=ASK_SECONDS,
        message_handler=hear,
        client_info=types.Implementation(name="bailiwick", version="1"),
    )
    try:
        async with client, _following(client, on_changed):
            yield Session(client, refusal)
    except Exception as failure:
        error = leaf(failure)
        if isinstance(error, MCPError | ServerEnded | OSError | RuntimeError | ValueError | httpx2.HTTPError):
            raise _why(error, refusal) from None
        raise error from None


@asynccontextmanager
async def _following(client: "Client", on_changed: Callable[[], None]) -> AsyncGenerator[None]:
    """Follow changes of the tools where the protocol has a stream for them."""
    import anyio  # comes with the mcp package
    from mcp import MCPError
    from mcp_types.version import MODERN_PROTOCOL_VERSIONS

    tools = client.server_capabilities.tools
    if client.protocol_version not in MODERN_PROTOCOL_VERSIONS or tools is None or not tools.list_changed:
        yield
        return

    async def follow() -> None:
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    on_changed()
        except (MCPError, RuntimeError, TimeoutError):
            return  # it is read anew before calls and at every connection anyway

    async with AsyncExitStack() as stack:
        group = await stack.enter_async_context(anyio.create_task_group())
        group.start_soon(follow)
        try:
            yield
        finally:
            group.cancel_scope.cancel()


class Session:
    """An open conversation."""

    def __init__(self, client: "Client", refusal: Refusal) -> None:
        self._client = client
        self._refusal = refusal
        self.protocol = client.protocol_version
        """The version of the protocol that is spoken."""
        info = client.server_info
        self.software = printable(f"{info.name} {info.version}")[:100] if info is not None else ""
        """What the server calls itself."""

    async def offer(self) -> tuple[list[RawTool], int]:
        """Return the tools that the server offers, and how many it was seen to offer; pages are bounded.

        Raises `CallFailed`.
        """
        from mcp import MCPError
        from mcp_types import PaginatedRequestParams

        tools: list[RawTool] = []
        total = size = 0
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            try:
                page = await self._client.session.list_tools(params=PaginatedRequestParams(cursor=cursor))
            except MCPError as error:
                raise self._failure(error, McpReason.MCP_LIST_LATE) from None
            except ValueError:
                raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_BAD_LIST)) from None
            total += len(page.tools)
            for tool in page.tools[: MOST_TOOLS * 4]:
                raw = _raw(tool)
                size += len(raw.name) + len(raw.description)
                tools.append(raw)
            cursor = page.next_cursor
            if not cursor or total > MOST_TOOLS * 4 or size > LARGEST_OFFER * 4:
                break
        return tools, total

    async def call(
        self, name: str, arguments: Mapping[str, Any], seconds: float, returned: ReturnedFiles | None = None
    ) -> Any:
        """Call a tool and return a JSON value; its pictures and files go to `returned`. A caller that is cancelled
        cancels the call at the server.

        Raises `CallFailed`: `timeout`, `network` when the connection was lost meanwhile, `tool` for all else.
        """
        import mcp_types as types
        from mcp import MCPError
        from pydantic import TypeAdapter

        kinds: TypeAdapter[Any] = TypeAdapter(types.CallToolResult | types.InputRequiredResult)
        request = types.CallToolRequest(params=types.CallToolRequestParams(name=name, arguments=dict(arguments)))
        try:
            # Not `call_tool`: that checks results against the server's own schema, whose patterns could take for ever.
            result = await self._client.session.send_request(request, kinds, request_read_timeout_seconds=seconds)
        except MCPError as error:
            raise self._failure(error, McpReason.MCP_LATE) from None
        except ValueError:
            raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_BAD_RESULT)) from None
        if not isinstance(result, types.CallToolResult):
            raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_ASKS_INPUT))
        if result.is_error:
            words = as_text(result.content)[: LONGEST_ERROR * 4]
            said = Reason.of(McpReason.MCP_REPORTS, words=words) if words else Reason.of(McpReason.MCP_REPORTS_NOTHING)
            raise CallFailed(ErrorClass.TOOL, said, outside=bool(words))
        return as_value(result, returned)

    def _failure(self, error: Any, late: McpReason) -> CallFailed:
        from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT

        if error.code == REQUEST_TIMEOUT:
            return CallFailed(ErrorClass.TIMEOUT, Reason.of(late))
        if error.code == CONNECTION_CLOSED or error.message == SESSION_GONE:
            reason = self._refusal.reason or Reason.of(McpReason.MCP_LOST_IN_CALL)
            return CallFailed(ErrorClass.NETWORK, reason)
        if self._refusal.reason:
            return CallFailed(ErrorClass.TOOL, self._refusal.reason)
        return CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_REPORTS, words=_said(error)), outside=True)


def _raw(tool: Any) -> RawTool:
    annotations = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    return RawTool(
        name=tool.name,
        description=tool.description or "",
        title=tool.title or str(annotations.get("title") or ""),
        parameters=tool.input_schema,
        annotations=annotations,
    )


def leaf(error: BaseException) -> BaseException:
    """Return the first failure inside a group of failures."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def _why(error: BaseException, refusal: Refusal) -> CallFailed:
    """Return why a connection could not be made or was lost."""
    reason, outside = refusal.reason, False
    if reason is None:
        match error:
            case ServerEnded():
                reason, outside = error.why, True
            case FileNotFoundError() | PermissionError():
                reason = Reason.of(McpReason.MCP_PROGRAM_UNSTARTABLE, error=type(error).__name__)
            case OSError() | httpx2.HTTPError():
                reason = Reason.of(McpReason.MCP_UNREACHABLE)
            case _:
                reason, outside = Reason.of(McpReason.MCP_NO_PROTOCOL, words=_said(error)), True
    return CallFailed(ErrorClass.NETWORK, reason, outside=outside)


def _said(error: BaseException) -> str:
    return printable(str(error)).strip()[:LONGEST_ERROR] or type(error).__name__
