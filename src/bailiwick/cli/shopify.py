"""`bailiwick shopify …`: the Shopify stores that agents may work with."""

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.credentials import LONGEST_VALUE
from bailiwick.core.shopify import ShopifyStore, StoreState

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Shopify stores that agents may work with in your name.", no_args_is_help=True)

StoreDomain = Annotated[str, typer.Argument(help="Its domain at Shopify, e.g. your-store.myshopify.com.")]
Default = Annotated[bool, typer.Option("--default", help="Meant from now on when a request names no store.")]


@app.command("stores")
def list_stores(json: Json = False, home: Home = None) -> None:
    """List stores as they were when they were last asked."""

    async def work(platform: "Platform", owner: User) -> list[ShopifyStore]:
        return list(await platform.shopify.list(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    table(
        ("store", "name", "default", "state", "checked"),
        [
            (each.domain, each.name or "", "yes" if each.is_default else "", each.state,
             each.checked_at.astimezone().strftime("%Y-%m-%d %H:%M") if each.checked_at else "never")
            for each in found
        ],
        empty="No stores. `bailiwick shopify add your-store.myshopify.com` adds one.",
    )  # fmt: skip


@app.command()
def add(domain: StoreDomain, default: Default = False, json: Json = False, home: Home = None) -> None:
    """Add a store; its token is asked for, or read from standard input, and tried before it is kept.

    Two lines on standard input are an app's client id and its secret.
    """
    secret = _read_secret(domain)

    async def work(platform: "Platform", owner: User) -> ShopifyStore:
        return await platform.shopify.add(owner.id, domain, secret, is_default=default)

    made = with_platform(work, home)
    print_json(made) if json else console().print(f"{made.name} ({made.domain}) is added.", markup=False)


@app.command()
def replace(domain: StoreDomain, json: Json = False, home: Home = None) -> None:
    """Replace the token of a store; it is asked for, or read from standard input, and tried before it is kept."""
    secret = _read_secret(domain)

    async def work(platform: "Platform", owner: User) -> ShopifyStore:
        return await platform.shopify.change(owner.id, domain, secret=secret)

    changed = with_platform(work, home)
    print_json(changed) if json else console().print(f"{changed.domain} has another token now.", markup=False)


@app.command()
def check(domain: StoreDomain, json: Json = False, home: Home = None) -> None:
    """Ask a store now whether it takes its token; ends with 1 when it does not."""

    async def work(platform: "Platform", owner: User) -> ShopifyStore:
        return await platform.shopify.check(owner.id, domain)

    found = with_platform(work, home)
    if json:
        print_json(found)
    elif found.state is StoreState.OK:
        may = ", ".join(found.scopes) or "nothing that tools here use"
        console().print(f"{found.name} ({found.domain}) answers; the token may: {may}.", markup=False)
    else:
        console(error=True).print(found.reason or str(found.state), markup=False)
    if found.state is not StoreState.OK:
        raise typer.Exit(1)


@app.command()
def default(domain: StoreDomain, home: Home = None) -> None:
    """Make a store the one that is meant when a request names none."""

    async def work(platform: "Platform", owner: User) -> ShopifyStore:
        return await platform.shopify.change(owner.id, domain, is_default=True)

    console().print(f"{with_platform(work, home).domain} is the default store now.", markup=False)


@app.command()
def remove(domain: StoreDomain, home: Home = None) -> None:
    """Delete the token of a store; in Shopify nothing changes."""

    async def work(platform: "Platform", owner: User) -> ShopifyStore:
        return await platform.shopify.remove(owner.id, domain)

    console().print(f"{with_platform(work, home).domain} is removed.", markup=False)


def _read_secret(domain: str) -> str:
    """Ask for a token without showing it, or read it from a pipe; it is never an argument that others could see."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Access token of {domain}: ")
    return sys.stdin.read(LONGEST_VALUE + 2)
