"""`bailiwick account …`: everything of a person taken along, or erased."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from bailiwick.cli.output import Home, console
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.errors import InvalidInput

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="A person's account: everything of it taken along, or erased.", no_args_is_help=True)

Whose = Annotated[str | None, typer.Option("--user", help="The person's id; without it the owner.")]


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="Where to write the zip archive.")] = Path("bailiwick-account.zip"),
    user: Whose = None,
    home: Home = None,
) -> None:
    """Write everything of a person to a zip archive: JSON lines and files, no secrets."""

    async def work(platform: "Platform", owner: User) -> None:
        person = owner if user is None else await platform.stores.access.user(user)
        with _new(file) as target:
            await platform.account.export(person, target)

    with_platform(work, home)
    console().print(f"Everything is in {file} ({file.stat().st_size} bytes).", soft_wrap=True, markup=False)


@app.command()
def erase(
    user: Annotated[str, typer.Argument(help="The person's id.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    home: Home = None,
) -> None:
    """Delete everything of a person, for good."""

    async def name(platform: "Platform", owner: User) -> str:
        del owner
        return (await platform.stores.access.user(user)).name

    async def work(platform: "Platform", owner: User) -> None:
        del owner
        await platform.account.erase(user, called)

    called = with_platform(name, home)
    if not yes and not typer.confirm(f"Delete everything of {called} ({user})? Nothing brings it back."):
        raise typer.Exit(1)
    with_platform(work, home)
    console().print("Nothing is left.")


def _new(file: Path) -> BinaryIO:
    """Open a file that is not there yet. Raises `InvalidInput`."""
    try:
        return file.open("xb")
    except OSError as error:
        raise InvalidInput(f"{file} cannot be written: {error.strerror}.", field="file") from error
