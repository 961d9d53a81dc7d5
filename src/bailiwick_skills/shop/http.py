"""Shopify stores: which ones a person's agents may work with, and which one is meant unless said."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Path, Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.plugin import (
    Body,
    CurrentEquipment,
    Equipment,
    Flag,
    InvalidInput,
    Keeper,
    KeyHeader,
    Reader,
    Reason,
    ReasonCode,
    Reply,
    documented,
    made_once,
    router,
)
from bailiwick_skills.shop.actions import ShopifyStores
from bailiwick_skills.shop.stores import ShopifyStore

shopify = router("shopify")

Secret = Annotated[str, Field(min_length=1, max_length=1_000, json_schema_extra={"writeOnly": True})]
Domain = Annotated[
    str,
    Path(alias="domain", description="The store's domain at Shopify.", examples=["candle-corner.myshopify.com"]),
]


def stores_of(equipment: Equipment) -> ShopifyStores:
    """Return people's stores."""
    return ShopifyStores(equipment.database, equipment.credentials, equipment.web)


class Opener(Body):
    """What opens a store: an access token, or the client id and secret of an app."""

    token: Secret | None = None
    """Admin API access token, `shpat_…`. No answer ever holds it."""
    client_id: Secret | None = None
    """Client id of an app of the Dev Dashboard; goes with its secret."""
    client_secret: Secret | None = None
    """Its secret, `shpss_…`. No answer ever holds it."""

    def secret(self) -> str | None:
        """Return what is to be sealed; nothing when nothing is given. Raises `InvalidInput`."""
        pair = self.client_id, self.client_secret
        if any(pair) and (not all(pair) or self.token is not None):
            raise InvalidInput(Reason.of(ReasonCode.STORE_ACCESS), field="token")
        return "\n".join(part.strip() for part in pair if part) if all(pair) else self.token


class NewStore(Opener):
    """A store to be added."""

    domain: Annotated[str, Field(min_length=1, max_length=200)]
    """`your-store.myshopify.com`, or `your-store`."""
    is_default: Flag = False
    """Whether it is meant from now on when a request names no store; the first one is in any case."""


class StoreChange(Opener):
    """What is to be replaced."""

    is_default: Flag | None = None
    """True makes it the default instead of another one."""


class StoreList(Reply):
    """The caller's stores."""

    stores: list[ShopifyStore]


NEW = {"domain": "candle-corner.myshopify.com", "token": "shpat_exampleexampleexampleexample"}


@shopify.get("/api/shopify/stores", operation_id="listShopifyStores", summary="List stores", responses=documented(401))
async def list_stores(caller: Reader, equipment: CurrentEquipment) -> StoreList:
    """Return the caller's stores, the default first, as they were when they were last asked; none is asked now."""
    return StoreList(stores=list(await stores_of(equipment).list(caller.user.id)))


@shopify.post(
    "/api/shopify/stores",
    operation_id="addShopifyStore",
    summary="Add a store",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415, 503),
    dependencies=[KeyHeader],
)
async def add_store(
    request: Request,
    response: Response,
    body: Annotated[NewStore, Content(examples=[NEW])],
    caller: Keeper,
    equipment: CurrentEquipment,
) -> ShopifyStore:
    """Ask the store whether it takes the token, then seal the token; a token that it does not take is not kept."""
    user_id, secret = caller.user.id, body.secret()
    if secret is None:
        raise InvalidInput(Reason.of(ReasonCode.STORE_ACCESS), field="token")

    async def add() -> ShopifyStore:
        return await stores_of(equipment).add(user_id, body.domain, secret, is_default=body.is_default)

    return await made_once(equipment, user_id, request, response, ShopifyStore, add)


@shopify.get(
    "/api/shopify/stores/{domain}",
    operation_id="getShopifyStore",
    summary="Read a store",
    responses=documented(401, 404),
)
async def get_store(domain: Domain, caller: Reader, equipment: CurrentEquipment) -> ShopifyStore:
    """Return one store as it was when it was last asked."""
    return await stores_of(equipment).get(caller.user.id, domain)


@shopify.post(
    "/api/shopify/stores/{domain}/check",
    operation_id="checkShopifyStore",
    summary="Ask a store now",
    responses=documented(401, 404),
)
async def check_store(domain: Domain, caller: Keeper, equipment: CurrentEquipment) -> ShopifyStore:
    """Ask the store for its name and what the token may do; `state` and `reason` say how that went."""
    return await stores_of(equipment).check(caller.user.id, domain)


@shopify.put(
    "/api/shopify/stores/{domain}",
    operation_id="changeShopifyStore",
    summary="Change a store",
    responses=documented(400, 401, 404, 413, 415, 503),
)
async def change_store(
    domain: Domain,
    body: Annotated[StoreChange, Content(examples=[{"isDefault": True}])],
    caller: Keeper,
    equipment: CurrentEquipment,
) -> ShopifyStore:
    """Replace the token, once the store has taken the new one, or make the store the default, or both."""
    secret = body.secret()
    if secret is None and body.is_default is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="token, isDefault"), field="token")
    return await stores_of(equipment).change(caller.user.id, domain, secret=secret, is_default=body.is_default)


@shopify.delete(
    "/api/shopify/stores/{domain}",
    operation_id="removeShopifyStore",
    summary="Remove a store",
    status_code=204,
    responses=documented(401, 404),
)
async def remove_store(domain: Domain, caller: Keeper, equipment: CurrentEquipment) -> None:
    """Delete the token of a store; in Shopify nothing changes."""
    await stores_of(equipment).remove(caller.user.id, domain)
