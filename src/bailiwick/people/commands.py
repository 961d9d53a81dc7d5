"""`bailiwick keys …`: API keys and login links."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.terminal.times import local_or_never
from bailiwick.people.records import AccessToken, Scope, User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_keys(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[AccessToken]:
        from bailiwick.people.actions import People

        return list(await platform[People].keys(owner.id))

    keys = with_platform(work, home)
    if json:
        print_json(keys)
        return
    table(
        ("id", "name", "scopes", "expires", "last used"),
        [
            (k.id, k.name, " ".join(k.scopes), local_or_never(k.expires_at), local_or_never(k.last_used_at))
            for k in keys
        ],
        empty=phrase("keys.no-api-keys-bailiwick-keys-create"),
    )


@app.command()
def create(
    name: Annotated[str, typer.Argument()],
    scope: Annotated[list[Scope] | None, typer.Option()] = None,
    days: Annotated[float | None, typer.Option(min=0.001)] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    expires = datetime.now(UTC) + timedelta(days=days) if days else None

    async def work(platform: "Platform", owner: User) -> tuple[AccessToken, str]:
        from bailiwick.people.actions import People

        return await platform[People].create_key(
            owner.id, name, scope or [one for one in Scope if one is not Scope.APPROVE], expires
        )

    token, text = with_platform(work, home)
    if json:
        print_json({"key": text, "token": token})
    else:
        console().print(text, soft_wrap=True)
        console(error=True).print(phrase("keys.keep-it-it-is-not-shown"))


@app.command()
def revoke(key_id: Annotated[str, typer.Argument()], home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.people.actions import People

        await platform[People].revoke(owner.id, key_id)

    with_platform(work, home)
    console().print(phrase("keys.the-key-is-revoked"))


@app.command()
def link(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> str:
        from bailiwick.people.actions import People
        from bailiwick.people.running_server import address_of

        return address_of(platform.settings) + await platform[People].login_link()

    url = with_platform(work, home)
    print_json({"url": url}) if json else console().print(url, soft_wrap=True)
