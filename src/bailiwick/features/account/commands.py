"""`bailiwick account …`: everything of a person taken along, or erased."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.output import Home, console
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Whose = Annotated[str | None, typer.Option("--user")]


@app.command()
def export(
    file: Annotated[Path, typer.Argument()] = Path("bailiwick-account.zip"),
    user: Whose = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.account.actions import Account
        from bailiwick.people.store import AccessStore

        person = owner if user is None else await platform.stores[AccessStore].user(user)
        with _new(file) as target:
            await platform[Account].export(person, target)

    with_platform(work, home)
    console().print(
        phrase("account.everything-is-in-bytes", file=file, st_size=file.stat().st_size), soft_wrap=True, markup=False
    )


@app.command()
def erase(
    user: Annotated[str, typer.Argument()],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    home: Home = None,
) -> None:
    async def name(platform: "Platform", owner: User) -> str:
        from bailiwick.people.store import AccessStore

        del owner
        return (await platform.stores[AccessStore].user(user)).name

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.account.actions import Account

        del owner
        await platform[Account].erase(user, called)

    called = with_platform(name, home)
    if not yes and not agreed(phrase("account.delete-everything-of-nothing-brings-it", called=called, user=user)):
        raise typer.Exit(1)
    with_platform(work, home)
    console().print(phrase("account.nothing-is-left"))


def _new(file: Path) -> BinaryIO:
    """Open a file that is not there yet. Raises `InvalidInput`."""
    try:
        return file.open("xb")
    except OSError as error:
        raise InvalidInput(
            phrase("account.cannot-be-written", file=file, strerror=error.strerror), field="file"
        ) from error
