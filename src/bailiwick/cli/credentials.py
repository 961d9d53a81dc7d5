"""`bailiwick credentials …`: secrets that tools use, and the key that seals them."""

import getpass
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table, use_home
from bailiwick.cli.session import run_async, with_platform
from bailiwick.core.access import User
from bailiwick.core.credentials import LONGEST_VALUE, Credential, Resealed
from bailiwick.core.errors import NotFound

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Secrets that tools use in your name; their values are never shown.", no_args_is_help=True)

CredentialName = Annotated[str, typer.Argument(help="Its name, e.g. brave.")]
Description = Annotated[str | None, typer.Option(help="What it is for.")]


@app.command("list")
def list_credentials(json: Json = False, home: Home = None) -> None:
    """List credentials; their values are never shown."""

    async def work(platform: "Platform", owner: User) -> list[Credential]:
        return list(await platform.credentials.list(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    table(
        ("name", "description", "changed", "last used"),
        [(one.name, one.description, _time(one.updated_at), _time(one.last_used_at)) for one in found],
        empty="No credentials. `bailiwick credentials add NAME` stores one.",
    )


@app.command()
def add(name: CredentialName, description: Description = None, json: Json = False, home: Home = None) -> None:
    """Store a credential; the value is asked for, or read from standard input."""
    value = _read_value(name)

    async def work(platform: "Platform", owner: User) -> Credential:
        return await platform.credentials.store(owner.id, name, value, description or "")

    made = with_platform(work, home)
    print_json(made) if json else console().print(f"{name} is stored.", markup=False)


@app.command()
def replace(name: CredentialName, description: Description = None, json: Json = False, home: Home = None) -> None:
    """Replace a credential's value; it is asked for, or read from standard input."""
    value = _read_value(name)

    async def work(platform: "Platform", owner: User) -> Credential:
        credential_id = await _id_of(platform, owner, name)
        return await platform.credentials.replace(owner.id, credential_id, value=value, description=description)

    changed = with_platform(work, home)
    print_json(changed) if json else console().print(f"{name} has another value now.", markup=False)


@app.command()
def delete(name: CredentialName, home: Home = None) -> None:
    """Delete a credential for good."""

    async def work(platform: "Platform", owner: User) -> None:
        await platform.credentials.delete(owner.id, await _id_of(platform, owner, name))

    with_platform(work, home)
    console().print(f"{name} is deleted.", markup=False)


@app.command()
def rotate(json: Json = False, home: Home = None) -> None:
    """Seal everybody's credentials with a new key while they stay in use, then drop the old one."""

    async def work(platform: "Platform", owner: User) -> Resealed:
        return await platform.credentials.rotate(owner.id)

    done = with_platform(work, home)
    if json:
        print_json(done)
        return
    console().print(f"{done.resealed} credentials of {done.users} people are sealed with the key {done.key_id} now.")
    if done.failed:
        console(error=True).print(f"{done.failed} do not open and were left as they are; store their values again.")
        raise typer.Exit(1)


@app.command("discard-lost")
def discard_lost(
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False, home: Home = None
) -> None:
    """Delete the credentials of everybody that nobody can open any more, their key being lost."""
    if not yes:
        typer.confirm("Delete every credential whose key is not here, for good?", abort=True)
    use_home(home)
    # The platform takes a second to import; `--help` must not wait for it.
    from bailiwick.settings import Settings
    from bailiwick.wiring import open_credentials

    async def run() -> int:
        async with open_credentials(Settings(log_level="error")) as credentials:
            return await credentials.discard_lost()

    console().print(f"{run_async(run())} credentials are deleted.")


def _read_value(name: str) -> str:
    """Ask for a value without showing it, or read it from a pipe; it is never an argument that others could see."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Value of {name}: ")
    return sys.stdin.read(LONGEST_VALUE + 2).removesuffix("\n").removesuffix("\r")


async def _id_of(platform: "Platform", owner: User, name: str) -> str:
    for one in await platform.credentials.list(owner.id):
        if one.name == name:
            return one.id
    raise NotFound(f"There is no credential called {name!r}.")


def _time(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else "never"
