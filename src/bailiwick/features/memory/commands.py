"""`bailiwick memory …`: the knowledge graph, in a terminal and as an MCP server."""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.memory.records import Entity, EntityBrief, FoundEntity, Summary
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import head, phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.memory.lines import KnowledgeImport
    from bailiwick.kernel.platform import Platform

app = typer.Typer(invoke_without_command=True)

PIECE = 1 << 16
"""Bytes of a file read at once."""


@app.callback()
def memory(
    context: typer.Context,
    stdio: Annotated[bool, typer.Option("--stdio")] = False,
    home: Home = None,
) -> None:
    if stdio and context.invoked_subcommand is None:
        _serve(home)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def search(
    text: Annotated[str, typer.Argument()],
    exact: Annotated[bool, typer.Option()] = False,
    limit: Annotated[int, typer.Option(min=1, max=100)] = 20,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> list[FoundEntity] | list[EntityBrief]:
        from bailiwick.features.memory.views import KnowledgeViews

        views = platform.stores[KnowledgeViews]
        if exact:
            return list((await views.entities(owner.id, search=text, limit=limit)).entities)
        return list(await views.ranked(owner.id, text, limit=limit))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            each.name,
            each.entity_type,
            phrase("memory.facts-and-relations", facts=each.observations, relations=each.relations),
        )
        if isinstance(each, EntityBrief)
        else (each.entity.name, each.entity.entity_type, "; ".join(match.content for match in each.matches))
        for each in found
    ]
    table(("name", "type", "what"), rows, empty=phrase("memory.nothing-in-memory-fits"))


@app.command()
def show(
    name: Annotated[str, typer.Argument()],
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Entity:
        from bailiwick.features.memory.views import KnowledgeViews

        views = platform.stores[KnowledgeViews]
        found = (await views.entities(owner.id, names=[name], limit=1)).entities
        if not found:
            raise NotFound(phrase("memory.there-is-no-entity-called-bailiwick", name=repr(name)))
        return await views.entity(owner.id, found[0].id, limit=1000)

    entity = with_platform(work, home)
    if json:
        print_json(entity)
        return
    out = console()
    out.print(f"{entity.name} ({entity.entity_type})", markup=False, soft_wrap=True)
    for each in entity.observations:
        by = each.provenance
        marks = [f"{each.created_at.astimezone():%Y-%m-%d %H:%M}", by.agent_id or word(by.author)]
        marks += [by.source] if by.source else []
        marks += [phrase("swarm-words.after-strangers-words")] if by.tainted else []
        out.print(f"- {each.content}  [{', '.join(marks)}]", markup=False, soft_wrap=True)
    if entity.more_observations:
        out.print(phrase("memory.and-more", more_observations=entity.more_observations))
    for each in entity.relations:
        out.print(f"→ {each.from_name} {each.relation_type} {each.to_name}", markup=False, soft_wrap=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument()],
    json: Json = False,
    home: Home = None,
) -> None:
    if str(file) != "-" and not file.is_file():
        raise InvalidInput(phrase("memory.there-is-no-file", file=file))

    async def work(platform: "Platform", owner: User) -> "KnowledgeImport":
        from rich.progress import Progress  # it takes a while to import

        from bailiwick.features.memory.lines import import_lines, lines_of  # only once there is a platform
        from bailiwick.features.memory.store import KnowledgeStore

        out = console(error=True)
        with Progress(console=out, transient=True, disable=not out.is_terminal) as progress:
            bar = progress.add_task(phrase("memory.importing"), total=None if str(file) == "-" else file.stat().st_size)
            lines = lines_of(_pieces(file, partial(progress.advance, bar)))
            return await import_lines(
                platform.database, platform.stores[KnowledgeStore], owner.id, lines, source=file.name
            )

    report = with_platform(work, home)
    if json:
        print_json(report)
        return
    console().print(
        phrase(
            "memory.entities-observations-and-relations-came-in",
            entities=report.entities,
            observations=report.observations,
            relations=report.relations,
            skipped=report.skipped,
        )
    )


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument()] = None,
    provenance: Annotated[bool, typer.Option()] = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.memory.lines import export_lines, joined  # only once there is a platform
        from bailiwick.features.memory.views import KnowledgeViews

        pieces = joined(export_lines(platform.stores[KnowledgeViews], owner.id, provenance=provenance))
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
    async def work(platform: "Platform", owner: User) -> Summary:
        from bailiwick.features.memory.views import KnowledgeViews

        return await platform.stores[KnowledgeViews].summary(owner.id)

    summary = with_platform(work, home)
    if json:
        print_json(summary)
        return
    rows: list[tuple[str, Any]] = [
        ("entities", summary.entities),
        ("observations", summary.observations),
        ("relations", summary.relations),
        ("contradictions", summary.conflicts),
        ("with facts after strangers' words", summary.tainted),
        *((phrase("memory.of-type", type=each.entity_type), each.count) for each in summary.types[:10]),
    ]
    table(("what", "how many"), [(head(name), str(count)) for name, count in rows], empty="")


def _serve(home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.memory.mcp_server import memory_server, serve_stdio  # MCP takes half a second to import

        await serve_stdio(memory_server(platform.stores, owner.id))

    with_platform(work, home)


async def _pieces(file: Path, taken: Callable[[float], None]) -> AsyncIterator[bytes]:
    """Yield a file piece by piece; `taken` is told how long each was once the next one is asked for."""
    with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as source:
        while piece := source.read(PIECE):
            yield piece
            taken(len(piece))
