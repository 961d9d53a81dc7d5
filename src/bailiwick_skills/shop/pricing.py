"""Finds what a price belongs to, and changes it: read first, written once, never over a price nobody expected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
)
from bailiwick_skills.money.amounts import places, plain
from bailiwick_skills.shop.answers import decimal, full_id, has_more, mapping, next_page, nodes, short_id, text
from bailiwick_skills.shop.failures import of_user_errors
from bailiwick_skills.shop.queries import NAMED, PRICES, PRODUCT, SET_PRICES, VARIANT
from bailiwick_skills.shop.searches import products
from bailiwick_skills.shop.shop import Shop

HIGHEST = Decimal(10) ** 12


@dataclass(frozen=True, slots=True)
class Priced:
    """One variant and its price."""

    id: str
    title: str
    price: Decimal
    compare_at: Decimal | None


@dataclass(frozen=True, slots=True)
class Target:
    """The variants of one product whose price is meant."""

    product_id: str
    product: str
    variants: Sequence[Priced]
    several: bool
    """Whether the product has more variants than one."""


@dataclass(frozen=True, slots=True)
class NoProduct:
    """There is no product of the title, SKU or id that was asked for."""

    asked: str
    near: Sequence[tuple[str, str]]
    """Title and id of those that are like it."""


def price_of(written: str, currency: str, name: str = "price") -> Decimal:
    """Return a price as it was given: `19.99`. Raises `CallFailed` (validation)."""
    try:
        price = Decimal(written.strip())
    except InvalidOperation:
        price = Decimal("NaN")
    if not price.is_finite() or not 0 <= price < HIGHEST:
        raise _refused(ReasonCode.PRICE_IS_AMOUNT, name=name)
    if price != price.quantize(Decimal(1).scaleb(-places(currency))):
        raise _refused(ReasonCode.PRICE_TOO_FINE, name=name, currency=currency)
    return price


async def find(shop: Shop, product: str | None, variant: str | None) -> Target | NoProduct:
    """Return what is meant by ids, titles or a SKU. Raises `CallFailed` (validation) when it is not one thing."""
    if variant is not None and (variant_id := full_id("ProductVariant", variant)):
        data = await shop.ask(VARIANT, {"id": variant_id})
        found = mapping(data.get("productVariant"))
        if found:
            owner = mapping(found.get("product"))
            return Target(text(owner.get("id")), text(owner.get("title")), [_priced(found)], several=True)
        if product is None:
            raise _refused(ReasonCode.NO_VARIANT, product=shop.domain, variant=variant)
    if product is None:
        raise _refused(ReasonCode.SAY_WHICH_PRODUCT)
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
        raise _refused(
            ReasonCode.NO_VARIANT_BUT, product=title, variant=str(wanted)[:80], variants=_choice(every), outside=True
        )
    prices = {(decimal(each.get("price")), each.get("compareAtPrice")) for each in chosen}
    if has_more(connection) and not wanted:
        raise _refused(ReasonCode.MANY_VARIANTS, product=title, outside=True)
    if len(prices) > 1:
        raise _refused(ReasonCode.PRICES_DIFFER, product=title, variants=_choice(every), outside=True)
    return Target(product_id, title, [_priced(each) for each in chosen], several=len(every) > 1)


async def set_price(shop: Shop, target: Target, price: Decimal, compare_at: Decimal | None) -> None:
    """Write the price of all variants of a target; nothing else of them changes. Raises `CallFailed`."""
    await write_prices(shop, target.product_id, [(each, price) for each in target.variants], compare_at)


async def write_prices(
    shop: Shop, product_id: str, prices: Sequence[tuple[Priced, Decimal]], compare_at: Decimal | None = None
) -> None:
    """Write prices of variants of one product; nothing else of them changes. Raises `CallFailed`."""
    changes: list[Mapping[str, Any]] = [
        {"id": each.id, "price": f"{price:f}", **({} if compare_at is None else {"compareAtPrice": f"{compare_at:f}"})}
        for each, price in prices
    ]
    data = await shop.ask(SET_PRICES, {"product": product_id, "variants": changes}, again=False)
    answer = mapping(data.get("productVariantsBulkUpdate"))
    refused = answer.get("userErrors")
    if isinstance(refused, list) and refused:
        raise of_user_errors(shop.domain, refused)
    written = answer.get("productVariants")
    now = {text(mapping(each).get("id")): mapping(each) for each in written} if isinstance(written, list) else {}
    if any(each.id not in now or decimal(now[each.id].get("price")) != price for each, price in prices):
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.PRICE_UNCONFIRMED, shop=shop.domain))


async def active_products(shop: Shop, most: int) -> Sequence[Target]:
    """Return all products on sale with the prices of their variants.

    Raises `CallFailed` (validation) where there are more than `most`, or one has more than twenty variants.
    """
    found: list[Target] = []
    after: str | None = None
    while True:
        connection = (await shop.ask(PRICES, {"after": after})).get("products")
        for each in nodes(connection):
            title, variants = text(each.get("title")), each.get("variants")
            if has_more(variants):
                raise _refused(ReasonCode.MANY_VARIANTS, product=title, outside=True)
            priced = [_priced(variant) for variant in nodes(variants)]
            found.append(Target(text(each.get("id")), title, priced, several=len(priced) > 1))
        after = next_page(connection)
        if len(found) > most or (after and len(found) == most):
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TOO_MANY_PRODUCTS, most=most))
        if not after:
            return found


def told(target: Target, currency: str) -> Sequence[Mapping[str, Any]]:
    """Return the variants of a target with their prices as they were read."""
    return [
        {
            "id": short_id(each.id),
            "title": each.title,
            "price": plain(each.price, currency),
            "compareAt": None if each.compare_at is None else plain(each.compare_at, currency),
        }
        for each in target.variants
    ]


async def _product_of(shop: Shop, given: str) -> tuple[str, str | None] | NoProduct:
    """Return the id of the product that is meant, and the SKU when it was meant by that."""
    if product_id := full_id("Product", given):
        return product_id, None
    data = await shop.ask(NAMED, {"query": products(given)})
    wanted = _folded(given)
    by_sku = [each for each in nodes(data.get("productVariants")) if _folded(text(each.get("sku"))) == wanted]
    if len(by_sku) == 1:
        return text(mapping(by_sku[0].get("product")).get("id")), text(by_sku[0].get("sku"))
    found = nodes(data.get("products"))
    same = [each for each in found if _folded(text(each.get("title"))) == wanted]
    if len(same) == 1:
        return text(same[0].get("id")), None
    if same:
        listed = ", ".join(f"{text(each.get('title'))} ({short_id(each.get('id'))})" for each in same[:10])
        raise _refused(ReasonCode.SEVERAL_PRODUCTS, name=given[:80], products=listed, outside=True)
    return NoProduct(given, tuple((text(each.get("title")), short_id(each.get("id"))) for each in found))


def _chosen(every: Sequence[Mapping[str, Any]], wanted: str) -> Sequence[Mapping[str, Any]]:
    folded = _folded(wanted)
    return [
        each
        for each in every
        if folded in (_folded(text(each.get("title"))), _folded(text(each.get("sku"))), short_id(each.get("id")))
    ]


def _choice(every: Sequence[Mapping[str, Any]]) -> str:
    listed = [f"{text(each.get('title'))} {text(each.get('price'))} ({short_id(each.get('id'))})" for each in every]
    return ", ".join(listed[:20])


def _priced(node: Mapping[str, Any]) -> Priced:
    compare = node.get("compareAtPrice")
    title = "" if node.get("title") == "Default Title" else text(node.get("title"))
    return Priced(
        text(node.get("id")), title, decimal(node.get("price")), None if compare is None else decimal(compare)
    )


def _folded(words: str) -> str:
    return " ".join(words.split()).casefold()


def _refused(code: ReasonCode, *, outside: bool = False, **values: str) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values), outside=outside)
