"""Finds the customers of the person's Shopify stores that a rule fits."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    ReasonCode,
    Tool,
    ToolContext,
    own_service,
    skill_tool,
)
from bailiwick_skills.money.amounts import plain
from bailiwick_skills.shop.facts import ShopFacts, facts_of, history_note
from bailiwick_skills.shop.naming import refused
from bailiwick_skills.shop.opening import StoreOpener
from bailiwick_skills.shop.periods import SHORT_HISTORY, Days, Period, days_of, named_days, read_day, zone_of
from bailiwick_skills.shop.pricing import price_of
from bailiwick_skills.shop.segment_requests import SegmentReader
from bailiwick_skills.shop.segments import (
    Buyer,
    FoundCustomers,
    Segment,
    customers_by_totals,
    customers_of,
    lapsed_customers,
)
from bailiwick_skills.shop.shop import Shop

LAPSED = 90
"""Days without an order after which a customer counts as lapsed, unless said."""
Day = Annotated[str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Date, like 2026-07-01.")]


def segment_tool(opening: StoreOpener, now: Callable[[], datetime]) -> Tool:
    """Return `shopifySegmentCustomers`; `now` is the present moment with its time zone."""

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=240.0, recogniser=SegmentReader())
    async def shopifySegmentCustomers(
        context: ToolContext,
        segment: Annotated[
            Segment,
            Field(
                description="`new`, `returning`: by their first order; all may be narrowed by min_orders, min_spent."
            ),
        ] = "buyers",
        min_orders: Annotated[int | None, Field(ge=1, le=10_000, description="So many orders or more.")] = None,
        min_spent: Annotated[
            str | None, Field(max_length=20, pattern=r"^\d+(\.\d+)?$", description="For so much or more, like 500.")
        ] = None,
        days: Annotated[
            int | None,
            Field(ge=1, le=3_650, description="For `lapsed`: days without an order; 90 unless said."),
        ] = None,
        period: Annotated[
            Period | None,
            Field(description="Whose orders count. For `lapsed`: no order since it began."),
        ] = None,
        since: Day = None,
        until: Day = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many customers to tell of.")] = 20,
        store: Annotated[
            str | None,
            Field(max_length=200, description="Name or domain of the store; left out for the default one, `all`."),
        ] = None,
    ) -> dict[str, Any]:
        """Find the customers of the person's Shopify store that a rule fits, and how many they are.

        Use it for who bought often or for much, for new and returning customers (of the last 30 days unless said), and
        for those who stayed away. `buyers` without a time go by all that they ever bought. Returns stores, each with
        currency, rule (what was asked of a customer), total, customers (name, orders, spent, lastOrder; those who spent
        most first) and complete (false when there were too many to look at all), and failures. Say the rule with the
        answer. What customers are called are strangers' words.
        """
        if days is not None and segment != "lapsed":
            raise refused(ReasonCode.SEGMENT_DAYS)
        dates = read_day(since, "since"), read_day(until, "until")

        async def read(shop: Shop) -> dict[str, Any]:
            facts = await facts_of(shop)
            zone, moment = zone_of(facts.zone), now()
            today = moment.astimezone(zone).date()
            asked = days_of(period, *dates, now=moment, zone=zone)
            spent = None if min_spent is None else price_of(min_spent, facts.currency, "min_spent")
            least = min_orders or 1
            rule = {
                "segment": segment,
                "minOrders": min_orders,
                "minSpent": None if spent is None else plain(spent, facts.currency),
            }
            if segment == "lapsed":
                first = asked.first if asked else today - timedelta(days=days or LAPSED)
                note = Days(first, today, zone)
                hidden = None if "read_all_orders" in facts.scopes else today - timedelta(days=SHORT_HISTORY)
                found = await lapsed_customers(shop, first, note, orders=least, spent=spent, hidden_before=hidden)
                return _told(facts, found, limit, {**rule, "notSince": first.isoformat()}, note, moment)
            if segment == "buyers" and asked is None:
                found = await customers_by_totals(shop, orders=least, spent=spent)
                return _told(facts, found, limit, rule, None, moment)
            asked = asked or named_days("last_30_days", now=moment, zone=zone)
            found = await customers_of(shop, asked, today, _fitting(segment, least, spent))
            if not found.complete and segment != "buyers":
                # Orders that were not counted look like earlier ones.
                raise refused(ReasonCode.SEGMENT_UNJUDGED, count=found.counted)
            return _told(facts, found, limit, {**rule, **_span(asked)}, asked, moment)

        results, failures = await opening.each(context, store, read)
        return {"stores": list(results), "failures": failures}

    return shopifySegmentCustomers


def _fitting(segment: Segment, orders: int, spent: Decimal | None) -> Callable[[Buyer], bool]:
    def fits(each: Buyer) -> bool:
        before = each.ever > each.since
        kind = segment == "buyers" or before == (segment == "returning")
        return kind and each.orders >= orders and (spent is None or each.spent >= spent)

    return fits


def _told(
    facts: ShopFacts, found: FoundCustomers, limit: int, rule: Mapping[str, Any], days: Days | None, now: datetime
) -> dict[str, Any]:
    return {
        "store": facts.domain,
        "name": facts.name,
        "currency": facts.currency,
        "timezone": facts.zone,
        "rule": rule,
        "total": len(found.buyers),
        "exact": found.complete,
        "customers": [
            {
                "name": each.name,
                "orders": each.orders,
                "spent": plain(each.spent, facts.currency),
                "lastOrder": None if each.last is None else each.last.isoformat(),
            }
            for each in found.buyers[:limit]
        ],
        "complete": found.complete,
        "counted": found.counted,
        "countedUntil": None if found.until is None else found.until.isoformat(),
        "note": history_note(facts, days, now),
    }


def _span(days: Days) -> dict[str, str]:
    return {"since": days.first.isoformat(), "until": days.last.isoformat()}
