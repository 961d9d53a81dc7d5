"""`bailiwick credentials …`: secrets that tools use, and the key that seals them."""

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table, use_home
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.terminal.times import local_or_never
from bailiwick.people.records import User
from bailiwick.people.session import run_async, with_platform
from bailiwick.tools.credentials import LONGEST_VALUE, Credential, Resealed

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

CredentialName = Annotated[str, typer.Argument()]
Description = Annotated[str | None, typer.Option()]


@app.command("list")
def list_credentials(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[Credential]:
        from bailiwick.tools.credential_actions import Credentials

        return list(await platform[Credentials].list(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    table(
        ("name", "description", "changed", "last used"),
        [
            (one.name, one.description, local_or_never(one.updated_at), local_or_never(one.last_used_at))
            for one in found
        ],
        empty=phrase("credentials.no-credentials-bailiwick-credentials-add-name"),
    )


@app.command()
def add(name: CredentialName, description: Description = None, json: Json = False, home: Home = None) -> None:
    value = _read_value(name)

    async def work(platform: "Platform", owner: User) -> Credential:
        from bailiwick.tools.credential_actions import Credentials

        return await platform[Credentials].store(owner.id, name, value, description or "")

    made = with_platform(work, home)
    print_json(made) if json else console().print(phrase("credentials.is-stored", name=name), markup=False)


@app.command()
def replace(name: CredentialName, description: Description = None, json: Json = False, home: Home = None) -> None:
    value = _read_value(name)

    async def work(platform: "Platform", owner: User) -> Credential:
        from bailiwick.tools.credential_actions import Credentials

        credential_id = await _id_of(platform, owner, name)
        return await platform[Credentials].replace(owner.id, credential_id, value=value, description=description)

    changed = with_platform(work, home)
    print_json(changed) if json else console().print(
        phrase("credentials.has-another-value-now", name=name), markup=False
    )


@app.command()
def delete(name: CredentialName, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.tools.credential_actions import Credentials

        await platform[Credentials].delete(owner.id, await _id_of(platform, owner, name))

    with_platform(work, home)
    console().print(phrase("credentials.is-deleted", name=name), markup=False)


@app.command()
def rotate(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Resealed:
        from bailiwick.tools.credential_actions import Credentials

        return await platform[Credentials].rotate(owner.id)

    done = with_platform(work, home)
    if json:
        print_json(done)
        return
    console().print(
        phrase(
            "credentials.credentials-of-people-are-sealed-with",
            resealed=done.resealed,
            users=done.users,
            key_id=done.key_id,
        )
    )
    if done.failed:
        console(error=True).print(phrase("credentials.do-not-open-and-were-left", failed=done.failed))
        raise typer.Exit(1)


@app.command("discard-lost")
def discard_lost(yes: Annotated[bool, typer.Option("--yes")] = False, home: Home = None) -> None:
    if not yes and not agreed(phrase("credentials.delete-every-credential-whose-key-is")):
        raise typer.Exit(1)
    use_home(home)
    # The platform takes a second to import; `--help` must not wait for it.
    from bailiwick.kernel.settings import Settings
    from bailiwick.tools.opening import open_credentials

    async def run() -> int:
        async with open_credentials(Settings(log_level="error")) as credentials:
            return await credentials.discard_lost()

    console().print(phrase("credentials.credentials-are-deleted", value=run_async(run())))


def _read_value(name: str) -> str:
    """Ask for a value without showing it, or read it from a pipe; it is never an argument that others could see."""
    if sys.stdin.isatty():
        return getpass.getpass(phrase("credentials.value-of", name=name))
    return sys.stdin.read(LONGEST_VALUE + 2).removesuffix("\n").removesuffix("\r")


async def _id_of(platform: "Platform", owner: User, name: str) -> str:
    from bailiwick.tools.credential_actions import Credentials

    for one in await platform[Credentials].list(owner.id):
        if one.name == name:
            return one.id
    raise NotFound(phrase("credentials.there-is-no-credential-called", name=repr(name)))
