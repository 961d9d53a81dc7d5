"""`bailiwick tools …`: what agents can do, and trying it by hand."""

import sys
from collections.abc import Mapping
from json import JSONDecodeError, dumps, loads
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from bailiwick.cli.output import Home, Json, console, print_json, said, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.tools import MissingTool, ToolSpec

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="What agents can do besides talking.", no_args_is_help=True)


@app.command("list")
def list_tools(json: Json = False, home: Home = None) -> None:
    """List tools, where they come from, and those that cannot be used now."""

    async def work(platform: "Platform", owner: User) -> tuple[list[ToolSpec], list[MissingTool]]:
        tools = (await platform.tools.of(owner.id)).tools()
        return [tool.spec for tool in tools.values()], list(await platform.tools.missing(owner.id))

    found, missing = with_platform(work, home)
    if json:
        told = [{"name": tool.name, "origin": tool.origin, "reason": tool.reason} for tool in missing]
        print_json({"tools": found, "missing": told})
        return
    rows = [(spec.name, spec.origin, _effect(spec), spec.description.split("\n")[0]) for spec in found]
    table(("name", "origin", "effect", "what it does"), rows, empty="No tools.")
    for tool in missing:
        console(error=True).print(
            f"[yellow]{tool.name}[/yellow] cannot be used: {said(tool.why, tool.reason)}", highlight=False
        )


@app.command()
def call(
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    arguments: Annotated[str, typer.Argument(help="One JSON object; - reads it from standard input.")] = "{}",
    json: Json = False,
    home: Home = None,
) -> None:
    """Run a tool once, by hand, as yourself; nobody else is asked for approval."""
    values = _object(sys.stdin.read() if arguments == "-" else arguments)

    async def work(platform: "Platform", owner: User) -> Any:
        secrets = platform.credentials.secrets_for(owner.id)
        return await platform.tools.call(owner.id, name, values, secrets=secrets)

    result = with_platform(work, home)
    if json or not isinstance(result, str):
        print_json(result)
    else:
        console().print(result, markup=False, highlight=False, soft_wrap=True)


def _object(text: str) -> Mapping[str, Any]:
    try:
        value: object = loads(text)
    except JSONDecodeError as error:
        raise typer.BadParameter(f"This is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise typer.BadParameter(f"The arguments are one JSON object, e.g. {dumps({'expression': '2 + 2'})}.")
    return cast("dict[str, Any]", value)


def _effect(spec: ToolSpec) -> str:
    if spec.read_only:
        return "reads"
    return "may destroy" if spec.destructive else "changes"
