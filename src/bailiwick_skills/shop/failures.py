"""What Shopify refuses, in sentences that people can act on."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
)

LONGEST_WORDS = 300
"""Characters of Shopify's own words that are passed on."""

STATUSES: Mapping[int, tuple[ErrorClass, ReasonCode]] = {
    401: (ErrorClass.AUTHENTICATION, ReasonCode.STORE_KEY_REFUSED),
    402: (ErrorClass.TOOL, ReasonCode.STORE_FROZEN),
    403: (ErrorClass.AUTHENTICATION, ReasonCode.STORE_LETS_NOT_IN),
    404: (ErrorClass.TOOL, ReasonCode.STORE_UNKNOWN),
    423: (ErrorClass.TOOL, ReasonCode.STORE_LOCKED),
    429: (ErrorClass.RATE_LIMIT, ReasonCode.STORE_ASKS_PAUSE),
    430: (ErrorClass.RATE_LIMIT, ReasonCode.STORE_ASKS_PAUSE),
}
"""By HTTP status."""
CODES: Mapping[str, tuple[ErrorClass, ReasonCode]] = {
    "THROTTLED": (ErrorClass.RATE_LIMIT, ReasonCode.STORE_ASKS_PAUSE),
    "SHOP_INACTIVE": (ErrorClass.TOOL, ReasonCode.STORE_CLOSED),
    "MAX_COST_EXCEEDED": (ErrorClass.VALIDATION, ReasonCode.STORE_GIVES_LESS),
    "INTERNAL_SERVER_ERROR": (ErrorClass.NETWORK, ReasonCode.SHOPIFY_FAULT),
}
"""By the code of a GraphQL error."""
APP_REFUSALS: Mapping[str, ReasonCode] = {
    "app_not_installed": ReasonCode.APP_NOT_INSTALLED,
    "shop_not_permitted": ReasonCode.APP_OF_ANOTHER,
}
"""By the code that Shopify gives when an app's id and secret are not taken."""


def of_status(shop: str, status: int) -> CallFailed:
    """Return the failure that an HTTP status is."""
    if status in STATUSES:
        kind, reason = STATUSES[status]
        return CallFailed(kind, Reason.of(reason, shop=shop))
    if status >= 500:
        return CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.SHOPIFY_FAULT))
    return CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_STATUS, service=shop, status=status))


def of_errors(shop: str, errors: Sequence[Any]) -> CallFailed:
    """Return the failure that the errors of a GraphQL answer are."""
    first = cast("Mapping[str, Any]", errors[0]) if errors and isinstance(errors[0], Mapping) else {}
    extensions = first.get("extensions")
    code = str(cast("Mapping[str, Any]", extensions).get("code", "")) if isinstance(extensions, Mapping) else ""
    if code == "ACCESS_DENIED":
        scope = next((scope for scope in str(first.get("message", "")).split("`") if _is_scope(scope)), None)
        lacks = Reason.of(ReasonCode.STORE_NEEDS_ACCESS, shop=shop)
        if scope:
            lacks = Reason.of(ReasonCode.STORE_NEEDS_SCOPE, shop=shop, scope=scope)
        return CallFailed(ErrorClass.AUTHENTICATION, lacks)
    if code in CODES:
        kind, reason = CODES[code]
        return CallFailed(kind, Reason.of(reason, shop=shop))
    said = Reason.of(ReasonCode.STORE_REFUSED, shop=shop, words=words(first.get("message")))
    return CallFailed(ErrorClass.TOOL, said, outside=True)


def of_user_errors(shop: str, errors: Sequence[Any]) -> CallFailed:
    """Return the failure of a change that Shopify did not accept as it was given."""
    said = [words(cast("Mapping[str, Any]", each).get("message")) for each in errors[:3] if isinstance(each, Mapping)]
    reason = Reason.of(ReasonCode.STORE_NOT_CHANGED, shop=shop, words=" ".join(said) or "…")
    return CallFailed(ErrorClass.VALIDATION, reason, outside=True)


def of_app(shop: str, status: int, answer: Any) -> CallFailed:
    """Return the failure that an app's id and secret are not taken."""
    code = str(cast("Mapping[str, Any]", answer).get("error", "")) if isinstance(answer, Mapping) else ""
    if code in APP_REFUSALS:
        return CallFailed(ErrorClass.AUTHENTICATION, Reason.of(APP_REFUSALS[code], shop=shop))
    if status in (400, 401, 403):
        return CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.APP_REFUSED, shop=shop))
    return of_status(shop, status)


def words(text: Any) -> str:
    """Return Shopify's own words on one line, cut where they are long."""
    line = " ".join("".join(each if each.isprintable() else " " for each in str(text or "…")).split())
    return line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}…"


def _is_scope(text: str) -> bool:
    return text.startswith(("read_", "write_")) and len(text) < 60 and text.replace("_", "").isalpha()
