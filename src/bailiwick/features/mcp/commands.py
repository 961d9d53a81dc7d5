"""`bailiwick mcp …`: MCP servers and their tools."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.mcp.records import (
    ConnectionState,
    CredentialPlace,
    McpApproval,
    McpServer,
    McpServerView,
    McpTransport,
    NeededCredential,
    Offered,
    OfferedToolStatus,
)
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table, yes_or_no
from bailiwick.kernel.terminal.texts import phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)
Name = Annotated[str, typer.Argument()]


@app.command("list")
def list_servers(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[McpServerView]:
        from bailiwick.features.mcp.actions import McpServers

        return list(await platform[McpServers].list(owner))

    views = with_platform(work, home)
    if json:
        print_json(views)
        return
    table(
        ("name", "kind", "state", "tools", "waiting", "for"),
        [
            (
                view.server.name,
                word(view.server.transport),
                word(view.connection.state),
                str(view.connection.approved),
                str(view.connection.waiting or ""),
                said(view.connection.why, view.connection.detail) or view.server.title or view.server.description,
            )
            for view in views
        ],
        empty=phrase("mcp.no-mcp-servers-bailiwick-mcp-add"),
    )


@app.command(context_settings={"ignore_unknown_options": True})
def add(
    name: Annotated[str, typer.Argument()],
    command: Annotated[list[str] | None, typer.Argument()] = None,
    url: Annotated[str | None, typer.Option()] = None,
    env: Annotated[list[str] | None, typer.Option()] = None,
    header: Annotated[list[str] | None, typer.Option()] = None,
    credential: Annotated[
        list[str] | None,
        typer.Option(),
    ] = None,
    path: Annotated[list[str] | None, typer.Option()] = None,
    tool: Annotated[list[str] | None, typer.Option()] = None,
    read_only: Annotated[bool, typer.Option("--read-only")] = False,
    network: Annotated[bool, typer.Option("--network")] = False,
    approval: Annotated[McpApproval, typer.Option()] = McpApproval.EFFECTS,
    rate: Annotated[int, typer.Option(min=1, max=10_000)] = 60,
    timeout: Annotated[float, typer.Option(min=1, max=600)] = 60.0,
    title: Annotated[str, typer.Option()] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    environment, headers = _values(env or []), _values(header or [])
    server = McpServer(
        id="",
        name=name,
        transport=McpTransport.HTTP if url else McpTransport.STDIO,
        title=title,
        command=command[0] if command else None,
        args=tuple(command[1:]) if command else (),
        paths=tuple(path or ()),
        url=url,
        environment=tuple(sorted(environment)),
        headers=tuple(sorted(headers)),
        tools=tuple(tool or ()),
        read_only=read_only,
        approval=approval,
        network=network,
        credentials=tuple(_needed(each, http=url is not None) for each in credential or ()),
        calls_per_minute=rate,
        timeout_seconds=timeout,
    )

    async def work(platform: "Platform", owner: User) -> McpServerView:
        from bailiwick.features.mcp.actions import McpServers

        return await platform[McpServers].register(owner, server, {**environment, **headers})

    _tell(with_platform(work, home), json, "mcp.is-registered")


@app.command()
def remove(name: Name, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.mcp.actions import McpServers

        await platform[McpServers].remove(owner, (await platform[McpServers].find(owner, name)).id)

    with_platform(work, home)
    console().print(phrase("mcp.is-removed", name=name))


@app.command()
def enable(
    name: Name,
    credential: Annotated[list[str] | None, typer.Option()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    chosen = dict(_pair(each) for each in credential or ())

    async def work(platform: "Platform", owner: User) -> tuple[McpServerView, Offered]:
        from bailiwick.features.mcp.actions import McpServers

        server = await platform[McpServers].find(owner, name)
        view = await platform[McpServers].enable(owner, server.id, chosen)
        return view, await platform[McpServers].offered(owner, server.id)

    _show(*with_platform(work, home), json)


@app.command()
def disable(name: Name, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> McpServerView:
        from bailiwick.features.mcp.actions import McpServers

        return await platform[McpServers].disable(owner, (await platform[McpServers].find(owner, name)).id)

    _tell(with_platform(work, home), json, "mcp.is-disabled")


@app.command()
def check(name: Name, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[McpServerView, Offered]:
        from bailiwick.features.mcp.actions import McpServers

        server = await platform[McpServers].find(owner, name)
        view = await platform[McpServers].check(owner, server.id)
        return view, await platform[McpServers].offered(owner, server.id)

    _show(*with_platform(work, home), json)


@app.command()
def approve(
    name: Name,
    tools: Annotated[list[str] | None, typer.Argument()] = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    if bool(tools) == every:
        raise InvalidInput(phrase("mcp.name-the-tools-or-say-all"))

    async def work(platform: "Platform", owner: User) -> Offered:
        from bailiwick.features.mcp.actions import McpServers

        server = await platform[McpServers].find(owner, name)
        shown = (await platform[McpServers].offered(owner, server.id)).tools
        known = {tool.name: tool.digest for tool in shown}
        waiting = [tool.name for tool in shown if tool.status in (OfferedToolStatus.NEW, OfferedToolStatus.CHANGED)]
        chosen = waiting if every else tools or []
        return await platform[McpServers].approve(owner, server.id, [(each, known.get(each, "")) for each in chosen])

    offered = with_platform(work, home)
    print_json(offered) if json else _show_tools(offered)


def _values(given: list[str]) -> dict[str, str]:
    """Return name and value of each; a value that is not given is asked for, so that it shows nowhere."""
    values: dict[str, str] = {}
    for each in given:
        key, _, value = each.partition("=")
        if "=" not in each:
            value = (
                typer.prompt(key, hide_input=True, err=True)
                if sys.stdin.isatty()
                else sys.stdin.readline().rstrip("\n")
            )
        values[key] = value
    return values


def _needed(text: str, *, http: bool) -> NeededCredential:
    name, place = _pair(text)
    key, _, prefix = place.partition(":")
    kind = CredentialPlace.HEADER if http else CredentialPlace.ENVIRONMENT
    return NeededCredential(name=name, place=kind, key=key, prefix=prefix)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise InvalidInput(phrase("mcp.write-as-name-value", text=repr(text)))
    return name, value


def _tell(view: McpServerView, json: bool, what: str) -> None:
    print_json(view) if json else console().print(phrase(what, name=view.server.name), soft_wrap=True)


def _show(view: McpServerView, offered: Offered, json: bool) -> None:
    failed = view.connection.state is ConnectionState.FAILED
    if json:
        shown: dict[str, Any] = {"server": view, "offered": offered}
        print_json(shown)
    elif failed:
        console(error=True).print(
            f"{view.server.name}: {said(view.connection.why, view.connection.detail)}", markup=False, soft_wrap=True
        )
    else:
        speaks = f" ({view.connection.software}, MCP {view.connection.protocol})" if view.connection.protocol else ""
        state = f"{word(view.connection.state)}{speaks}"
        console().print(phrase("mcp.is-in-state", name=view.server.name, state=state), markup=False, soft_wrap=True)
        _show_tools(offered)
    if failed:
        raise typer.Exit(1)


def _show_tools(offered: Offered) -> None:
    table(
        ("tool", "status", "reads only", "what"),
        [
            (
                tool.tool,
                word(tool.status),
                yes_or_no(tool.read_only),
                said(tool.why, tool.detail) or tool.title or tool.description.partition("\n")[0][:80],
            )
            for tool in offered.tools
        ],
        empty=phrase("mcp.it-offers-no-tools"),
    )
    for note in offered.notes:
        console().print(phrase("mcp.note", note=note))
