"""What a shop says of itself: name, currency, time zone, and what its token may do."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
    as_data,
)
from bailiwick_skills.shop.answers import mapping, text
from bailiwick_skills.shop.periods import SHORT_HISTORY, Days
from bailiwick_skills.shop.queries import SHOP
from bailiwick_skills.shop.shop import Shop


@dataclass(frozen=True, slots=True)
class ShopFacts:
    """A shop as it describes itself."""

    domain: str
    name: str
    zone: str
    """IANA name of its time zone."""
    currency: str
    """ISO 4217 code of what it counts in."""
    scopes: tuple[str, ...]
    """What the token may do."""


async def facts_of(shop: Shop) -> ShopFacts:
    """Ask a shop for its name and what the token may do. Raises `CallFailed`."""
    data = await shop.ask(SHOP, {})
    found = mapping(data.get("shop"))
    granted = mapping(data.get("currentAppInstallation")).get("accessScopes")
    name, zone, currency = (text(found.get(field)) for field in ("name", "ianaTimezone", "currencyCode"))
    if not name or not zone or len(currency) != 3:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_NO_DATA, shop=shop.domain))
    scopes = tuple(text(mapping(each).get("handle")) for each in granted) if isinstance(granted, list) else ()
    return ShopFacts(shop.domain, name, zone, currency, scopes)


def history_note(facts: ShopFacts, days: Days | None, now: datetime) -> dict[str, Any] | None:
    """Return what may be missing: without a scope of its own an app sees only the orders of the last 60 days."""
    if days is None or "read_all_orders" in facts.scopes or (now - days.start).days <= SHORT_HISTORY:
        return None
    return as_data(Reason.of(ReasonCode.STORE_SHORT_HISTORY, count=SHORT_HISTORY))
