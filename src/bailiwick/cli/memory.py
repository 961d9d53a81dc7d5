"""`bailiwick memory …`: the knowledge graph, in a terminal and as an MCP server."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.errors import InvalidInput, NotFound
from bailiwick.core.knowledge import Entity, EntityBrief, FoundEntity, Summary

if TYPE_CHECKING:
    from bailiwick.runtime.memory import KnowledgeImport
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="The knowledge graph: what agents remember.", invoke_without_command=True)

PIECE = 1 << 16
"""Bytes of a file read at once."""


@app.callback()
def memory(
    context: typer.Context,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Serve it as an MCP server on standard input and output.")
    ] = False,
    home: Home = None,
) -> None:
    """What agents remember. With --stdio: an MCP server that clients such as Claude Desktop or Cursor start."""
    if stdio and context.invoked_subcommand is None:
        _serve(home)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="Words, in any form; with --exact a text as it stands.")],
    exact: Annotated[
        bool, typer.Option(help="Find the text in names, types and observations, whatever the case.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many at most.")] = 20,
    json: Json = False,
    home: Home = None,
) -> None:
    """Find entities."""

    async def work(platform: "Platform", owner: User) -> list[FoundEntity] | list[EntityBrief]:
        views = platform.stores.knowledge_views
        if exact:
            return list((await views.entities(owner.id, search=text, limit=limit))[0])
        return list(await views.ranked(owner.id, text, limit=limit))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (each.name, each.entity_type, f"{each.observations} facts, {each.relations} relations")
        if isinstance(each, EntityBrief)
        else (each.entity.name, each.entity.entity_type, "; ".join(match.content for match in each.matches))
        for each in found
    ]
    table(("name", "type", "what"), rows, empty="Nothing in memory fits.")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="The entity's name, exactly.")],
    json: Json = False,
    home: Home = None,
) -> None:
    """Show an entity: what is known, who wrote it, and its relations."""

    async def work(platform: "Platform", owner: User) -> Entity:
        views = platform.stores.knowledge_views
        found, _ = await views.entities(owner.id, names=[name], limit=1)
        if not found:
            raise NotFound(f"There is no entity called {name!r}; `bailiwick memory search` finds others.")
        return await views.entity(owner.id, found[0].id, limit=1000)

    entity = with_platform(work, home)
    if json:
        print_json(entity)
        return
    out = console()
    out.print(f"{entity.name} ({entity.entity_type})", markup=False, soft_wrap=True)
    for each in entity.observations:
        by = each.provenance
        marks = [f"{each.created_at.astimezone():%Y-%m-%d %H:%M}", by.agent_id or by.author.value]
        marks += [by.source] if by.source else []
        marks += ["after reading strangers' words"] if by.tainted else []
        out.print(f"- {each.content}  [{', '.join(marks)}]", markup=False, soft_wrap=True)
    if entity.more_observations:
        out.print(f"… and {entity.more_observations} more")
    for each in entity.relations:
        out.print(f"→ {each.from_name} {each.relation_type} {each.to_name}", markup=False, soft_wrap=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A memory.jsonl of the MCP reference server; - for standard input.")],
    json: Json = False,
    home: Home = None,
) -> None:
    """Take a file in, all of it or nothing."""
    if str(file) != "-" and not file.is_file():
        raise InvalidInput(f"There is no file {file}.")

    async def work(platform: "Platform", owner: User) -> "KnowledgeImport":
        from bailiwick.runtime.memory import import_lines, lines_of  # only once there is a platform

        return await import_lines(
            platform.database, platform.stores.knowledge, owner.id, lines_of(_pieces(file)), source=file.name
        )

    report = with_platform(work, home)
    if json:
        print_json(report)
        return
    console().print(
        f"{report.entities} entities, {report.observations} observations and {report.relations} relations came in;"
        f" {report.skipped} were there already."
    )


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="Where to write; standard output when left out.")] = None,
    provenance: Annotated[bool, typer.Option(help="Also say who wrote each observation, when and where from.")] = False,
    home: Home = None,
) -> None:
    """Write the graph as a memory.jsonl of the MCP reference server."""

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.runtime.memory import export_lines, joined  # only once there is a platform

        pieces = joined(export_lines(platform.stores.knowledge_views, owner.id, provenance=provenance))
        if file is None:
            async for piece in pieces:
                sys.stdout.buffer.write(piece.encode())
            return
        unfinished = file.with_name(f".{file.name}.unfinished")
        with unfinished.open("wb") as out:
            async for piece in pieces:
                out.write(piece.encode())
        unfinished.replace(file)

    with_platform(work, home)


@app.command()
def stats(json: Json = False, home: Home = None) -> None:
    """Show the graph in figures."""

    async def work(platform: "Platform", owner: User) -> Summary:
        return await platform.stores.knowledge_views.summary(owner.id)

    summary = with_platform(work, home)
    if json:
        print_json(summary)
        return
    rows: list[tuple[str, Any]] = [
        ("entities", summary.entities), ("observations", summary.observations), ("relations", summary.relations),
        ("contradictions", summary.conflicts), ("with facts after strangers' words", summary.tainted),
        *((f"of type {each.entity_type}", each.count) for each in summary.types[:10]),
    ]  # fmt: skip
    table(("what", "how many"), [(name, str(count)) for name, count in rows], empty="")


def _serve(home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.api.memory_server import memory_server, serve_stdio  # MCP takes half a second to import

        await serve_stdio(memory_server(platform.stores, owner.id))

    with_platform(work, home)


async def _pieces(file: Path) -> AsyncIterator[bytes]:
    if str(file) == "-":
        while piece := sys.stdin.buffer.read(PIECE):
            yield piece
        return
    with file.open("rb") as source:
        while piece := source.read(PIECE):
            yield piece
