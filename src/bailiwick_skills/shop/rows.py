"""Products, orders and customers as tools tell them: flat, short, amounts as exact text."""

from collections.abc import Mapping
from typing import Any

from bailiwick_skills.money.amounts import plain
from bailiwick_skills.shop.answers import decimal, has_more, mapping, moment, money, nodes, short_id, text, whole
from bailiwick_skills.shop.naming import variant_title
from bailiwick_skills.shop.periods import zone_of


def product(node: Mapping[str, Any], currency: str) -> dict[str, Any]:
    """Return a product with its first variants; `stock` is nothing where it is not counted."""
    counted = node.get("tracksInventory") is True
    variants = [variant(each, currency, counted=counted) for each in nodes(node.get("variants"))]
    prices = sorted(decimal(each["price"]) for each in variants if each["price"] is not None)
    return {
        "id": short_id(node.get("id")),
        "title": text(node.get("title")),
        "status": text(node.get("status")).lower(),
        "vendor": text(node.get("vendor")),
        "type": text(node.get("productType")),
        "price": plain(prices[0], currency) if prices else None,
        "highestPrice": plain(prices[-1], currency) if prices and prices[-1] != prices[0] else None,
        "stock": whole(node.get("totalInventory")) if counted else None,
        "variants": variants,
        "moreVariants": has_more(node.get("variants")),
    }


def variant(node: Mapping[str, Any], currency: str, *, counted: bool = True) -> dict[str, Any]:
    """Return a variant."""
    quantity = node.get("inventoryQuantity")
    return {
        "id": short_id(node.get("id")),
        "title": variant_title(node),
        "sku": text(node.get("sku")),
        "price": amount(node.get("price"), currency),
        "compareAt": amount(node.get("compareAtPrice"), currency),
        "stock": whole(quantity) if counted and quantity is not None else None,
    }


def order(node: Mapping[str, Any], currency: str, zone: str) -> dict[str, Any]:
    """Return an order; its time is the store's."""
    lines = [_line(each) for each in nodes(node.get("lineItems"))]
    refunded = money(node.get("totalRefundedSet"))
    return {
        "id": short_id(node.get("id")),
        "name": text(node.get("name")),
        "createdAt": moment(node.get("createdAt")).astimezone(zone_of(zone)).isoformat(timespec="minutes"),
        "customer": text(mapping(node.get("customer")).get("displayName")) or None,
        "total": plain(money(node.get("totalPriceSet")), currency),
        "refunded": plain(refunded, currency) if refunded else None,
        "payment": text(node.get("displayFinancialStatus")).lower() or None,
        "fulfilment": text(node.get("displayFulfillmentStatus")).lower() or None,
        "cancelled": node.get("cancelledAt") is not None,
        "test": node.get("test") is True,
        "lines": lines,
        "moreLines": has_more(node.get("lineItems")),
    }


def customer(node: Mapping[str, Any], currency: str) -> dict[str, Any]:
    """Return a customer."""
    spent = mapping(node.get("amountSpent"))
    address, last = mapping(node.get("defaultAddress")), mapping(node.get("lastOrder"))
    return {
        "id": short_id(node.get("id")),
        "name": text(node.get("displayName")),
        "email": text(mapping(node.get("defaultEmailAddress")).get("emailAddress")) or None,
        "place": ", ".join(filter(None, (text(address.get("city")), text(address.get("country"))))) or None,
        "since": text(node.get("createdAt"))[:10],
        "orders": whole(node.get("numberOfOrders")),
        "spent": amount(spent.get("amount"), text(spent.get("currencyCode")) or currency),
        "lastOrder": {"name": text(last.get("name")), "createdAt": text(last.get("createdAt"))} if last else None,
    }


def amount(value: Any, currency: str) -> str | None:
    """Return an amount as exact text; nothing when there is none."""
    return None if value is None else plain(decimal(value), currency)


def _line(node: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "title": text(node.get("title")),
        "variant": text(node.get("variantTitle")) or None,
        "quantity": whole(node.get("quantity")),
    }
