"""Writes searches in Shopify's search syntax, whatever the words hold that are looked for."""

from datetime import UTC
from typing import Literal

from bailiwick_skills.shop.periods import Days

OrderStatus = Literal[
    "open", "closed", "cancelled", "unfulfilled", "fulfilled", "unpaid", "paid", "refunded", "partially_refunded"
]
ORDER_STATUSES: dict[OrderStatus, str] = {
    "open": "status:open",
    "closed": "status:closed",
    "cancelled": "status:cancelled",
    "unfulfilled": "status:open AND fulfillment_status:unfulfilled",
    "fulfilled": "fulfillment_status:fulfilled",
    "unpaid": "status:open AND financial_status:pending",
    "paid": "financial_status:paid",
    "refunded": "financial_status:refunded",
    "partially_refunded": "financial_status:partially_refunded",
}
ProductStatus = Literal["active", "draft", "archived"]


def quoted(text: str) -> str:
    """Return words as one phrase that means nothing but itself."""
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'


def words(text: str) -> str:
    """Return a search for texts that hold every word of `text`, also as the beginning of a longer word; a plural in s
    finds the singular."""
    found = "".join(each if each.isalnum() or each in "_-'" else " " for each in text).split()
    terms = [f"{singular(word)}*" if word.isalnum() else quoted(word) for word in found[:12]]
    return " AND ".join(terms)


def singular(word: str) -> str:
    """Return a word without the s of its plural."""
    return word[:-1] if len(word) > 3 and word[-1] in "sS" and word[-2] not in "sS" else word


def products(text: str) -> str:
    """Return a search for products by title, vendor, type or tag, or by SKU."""
    free = words(text)
    sku = f"sku:{quoted(text)}"
    return f"({free}) OR {sku}" if free else sku


def within(days: Days) -> str:
    """Return a search for what was made on these days."""
    start, end = days.start.astimezone(UTC), days.end.astimezone(UTC)
    return f"created_at:>='{start:%Y-%m-%dT%H:%M:%SZ}' AND created_at:<'{end:%Y-%m-%dT%H:%M:%SZ}'"


def both(*parts: str | None) -> str | None:
    """Return a search for what fits all parts; nothing when there are none."""
    given = [part for part in parts if part]
    return " AND ".join(f"({part})" for part in given) if len(given) > 1 else given[0] if given else None
