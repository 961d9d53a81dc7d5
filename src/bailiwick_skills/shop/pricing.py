"""Changes prices: read first, written once, never over a price nobody expected."""

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
from bailiwick_skills.shop.answers import decimal, has_more, mapping, next_page, nodes, short_id, text
from bailiwick_skills.shop.failures import of_user_errors
from bailiwick_skills.shop.naming import NoProduct, find_variants, listed_variants, refused, variant_title
from bailiwick_skills.shop.queries import PRICES, SET_PRICES
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


def price_of(written: str, currency: str, name: str = "price") -> Decimal:
    """Return a price as it was given: `19.99`. Raises `CallFailed` (validation)."""
    try:
        price = Decimal(written.strip())
    except InvalidOperation:
        price = Decimal("NaN")
    if not price.is_finite() or not 0 <= price < HIGHEST:
        raise refused(ReasonCode.PRICE_IS_AMOUNT, name=name)
    if price != price.quantize(Decimal(1).scaleb(-places(currency))):
        raise refused(ReasonCode.PRICE_TOO_FINE, name=name, currency=currency)
    return price


async def find(shop: Shop, product: str | None, variant: str | None) -> Target | NoProduct:
    """Return what is meant by ids, titles or a SKU. Raises `CallFailed` (validation) when it is not one thing."""
    found = await find_variants(shop, product, variant)
    if isinstance(found, NoProduct):
        return found
    if found.more and not found.named:
        raise refused(ReasonCode.MANY_VARIANTS, product=found.product, outside=True)
    prices = {(decimal(each.get("price")), each.get("compareAtPrice")) for each in found.chosen}
    if len(prices) > 1:
        variants = listed_variants(found.every)
        raise refused(ReasonCode.PRICES_DIFFER, product=found.product, variants=variants, outside=True)
    return Target(found.product_id, found.product, [_priced(each) for each in found.chosen], several=found.several)


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
                raise refused(ReasonCode.MANY_VARIANTS, product=title, outside=True)
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


def _priced(node: Mapping[str, Any]) -> Priced:
    compare = node.get("compareAtPrice")
    crossed_out = None if compare is None else decimal(compare)
    return Priced(text(node.get("id")), variant_title(node), decimal(node.get("price")), crossed_out)
