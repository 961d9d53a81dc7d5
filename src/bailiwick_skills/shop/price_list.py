"""Raises or lowers all prices of a store by a share of them, as a person agreed to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    FoundThing,
    Language,
    Reason,
    ReasonCode,
    Recognition,
    Request,
    Tool,
    ToolContext,
    as_data,
    own_service,
    reason_of,
    skill_tool,
    trouble,
    unchanged,
)
from bailiwick_skills.money.amounts import plain, rounded, spoken
from bailiwick_skills.shop import answers
from bailiwick_skills.shop.facts import ShopFacts, facts_of
from bailiwick_skills.shop.opening import StoreOpener
from bailiwick_skills.shop.phrases import LONGEST_REQUEST, SENTENCES
from bailiwick_skills.shop.pricing import Priced, Target, active_products, write_prices
from bailiwick_skills.shop.shop import Shop

MOST_PRODUCTS = 200
SHOWN = 10
"""Products whose prices an answer names."""


@dataclass(frozen=True, slots=True)
class NewPrices:
    """What a product costs in each variant, and what it is to cost."""

    target: Target
    prices: Sequence[tuple[Priced, Decimal]]
    currency: str

    @property
    def old(self) -> Mapping[str, str]:
        """Its lowest and its highest price as they are."""
        return self._range([each.price for each, _ in self.prices])

    @property
    def new(self) -> Mapping[str, str]:
        """Its lowest and its highest price as they will be."""
        return self._range([price for _, price in self.prices])

    def found(self, facts: ShopFacts) -> FoundThing:
        """Return the product as the person who agrees to it sees it."""
        shown = "\n".join(f"{each.title} {plain(each.price, self.currency)}".strip() for each, _ in self.prices)
        return FoundThing.of(
            "price",
            answers.short_id(self.target.product_id),
            self.target.product,
            f"{facts.name} ({facts.domain})\n{shown}",
            old_value=f"{_between(self.old)} {self.currency}",
            new_value=f"{_between(self.new)} {self.currency}",
        )

    def _range(self, prices: Sequence[Decimal]) -> Mapping[str, str]:
        return {"low": plain(min(prices), self.currency), "high": plain(max(prices), self.currency)}


def price_list_tool(opening: StoreOpener) -> Tool:
    """Return `shopifyChangeAllPrices`."""

    async def looked_up(
        context: ToolContext, percent: float, store: str | None
    ) -> tuple[Shop, ShopFacts, Sequence[NewPrices]]:
        shop = await opening.one(context, store)
        facts = await facts_of(shop)
        factor = 1 + Decimal(str(percent)) / 100
        changes: list[NewPrices] = []
        for target in await active_products(shop, MOST_PRODUCTS):
            prices = [(each, rounded(each.price * factor, facts.currency)) for each in target.variants]
            if lost := next((each for each, price in prices if each.price and not price), None):
                raise CallFailed(
                    ErrorClass.VALIDATION,
                    Reason.of(
                        ReasonCode.PRICE_WOULD_BE_ZERO,
                        product=target.product,
                        price=f"{plain(lost.price, facts.currency)} {facts.currency}",
                    ),
                    outside=True,
                )
            if any(each.price != price for each, price in prices):
                changes.append(NewPrices(target, prices, facts.currency))
        return shop, facts, changes

    async def found(context: ToolContext, percent: float, store: str | None = None) -> Sequence[FoundThing]:
        _, facts, changes = await looked_up(context, percent, store)
        return [each.found(facts) for each in changes]

    @skill_tool(
        destructive=True,
        open_world=True,
        opens=own_service,
        finds=found,
        approval=True,
        timeout=600.0,
        recogniser=PriceListReader(),
    )
    async def shopifyChangeAllPrices(
        context: ToolContext,
        percent: Annotated[
            float, Field(ge=-90, le=500, description="By how many percent; negative for lower prices. Like 10 or -5.")
        ],
        store: Annotated[
            str | None, Field(max_length=200, description="Name or domain; left out for the default store.")
        ] = None,
    ) -> dict[str, Any]:
        """Raise or lower the live prices of all products on sale in the person's Shopify store by a percentage.

        A person approves each call and sees every product with its old and new price. Prices are rounded as the
        currency is. Returns store, currency, changed (products with title, and of their old and new prices the lowest
        and the highest), left (how many were not changed) and problem (a code, why the rest was left; null when all are
        changed).
        """
        shop, facts, changes = await looked_up(context, percent, store)
        unchanged(context, [each.found(facts) for each in changes])
        done: list[NewPrices] = []
        problem: Reason | None = None
        for each in changes:
            try:
                await write_prices(shop, each.target.product_id, each.prices)
            except CallFailed as failure:
                if not done:
                    raise
                problem = reason_of(failure.said)
                if failure.outside:
                    context.reading.note_outside()
                break
            done.append(each)
        return {
            "name": facts.name,
            "domain": facts.domain,
            "currency": facts.currency,
            "percent": percent,
            "changed": [{"product": each.target.product, "old": each.old, "new": each.new} for each in done],
            "left": len(changes) - len(done),
            "problem": as_data(problem),
        }

    return shopifyChangeAllPrices


class PriceListReader:
    """Reads "raise all prices by 10%"."""

    def read(self, request: Request) -> Recognition | None:
        """Return by how many percent; nothing when the request is about something else."""
        if len(request.text) > LONGEST_REQUEST:
            return None
        core = request.core
        for intent, sign in (("all_prices", 1), ("all_prices_down", -1)):
            if found := SENTENCES.read(intent, core):
                percent = sign * float(found.slots["count"].replace(",", "."))
                return Recognition(arguments={"percent": percent}, confidence=0.97)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many prices are changed, and the first of them."""
        del arguments
        spanish, changed, currency = language == "es", result["changed"], result["currency"]
        if not changed:
            return (
                f"En {result['name']} no había ningún precio que cambiar."
                if spanish
                else f"{result['name']} has no price to change."
            )
        count = len(changed)
        percent = f"{result['percent']:+g} %".replace(".", "," if spanish else ".")
        head = (
            f"He cambiado los precios de {count} productos de {result['name']} ({percent}):"
            if spanish
            else f"The prices of {count} products in {result['name']} are changed ({percent}):"
        )
        lines: list[str] = []
        for each in changed[:SHOWN]:
            old, new = (_between(each[name], currency, language) for name in ("old", "new"))
            lines.append(f"- {each['product']}: {old} → {new}")
        if count > SHOWN:
            lines.append(f"- y {count - SHOWN} más" if spanish else f"- and {count - SHOWN} more")
        if result["left"]:
            why = trouble(result["problem"], language)
            lines.append(
                f"\n{result['left']} siguen igual: {why}" if spanish else f"\n{result['left']} are as they were: {why}"
            )
        return "\n".join([head, "", *lines])


def _between(prices: Mapping[str, str], currency: str = "", language: Language = "en") -> str:
    """Return the lowest and the highest price, or the only one; as programs read them without a currency."""
    written = [spoken(price, currency, language) if currency else price for price in prices.values()]
    return "–".join(dict.fromkeys(written))
