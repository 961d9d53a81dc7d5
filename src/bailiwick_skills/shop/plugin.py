"""Declares the skill to the house."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Plugin, PluginPage, ServiceAddress, Tool, UsefulWhen
from bailiwick_skills.shop.stores import lack_among
from bailiwick_skills.shop.tools import shopify_tools

if TYPE_CHECKING:
    from fastapi import APIRouter


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    from bailiwick.plugin import CredentialStore  # with the database, which not every command needs

    return shopify_tools(equipment.web, equipment.stores[CredentialStore], lambda: datetime.now(UTC))


def routes() -> "APIRouter":
    """Return the endpoints of the stores page."""
    from bailiwick_skills.shop.http import shopify  # with all of the web framework, which commands do without

    return shopify


async def any_store(equipment: Equipment, user_id: str) -> bool:
    """Whether the user has connected a store."""
    from bailiwick.plugin import CredentialStore  # with the database, which not every command needs

    return lack_among(await equipment.stores[CredentialStore].list(user_id)) is None


OF_A_STORE = frozenset(
    (
        "shopifyChangeAllPrices",
        "shopifyForecastSales",
        "shopifyGetAnalytics",
        "shopifyGetCustomers",
        "shopifyGetOrders",
        "shopifySearchProducts",
        "shopifySegmentCustomers",
        "shopifyUpdateProductPrice",
        "shopifyUpdateStock",
    )
)
"""All tools but `shopifyGetProducts`, which asks for a store where there is none."""

plugin = Plugin(
    toolset=toolset,
    useful=(UsefulWhen(tools=OF_A_STORE, has_use=any_store),),
    services=(
        ServiceAddress(
            name="shopify",
            setting="shopify_api",
            default="https://{shop}/admin/api/2026-07/graphql.json",
            description="Shopify's Admin GraphQL API, with its version; {shop} stands for a store's myshopify.com "
            "domain. May lead to a proxy; may be private.",
        ),
    ),
    needs={"store:shopify": lack_among},
    routes=routes,
    page=PluginPage(
        titles={"en": "Stores", "es": "Tiendas"},
        about={
            "en": "Shopify stores that your agents may work with. Their tokens are sealed and never shown again.",
            "es": "Tiendas de Shopify con las que pueden trabajar tus agentes. Sus tokens se guardan sellados y no se "
            "vuelven a mostrar.",
        },
        icon="storefront",
        section="stores",
    ),
)
