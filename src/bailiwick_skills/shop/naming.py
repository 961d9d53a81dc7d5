"""Finds the product and the variants that a request names by ids, titles or a SKU."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
    plain,
)
from bailiwick_skills.shop.answers import full_id, has_more, mapping, nodes, short_id, text
from bailiwick_skills.shop.queries import NAMED, PRODUCT, VARIANT
from bailiwick_skills.shop.searches import products, singular
from bailiwick_skills.shop.shop import Shop


@dataclass(frozen=True, slots=True)
class NoProduct:
    """There is no product of the title, SKU or id that was asked for."""

    asked: str
    near: Sequence[tuple[str, str]]
    """Title and id of those that are like it."""


@dataclass(frozen=True, slots=True)
class FoundVariants:
    """The variants that are meant of one product, as Shopify tells them."""

    product_id: str
    product: str
    chosen: Sequence[Mapping[str, Any]]
    every: Sequence[Mapping[str, Any]]
    """All that were read of the product."""
    named: bool
    """Whether variants were named, by a title, an id or a SKU; otherwise all are meant."""
    more: bool
    """Whether the product has more variants than were read."""

    @property
    def several(self) -> bool:
        """Whether the product has more variants than one."""
        return self.more or len(self.every) > 1


async def find_variants(shop: Shop, product: str | None, variant: str | None) -> FoundVariants | NoProduct:
    """Return what is meant. Raises `CallFailed` (validation) when nothing is named, or no such variant is there."""
    if variant is not None and (variant_id := full_id("ProductVariant", variant)):
        data = await shop.ask(VARIANT, {"id": variant_id})
        found = mapping(data.get("productVariant"))
        if found:
            owner = mapping(found.get("product"))
            return FoundVariants(text(owner.get("id")), text(owner.get("title")), [found], [found], True, True)
        if product is None:
            raise refused(ReasonCode.NO_VARIANT, product=shop.domain, variant=variant)
    if product is None:
        raise refused(ReasonCode.SAY_WHICH_PRODUCT)
    named = await _product_of(shop, product)
    if isinstance(named, NoProduct):
        return named
    product_id, sku = named
    data = await shop.ask(PRODUCT, {"id": product_id})
    found = mapping(data.get("product"))
    if not found:
        return NoProduct(product, ())
    connection, title = found.get("variants"), text(found.get("title"))
    every = nodes(connection)
    wanted = variant or sku
    chosen = _chosen(every, wanted) if wanted else every
    if not chosen:
        raise refused(
            ReasonCode.NO_VARIANT_BUT,
            product=title,
            variant=str(wanted)[:80],
            variants=listed_variants(every),
            outside=True,
        )
    return FoundVariants(product_id, title, chosen, every, bool(wanted), has_more(connection))


def variant_title(node: Mapping[str, Any]) -> str:
    """Return what a variant is called; blank for the only one of a product without variants."""
    return "" if node.get("title") == "Default Title" else text(node.get("title"))


def listed_variants(every: Sequence[Mapping[str, Any]]) -> str:
    """Return the first of some variants with price and id, for a person to choose from."""
    found = [f"{text(each.get('title'))} {text(each.get('price'))} ({short_id(each.get('id'))})" for each in every]
    return ", ".join(found[:20])


def refused(code: ReasonCode, *, outside: bool = False, **values: str | int) -> CallFailed:
    """Return the failure (validation) of what cannot be done as it is asked for; `outside` as the words are others'."""
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values), outside=outside)


async def _product_of(shop: Shop, given: str) -> tuple[str, str | None] | NoProduct:
    """Return the id of the product that is meant, and the SKU when it was meant by that."""
    if product_id := full_id("Product", given):
        return product_id, None
    data = await shop.ask(NAMED, {"query": products(given)})
    wanted = plain(given)
    by_sku = [each for each in nodes(data.get("productVariants")) if plain(text(each.get("sku"))) == wanted]
    if len(by_sku) == 1:
        return text(mapping(by_sku[0].get("product")).get("id")), text(by_sku[0].get("sku"))
    found = nodes(data.get("products"))
    same = [each for each in found if plain(text(each.get("title"))) == wanted]
    same = same or [each for each in found if _of_one(text(each.get("title"))) == _of_one(given)]
    if len(same) == 1:
        return text(same[0].get("id")), None
    if same:
        listed = ", ".join(f"{text(each.get('title'))} ({short_id(each.get('id'))})" for each in same[:10])
        raise refused(ReasonCode.SEVERAL_PRODUCTS, name=given[:80], products=listed, outside=True)
    return NoProduct(given, tuple((text(each.get("title")), short_id(each.get("id"))) for each in found))


def _chosen(every: Sequence[Mapping[str, Any]], wanted: str) -> Sequence[Mapping[str, Any]]:
    said = plain(wanted)
    return [
        each
        for each in every
        if said in (plain(text(each.get("title"))), plain(text(each.get("sku"))), short_id(each.get("id")))
    ]


def _of_one(title: str) -> str:
    """Return a title with each word as it is said of one: "red shirts" is the title "Red shirt"."""
    return " ".join(singular(word) for word in plain(title).split())
