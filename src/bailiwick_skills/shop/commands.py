"""`bailiwick shopify …`: the Shopify stores that agents may work with."""

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.plugin import (
    LONGEST_VALUE,
    Home,
    Json,
    User,
    console,
    local_or_never,
    phrase,
    print_json,
    said,
    table,
    with_equipment,
    word,
    yes_or_no,
)
from bailiwick_skills.shop.stores import ShopifyStore, StoreState

if TYPE_CHECKING:
    from bailiwick.plugin import Equipment
    from bailiwick_skills.shop.actions import ShopifyStores

app = typer.Typer(no_args_is_help=True)

StoreDomain = Annotated[str, typer.Argument()]
Default = Annotated[bool, typer.Option("--default")]


def stores_of(equipment: "Equipment") -> "ShopifyStores":
    """Return people's stores."""
    from bailiwick_skills.shop.actions import ShopifyStores  # with all that asks a store; `--help` need not wait for it

    return ShopifyStores(equipment.database, equipment.credentials, equipment.web)


@app.command("stores")
def list_stores(json: Json = False, home: Home = None) -> None:
    async def work(equipment: "Equipment", owner: User) -> list[ShopifyStore]:
        return list(await stores_of(equipment).list(owner.id))

    found = with_equipment(work, home)
    if json:
        print_json(found)
        return
    table(
        ("store", "name", "default", "state", "checked"),
        [
            (
                each.domain,
                each.name or "",
                yes_or_no(True) if each.is_default else "",
                word(each.state),
                local_or_never(each.checked_at),
            )
            for each in found
        ],
        empty=phrase("shopify.no-stores-bailiwick-shopify-add-your"),
    )


@app.command()
def add(domain: StoreDomain, default: Default = False, json: Json = False, home: Home = None) -> None:
    secret = _read_secret(domain)

    async def work(equipment: "Equipment", owner: User) -> ShopifyStore:
        return await stores_of(equipment).add(owner.id, domain, secret, is_default=default)

    made = with_equipment(work, home)
    print_json(made) if json else console().print(
        phrase("shopify.is-added", name=made.name, domain=made.domain), markup=False
    )


@app.command()
def replace(domain: StoreDomain, json: Json = False, home: Home = None) -> None:
    secret = _read_secret(domain)

    async def work(equipment: "Equipment", owner: User) -> ShopifyStore:
        return await stores_of(equipment).change(owner.id, domain, secret=secret)

    changed = with_equipment(work, home)
    print_json(changed) if json else console().print(
        phrase("shopify.has-another-token-now", domain=changed.domain), markup=False
    )


@app.command()
def check(domain: StoreDomain, json: Json = False, home: Home = None) -> None:
    async def work(equipment: "Equipment", owner: User) -> ShopifyStore:
        return await stores_of(equipment).check(owner.id, domain)

    found = with_equipment(work, home)
    if json:
        print_json(found)
    elif found.state is StoreState.OK:
        may = ", ".join(found.scopes) or phrase("shopify.nothing-used")
        console().print(
            phrase("shopify.answers-the-token-may", name=found.name, domain=found.domain, may=may), markup=False
        )
    else:
        console(error=True).print(said(found.why, found.reason or word(found.state)), markup=False)
    if found.state is not StoreState.OK:
        raise typer.Exit(1)


@app.command()
def default(domain: StoreDomain, home: Home = None) -> None:
    async def work(equipment: "Equipment", owner: User) -> ShopifyStore:
        return await stores_of(equipment).change(owner.id, domain, is_default=True)

    console().print(phrase("shopify.is-the-default-store-now", domain=with_equipment(work, home).domain), markup=False)


@app.command()
def remove(domain: StoreDomain, home: Home = None) -> None:
    async def work(equipment: "Equipment", owner: User) -> ShopifyStore:
        return await stores_of(equipment).remove(owner.id, domain)

    console().print(phrase("shopify.is-removed", domain=with_equipment(work, home).domain), markup=False)


def _read_secret(domain: str) -> str:
    """Ask for a token without showing it, or read it from a pipe; it is never an argument that others could see."""
    if sys.stdin.isatty():
        return getpass.getpass(phrase("shopify.access-token-of", domain=domain))
    return sys.stdin.read(LONGEST_VALUE + 2)
