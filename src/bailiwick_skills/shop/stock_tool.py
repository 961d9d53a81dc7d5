"""Changes the stock of a product in the person's Shopify store, once they agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    SHOWN,
    FoundThing,
    ReasonCode,
    Tool,
    ToolContext,
    changed_since,
    not_there,
    own_service,
    skill_tool,
)
from bailiwick_skills.shop.answers import short_id
from bailiwick_skills.shop.facts import ShopFacts, facts_of
from bailiwick_skills.shop.naming import NoProduct, refused
from bailiwick_skills.shop.opening import StoreOpener
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stock import Stocked, find_stocked, write_stock
from bailiwick_skills.shop.stock_requests import StockReader

MOST = 1_000_000
"""Pieces."""


@dataclass(frozen=True, slots=True)
class _StockChange:
    """A change of the stock, and what it is about as that was read just now."""

    shop: Shop
    facts: ShopFacts
    stocked: Stocked | NoProduct
    quantity: int | None
    """How many there are to be; None where they are changed `by` so many."""
    by: int

    @property
    def found(self) -> Sequence[FoundThing]:
        """What is about to be changed, with the store and the location that it is in; nothing if it is so already."""
        stocked = self.stocked
        if isinstance(stocked, NoProduct) or stocked.available == self.quantity:
            return []
        return [
            FoundThing.of(
                "stock",
                stocked.id,
                stocked.title,
                f"{self.facts.name} ({self.facts.domain})\n{stocked.location}",
                old_value=str(stocked.available),
                new_value=str(self.after(stocked.available)),
            )
        ]

    def after(self, before: int) -> int:
        """Return how many there will be, of so many before."""
        return before + self.by if self.quantity is None else self.quantity


def stock_tool(opening: StoreOpener) -> Tool:
    """Return `shopifyUpdateStock`."""

    async def looked_up(
        context: ToolContext,
        product: str | None = None,
        quantity: int | None = None,
        change: int | None = None,
        variant: str | None = None,
        location: str | None = None,
        store: str | None = None,
    ) -> _StockChange:
        """Return what a change is about. Raises `CallFailed` where it cannot be made as it is asked for."""
        if quantity is not None and change is not None:
            raise refused(ReasonCode.GIVE_ONE_OF, names="quantity, change")
        shop = await opening.one(context, store)
        facts = await facts_of(shop)
        stocked = await find_stocked(shop, product, variant, location)
        if not isinstance(stocked, NoProduct) and quantity is None and not change:
            raise refused(ReasonCode.STOCK_HOW_MANY)
        return _StockChange(shop, facts, stocked, quantity, change or 0)

    async def found(context: ToolContext, **asked: Any) -> Sequence[FoundThing]:
        planned = await looked_up(context, **asked)
        stocked = planned.stocked
        if not isinstance(stocked, NoProduct) and planned.by < 0 and planned.after(stocked.available) < 0:
            raise refused(
                ReasonCode.STOCK_BELOW_ZERO, product=stocked.title, count=max(stocked.available, 0), outside=True
            )
        return planned.found

    @skill_tool(
        idempotent=True,
        destructive=True,
        open_world=True,
        opens=own_service,
        finds=found,
        approval=True,
        timeout=180.0,
        recogniser=StockReader(),
    )
    async def shopifyUpdateStock(
        context: ToolContext,
        product: Annotated[
            str | None, Field(min_length=1, max_length=200, description="Id, title or SKU of the product.")
        ] = None,
        quantity: Annotated[
            int | None, Field(ge=0, le=MOST, description="How many pieces there are to be; or else `change`.")
        ] = None,
        change: Annotated[
            int | None,
            Field(ge=-MOST, le=MOST, description="How many pieces are added; negative for pieces taken out."),
        ] = None,
        variant: Annotated[
            str | None, Field(min_length=1, max_length=200, description="Id, title or SKU of one variant of it.")
        ] = None,
        location: Annotated[
            str | None,
            Field(min_length=1, max_length=200, description="Name of the location; not needed where there is one."),
        ] = None,
        store: Annotated[
            str | None, Field(max_length=200, description="Name or domain; left out for the default store.")
        ] = None,
    ) -> dict[str, Any]:
        """Set or change how many pieces of a product can be sold, in the person's Shopify store.

        A person approves each call and sees how many there are before and after; if that has changed meanwhile, nothing
        is done. Returns store, product, variant, location, before, after and changed (false when it was so already).
        The same call with the `store` that is returned and as `change` before minus after undoes it. If no product is
        called so, found is false, and near has the titles that may be meant; ask which one, and do not choose yourself.
        """
        planned = await looked_up(context, product, quantity, change, variant, location, store)
        head = {"store": planned.facts.domain, "name": planned.facts.name}
        stocked = planned.stocked
        if isinstance(stocked, NoProduct):
            near = [{"title": title, "id": product_id} for title, product_id in stocked.near[:SHOWN]]
            return not_there(stocked.asked, [title for title, _ in stocked.near], **head, products=near)
        before, after, changed = await _carried_out(context, planned, stocked)
        return {
            **head,
            "product": stocked.product,
            "productId": short_id(stocked.product_id),
            "variant": stocked.variant if stocked.several else "",
            "variantId": short_id(stocked.variant_id),
            "location": stocked.location,
            "severalLocations": stocked.elsewhere,
            "before": before,
            "after": after,
            "changed": changed,
        }

    return shopifyUpdateStock


async def _carried_out(context: ToolContext, planned: _StockChange, stocked: Stocked) -> tuple[int, int, bool]:
    """Return how many there were and are, and whether that is another number.

    What a person was shown is what Shopify compares with, also when the call is made again after a crash. Raises
    `CallFailed` where there are no longer so many.
    """
    now = stocked.available
    before = _agreed(context, planned, stocked)
    if before is None and now == planned.quantity:
        return now, now, False
    if before is None and planned.quantity is not None:
        before = now
    done = await write_stock(planned.shop, stocked, before, to=planned.quantity, by=planned.by, key=context.call_id)
    if not done:
        if now == planned.quantity:
            return now, now, False
        raise changed_since()
    if before is not None:
        return before, planned.after(before), True
    # Added to whatever there was: perhaps before, by the same call, so what there is now is what it led to.
    read = await find_stocked(
        planned.shop, short_id(stocked.product_id), short_id(stocked.variant_id), short_id(stocked.location_id)
    )
    after = planned.after(now) if isinstance(read, NoProduct) else read.available
    return after - planned.by, after, True


def _agreed(context: ToolContext, planned: _StockChange, stocked: Stocked) -> int | None:
    """Return how many there were as a person was shown it; None if nobody had to agree, or to nothing.

    Raises `CallFailed` where it was about something else.
    """
    if context.found is None:
        return None
    shown = next((each for each in context.found if each.id == stocked.id and each.title == stocked.title), None)
    if shown is not None and shown.old_value is not None:
        return int(shown.old_value)
    if stocked.available != planned.quantity:
        raise changed_since()
    return None
