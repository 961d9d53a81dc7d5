"""`bailiwick projects …`: what belongs together, under a name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.features.projects.records import Project, ProjectGroup, ProjectKind, ProjectThing
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="PROJECT")]
Kind = Annotated[str | None, typer.Option()]


@app.command("list")
def list_projects(
    archived: Annotated[bool, typer.Option("--archived")] = False, json: Json = False, home: Home = None
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Sequence[Project], Sequence[ProjectKind]]:
        from bailiwick.features.projects.actions import Projects
        from bailiwick.kernel.database.queries import MOST_ROWS

        projects = platform[Projects]
        return await projects.list(owner.id, archived=archived, limit=MOST_ROWS), projects.kinds

    found, kinds = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(line(each.name, 60), _counts(each, kinds), local(each.updated_at), line(each.about, 60)) for each in found]
    table(("project", "what is in it", "changed", "about"), rows, empty=phrase("projects.none"))


@app.command()
def create(
    name: Annotated[str, typer.Argument()],
    about: Annotated[str, typer.Option()] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Project:
        from bailiwick.features.projects.actions import Projects
        from bailiwick.features.projects.fields import NewProject

        body = checked(NewProject, name=name, about=about)
        return await platform[Projects].create(owner.id, body.name, body.about)

    made = with_platform(work, home)
    if json:
        print_json(made)
        return
    say(phrase("projects.is-created", name=made.name))


@app.command()
def show(project: Which, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Project, Sequence[ProjectGroup], Sequence[ProjectKind]]:
        from bailiwick.features.projects.actions import Projects
        from bailiwick.kernel.database.queries import MOST_ROWS

        projects = platform[Projects]
        found = await projects.called(owner.id, project)
        return found, await projects.groups(owner.id, found.id, limit=MOST_ROWS), projects.kinds

    found, groups, kinds = with_platform(work, home)
    if json:
        print_json({"project": found, "groups": groups})
        return
    say(found.name, style="bold")
    if found.about:
        say(found.about)
    names = {each.kind: each.words[language()][0] for each in kinds}
    rows = [
        (names[thing.kind], line(thing.title, 60), local(thing.changed_at))
        for group in groups
        for thing in group.things
    ]
    table(("kind", "title", "changed"), rows, empty=phrase("projects.is-empty"))


@app.command()
def add(
    project: Which,
    thing: Annotated[str, typer.Argument()],
    kind: Kind = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Project, ProjectThing]:
        from bailiwick.features.projects.actions import Projects

        projects = platform[Projects]
        into = await projects.called(owner.id, project)
        found = await projects.thing_called(owner.id, thing, kind=kind)
        if found is None:
            raise not_found("thing", thing)
        await projects.put(owner.id, into.id, found.kind, found.id)
        return into, found

    into, found = with_platform(work, home)
    say(phrase("projects.is-put", title=found.title, name=into.name))


@app.command()
def remove(
    project: Which,
    thing: Annotated[str, typer.Argument()],
    kind: Kind = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Project, ProjectThing]:
        from bailiwick.features.projects.actions import Projects

        projects = platform[Projects]
        out_of = await projects.called(owner.id, project)
        found = await projects.thing_called(owner.id, thing, kind=kind, project_id=out_of.id)
        if found is None:
            raise not_found("thing", thing)
        await projects.take_out(owner.id, out_of.id, found.kind, found.id)
        return out_of, found

    out_of, found = with_platform(work, home)
    say(phrase("projects.is-removed", title=found.title, name=out_of.name))


@app.command()
def rename(project: Which, name: Annotated[str, typer.Argument()], home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Project:
        from bailiwick.features.projects.actions import Projects
        from bailiwick.features.projects.fields import NewProject

        found = await platform[Projects].called(owner.id, project)
        return await platform[Projects].change(owner.id, found.id, name=checked(NewProject, name=name).name)

    say(phrase("projects.is-renamed", name=with_platform(work, home).name))


@app.command()
def archive(project: Which, undo: Annotated[bool, typer.Option("--undo")] = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Project:
        from bailiwick.features.projects.actions import Projects

        found = await platform[Projects].called(owner.id, project, archived=undo)
        return await platform[Projects].change(owner.id, found.id, archived=not undo)

    key = "projects.is-back" if undo else "projects.is-archived"
    say(phrase(key, name=with_platform(work, home).name))


@app.command()
def delete(project: Which, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Project:
        from bailiwick.features.projects.actions import Projects

        found = await platform[Projects].called(owner.id, project)
        return await platform[Projects].delete(owner.id, found.id)

    found = with_platform(work, home)
    say(phrase("projects.is-deleted", name=found.name, id=found.id))


@app.command()
def restore(project_id: Annotated[str, typer.Argument()], home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Project:
        from bailiwick.features.projects.actions import Projects

        return await platform[Projects].restore(owner.id, project_id)

    say(phrase("projects.is-restored", name=with_platform(work, home).name))


def _counts(project: Project, kinds: Sequence[ProjectKind]) -> str:
    """Return how many things of each kind are in a project, in words."""
    said = [
        f"{project.counts[each.kind]} {each.words[language()][0 if project.counts[each.kind] == 1 else 1]}"
        for each in kinds
        if each.kind in project.counts
    ]
    return ", ".join(said)
