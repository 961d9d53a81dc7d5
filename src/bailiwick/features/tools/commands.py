"""`bailiwick tools …`: what agents can do, and trying it by hand."""

import sys
from collections.abc import Mapping
from json import JSONDecodeError, dumps, loads
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table
from bailiwick.kernel.terminal.texts import language, named, phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick.tools.records import MissingTool, ToolSpec
from bailiwick.tools.wordings import wordings_of_all

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_tools(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[list[ToolSpec], list[MissingTool]]:
        from bailiwick.runs.tools import Tools

        tools = (await platform[Tools].of(owner.id)).tools()
        return [tool.spec for tool in tools.values()], list(await platform[Tools].missing(owner.id))

    found, missing = with_platform(work, home)
    if json:
        told = [{"name": tool.name, "origin": tool.origin, "reason": tool.reason} for tool in missing]
        print_json({"tools": found, "missing": told})
        return
    said_of = wordings_of_all(language())
    rows = [(spec.name, named("ToolOrigin", spec.origin), _effect(spec), _does(spec, said_of)) for spec in found]
    table(("name", "origin", "effect", "what it does"), rows, empty=phrase("tools.no-tools"))
    for tool in missing:
        console(error=True).print(
            phrase("tools.cannot-be-used", name=tool.name, why=said(tool.why, tool.reason)), highlight=False
        )


@app.command()
def call(
    name: Annotated[str, typer.Argument()],
    arguments: Annotated[str, typer.Argument()] = "{}",
    json: Json = False,
    home: Home = None,
) -> None:
    values = _object(sys.stdin.read() if arguments == "-" else arguments)

    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.runs.tools import Tools
        from bailiwick.tools.credential_actions import Credentials

        secrets = platform[Credentials].secrets_for(owner.id)
        return await platform[Tools].call(owner.id, name, values, secrets=secrets)

    result = with_platform(work, home)
    if json or not isinstance(result, str):
        print_json(result)
    else:
        console().print(result, markup=False, highlight=False, soft_wrap=True)


def _object(text: str) -> Mapping[str, Any]:
    try:
        value: object = loads(text)
    except JSONDecodeError as error:
        raise typer.BadParameter(phrase("tools.this-is-not-json", error=error)) from None
    if not isinstance(value, dict):
        raise typer.BadParameter(
            phrase("tools.the-arguments-are-one-json-object", value=dumps({"expression": "2 + 2"}))
        )
    return cast("dict[str, Any]", value)


def _does(spec: ToolSpec, said: Mapping[str, str]) -> str:
    """Return what a tool does, in the language of the terminal where it says so itself."""
    return said.get(spec.name) or spec.description.split("\n")[0]


def _effect(spec: ToolSpec) -> str:
    return named("Effect", "reads" if spec.read_only else "destroys" if spec.destructive else "changes")
