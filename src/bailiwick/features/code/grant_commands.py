"""`bailiwick programs …`: which folders programs of agents see, and which npm packages they may import."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.code.records import GrantedPackage, LentFolder
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME")]


@app.command()
def folders(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "Sequence[LentFolder]":
        from bailiwick.features.code.grants import ProgramGrants

        return await platform[ProgramGrants].folders(owner.id)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(each.lending().place, line(each.path, 80), _how(each), _to_whom(each)) for each in found]
    table(("folder", "from", "how", "for"), rows, empty=phrase("programs.no-folders"))


@app.command()
def lend(
    path: Annotated[str, typer.Argument()],
    name: Annotated[str | None, typer.Option("--name")] = None,
    writable: Annotated[bool, typer.Option("--writable")] = False,
    everybody: Annotated[bool, typer.Option("--everybody")] = False,
    agent: Annotated[str | None, typer.Option("--agent")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "LentFolder":
        from bailiwick.features.code.grants import ProgramGrants

        return await platform[ProgramGrants].lend(
            owner.id, path, name=name, writable=writable, for_everybody=everybody, agent_id=agent
        )

    lent = with_platform(work, home)
    if json:
        print_json(lent)
        return
    say(phrase("programs.is-lent", path=lent.path, place=lent.lending().place, how=_how(lent)))


@app.command("take-back")
def take_back(name: Name, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> str:
        from bailiwick.features.code.grants import ProgramGrants
        from bailiwick.kernel.errors import not_found

        sought = name.removeprefix("/lent/")
        for each in await platform[ProgramGrants].folders(owner.id):
            if sought in (each.name, each.id, each.path):
                await platform[ProgramGrants].take_back(owner.id, each.id)
                return each.path
        raise not_found("folder", name[:200])

    say(phrase("programs.is-taken-back", path=with_platform(work, home)))


@app.command()
def packages(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "Sequence[GrantedPackage]":
        from bailiwick.features.code.grants import ProgramGrants

        return await platform[ProgramGrants].packages(owner.id)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(each.name, each.version, local(each.created_at)) for each in found]
    table(("package", "version", "since"), rows, empty=phrase("programs.no-packages"))


@app.command()
def grant(
    package: Annotated[str, typer.Argument()],
    version: Annotated[str, typer.Argument()] = "*",
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "GrantedPackage":
        from bailiwick.features.code.grants import ProgramGrants

        return await platform[ProgramGrants].grant(owner.id, package, version)

    granted = with_platform(work, home)
    if json:
        print_json(granted)
        return
    say(phrase("programs.is-granted", name=granted.name, version=granted.version))


@app.command()
def revoke(package: Annotated[str, typer.Argument()], home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.code.grants import ProgramGrants

        await platform[ProgramGrants].revoke(owner.id, package)

    with_platform(work, home)
    say(phrase("programs.is-revoked", name=package))


def _how(folder: "LentFolder") -> str:
    return phrase("programs.writable" if folder.writable else "programs.read-only")


def _to_whom(folder: "LentFolder") -> str:
    who = phrase("programs.everybody" if folder.for_everybody else "programs.own")
    return who if folder.agent_id is None else f"{who}, {folder.agent_id}"
