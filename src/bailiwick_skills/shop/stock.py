"""Changes how many pieces of a variant are in stock at one location: compared with what they were, carried out once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
    plain,
)
from bailiwick_skills.shop.answers import mapping, nodes, short_id, text, whole
from bailiwick_skills.shop.failures import of_user_errors
from bailiwick_skills.shop.naming import NoProduct, find_variants, listed_variants, refused, variant_title
from bailiwick_skills.shop.queries import ADJUST_STOCK, SET_STOCK, STOCK
from bailiwick_skills.shop.shop import Shop

AVAILABLE = "available"
"""What Shopify calls the pieces that can be sold."""
CORRECTION = "correction"
"""What Shopify calls the reason of a change by hand."""
STALE = "CHANGE_FROM_QUANTITY_STALE"
"""Shopify's code where there are not as many as a change goes out from."""


@dataclass(frozen=True, slots=True)
class Stocked:
    """A variant at one location, with how many pieces of it can be sold there."""

    product_id: str
    product: str
    variant_id: str
    variant: str
    """Blank for the only one of a product."""
    item_id: str
    location_id: str
    location: str
    available: int
    several: bool
    """Whether the product has more variants than one."""
    elsewhere: bool
    """Whether it is at other locations as well."""

    @property
    def title(self) -> str:
        """What a person knows it by."""
        return f"{self.product}, {self.variant}" if self.several and self.variant else self.product

    @property
    def id(self) -> str:
        """What it is known again by: the inventory item and the location."""
        return f"{short_id(self.item_id)}@{short_id(self.location_id)}"


async def find_stocked(
    shop: Shop, product: str | None, variant: str | None, location: str | None
) -> Stocked | NoProduct:
    """Return the one variant at the one location that is meant.

    Raises `CallFailed` (validation) where it could be several, which asks for what is lacking, and where its pieces
    are not counted.
    """
    found = await find_variants(shop, product, variant)
    if isinstance(found, NoProduct):
        return found
    if len(found.chosen) > 1 or (found.more and not found.named):
        variants = listed_variants(found.every)
        raise refused(ReasonCode.SAY_WHICH_VARIANT, product=found.product, variants=variants, outside=True)
    [node] = found.chosen
    data = await shop.ask(STOCK, {"id": node.get("id")})
    item = mapping(mapping(data.get("productVariant")).get("inventoryItem"))
    levels = nodes(item.get("inventoryLevels"))
    if item.get("tracked") is not True or not levels:
        raise refused(ReasonCode.STOCK_NOT_COUNTED, product=found.product, outside=True)
    level = _at(levels, location, found.product)
    place = mapping(level.get("location"))
    return Stocked(
        product_id=found.product_id,
        product=found.product,
        variant_id=text(node.get("id")),
        variant=variant_title(node),
        item_id=text(item.get("id")),
        location_id=text(place.get("id")),
        location=text(place.get("name")),
        available=_available(level, shop),
        several=found.several,
        elsewhere=len(levels) > 1,
    )


async def write_stock(shop: Shop, stocked: Stocked, before: int | None, *, to: int | None, by: int, key: str) -> bool:
    """Set how many there are `to`, or change it `by` so many; return False where there are no longer `before`.

    Of the same key it is carried out once, however often it is asked for: a repetition is answered as the first was
    (Shopify, "Idempotent requests"). Without `before` it is done whatever there is. Raises `CallFailed`.
    """
    where = {"inventoryItemId": stocked.item_id, "locationId": stocked.location_id, "changeFromQuantity": before}
    change: Mapping[str, Any] = {"quantities": [{**where, "quantity": to}]}
    if to is None:
        change = {"changes": [{**where, "delta": by}]}
    asked = {"name": AVAILABLE, "reason": CORRECTION, **change}
    data = await shop.ask(
        ADJUST_STOCK if to is None else SET_STOCK, {"input": asked, "key": str(uuid5(NAMESPACE_OID, key))}
    )
    answer = mapping(data.get("inventoryAdjustQuantities" if to is None else "inventorySetQuantities"))
    errors = answer.get("userErrors")
    if isinstance(errors, list) and errors:
        if all(mapping(each).get("code") == STALE for each in errors):
            return False
        raise of_user_errors(shop.domain, errors)
    if not mapping(answer.get("inventoryAdjustmentGroup")).get("id"):
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STOCK_UNCONFIRMED, shop=shop.domain))
    return True


def _at(levels: Sequence[Mapping[str, Any]], location: str | None, product: str) -> Mapping[str, Any]:
    """Return the level at a location of that name or id, or the only one."""
    wanted = plain(location or "")
    found = [each for each in levels if not wanted or wanted in _names(each)]
    found = found or [each for each in levels if _within(wanted, _names(each)[0])]
    if len(found) != 1:
        names = ", ".join(f"{text(mapping(each.get('location')).get('name'))}" for each in levels)
        raise refused(ReasonCode.SAY_WHICH_LOCATION, product=product, locations=names, outside=True)
    return found[0]


def _within(wanted: str, name: str) -> bool:
    return wanted in name or name in wanted


def _names(level: Mapping[str, Any]) -> tuple[str, str]:
    place = mapping(level.get("location"))
    return plain(text(place.get("name"))), short_id(place.get("id"))


def _available(level: Mapping[str, Any], shop: Shop) -> int:
    counted = level.get("quantities")
    for each in counted if isinstance(counted, list) else ():
        if mapping(each).get("name") == AVAILABLE:
            return whole(mapping(each).get("quantity"))
    raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_NO_DATA, shop=shop.domain))
