"""Reads what Shopify answers: values that are there or nothing, exact amounts, short ids."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, cast

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
)

GID = "gid://shopify/"


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object, or an empty one for anything else."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def nodes(connection: Any) -> Sequence[Mapping[str, Any]]:
    """Return what is on a page."""
    found = mapping(connection).get("nodes")
    return [mapping(each) for each in cast("list[Any]", found)] if isinstance(found, list) else ()


def next_page(connection: Any) -> str | None:
    """Return where the next page begins; nothing on the last one."""
    page = mapping(mapping(connection).get("pageInfo"))
    cursor = page.get("endCursor")
    return cursor if page.get("hasNextPage") is True and isinstance(cursor, str) and cursor else None


def has_more(connection: Any) -> bool:
    """Whether there is more than is on a page."""
    return mapping(mapping(connection).get("pageInfo")).get("hasNextPage") is True


def text(value: Any) -> str:
    """Return a text, blank when there is none."""
    return value if isinstance(value, str) else ""


def whole(value: Any) -> int:
    """Return a whole number; Shopify writes the largest ones as text."""
    try:
        return int(value) if isinstance(value, int | str) else 0
    except ValueError:
        return 0


def decimal(value: Any) -> Decimal:
    """Return an exact amount. Raises `CallFailed` (tool) for what is none: no sum is made up."""
    try:
        amount = Decimal(value) if isinstance(value, str | int) else Decimal("NaN")
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite():
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_GARBLED, service="Shopify"))
    return amount


def money(bag: Any) -> Decimal:
    """Return the amount of a money bag in the shop's currency; zero when there is none."""
    amount = mapping(mapping(bag).get("shopMoney")).get("amount")
    return Decimal(0) if amount is None else decimal(amount)


def moment(value: Any) -> datetime:
    """Return a time. Raises `CallFailed` (tool) for what is none."""
    try:
        at = datetime.fromisoformat(text(value))
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_GARBLED, service="Shopify"))
    return at


def short_id(value: Any) -> str:
    """Return the number of an id like `gid://shopify/Product/42`."""
    return text(value).rpartition("/")[2].partition("?")[0]


def full_id(kind: str, given: str) -> str | None:
    """Return the id of a `kind` from its number or the id itself; nothing when it is neither."""
    number = given.strip().removeprefix(f"{GID}{kind}/")
    return f"{GID}{kind}/{number}" if number.isascii() and number.isdigit() and len(number) <= 20 else None
