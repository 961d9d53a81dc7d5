"""What Shopify refuses, in sentences that people can act on."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bailiwick.core.resilience import CallFailed, ErrorClass

LONGEST_WORDS = 300
"""Characters of Shopify's own words that are passed on."""

STATUSES: Mapping[int, tuple[ErrorClass, str]] = {
    401: (ErrorClass.AUTHENTICATION, "{shop} does not take its token. Replace it under Settings, Stores."),
    402: (ErrorClass.TOOL, "{shop} is frozen: Shopify waits for its bill to be paid."),
    403: (ErrorClass.AUTHENTICATION, "{shop} does not let this token in. Check the app's access in Shopify."),
    404: (ErrorClass.TOOL, "Shopify knows no store at {shop}, or no longer this version of its API."),
    423: (ErrorClass.TOOL, "{shop} is locked by Shopify; its owner has to write to Shopify's support."),
    429: (ErrorClass.RATE_LIMIT, "{shop} asks for a pause: too much was asked of it. Try again in a minute."),
    430: (ErrorClass.RATE_LIMIT, "{shop} asks for a pause: too much was asked of it. Try again in a minute."),
}
"""By HTTP status."""
CODES: Mapping[str, tuple[ErrorClass, str]] = {
    "THROTTLED": (ErrorClass.RATE_LIMIT, "{shop} asks for a pause: too much was asked of it. Try again in a minute."),
    "SHOP_INACTIVE": (ErrorClass.TOOL, "{shop} is closed at present."),
    "MAX_COST_EXCEEDED": (ErrorClass.VALIDATION, "That is more than {shop} gives at once; ask for less."),
    "INTERNAL_SERVER_ERROR": (ErrorClass.NETWORK, "Shopify has a fault of its own at present; try again."),
}
"""By the code of a GraphQL error."""
APP_REFUSALS: Mapping[str, str] = {
    "app_not_installed": "The app is not installed in {shop}; install it there and try again.",
    "shop_not_permitted": "The app and {shop} do not belong to the same organisation, so its id and secret open "
    "nothing there; use an access token.",
}
"""By the code that Shopify gives when an app's id and secret are not taken."""


def of_status(shop: str, status: int) -> CallFailed:
    """Return the failure that an HTTP status is."""
    if status in STATUSES:
        kind, sentence = STATUSES[status]
        return CallFailed(kind, sentence.format(shop=shop))
    if status >= 500:
        return CallFailed(ErrorClass.NETWORK, f"Shopify has a fault of its own at present ({status}); try again.")
    return CallFailed(ErrorClass.TOOL, f"{shop} answered {status}, which it should not.")


def of_errors(shop: str, errors: Sequence[Any]) -> CallFailed:
    """Return the failure that the errors of a GraphQL answer are."""
    first = cast("Mapping[str, Any]", errors[0]) if errors and isinstance(errors[0], Mapping) else {}
    extensions = first.get("extensions")
    code = str(cast("Mapping[str, Any]", extensions).get("code", "")) if isinstance(extensions, Mapping) else ""
    if code == "ACCESS_DENIED":
        scope = next((scope for scope in str(first.get("message", "")).split("`") if _is_scope(scope)), None)
        may = f"Give its app the scope {scope}" if scope else "Give its app the access it lacks (customers need more)"
        return CallFailed(ErrorClass.AUTHENTICATION, f"The token of {shop} may not do this. {may} in Shopify.")
    if code in CODES:
        kind, sentence = CODES[code]
        return CallFailed(kind, sentence.format(shop=shop))
    return CallFailed(ErrorClass.TOOL, f"{shop} refused: {words(first.get('message'))}", outside=True)


def of_user_errors(shop: str, errors: Sequence[Any]) -> CallFailed:
    """Return the failure of a change that Shopify did not accept as it was given."""
    said = [words(cast("Mapping[str, Any]", each).get("message")) for each in errors[:3] if isinstance(each, Mapping)]
    return CallFailed(
        ErrorClass.VALIDATION, f"{shop} did not accept the change: {' '.join(said) or 'no reason given.'}", outside=True
    )


def of_app(shop: str, status: int, answer: Any) -> CallFailed:
    """Return the failure that an app's id and secret are not taken."""
    code = str(cast("Mapping[str, Any]", answer).get("error", "")) if isinstance(answer, Mapping) else ""
    if code in APP_REFUSALS:
        return CallFailed(ErrorClass.AUTHENTICATION, APP_REFUSALS[code].format(shop=shop))
    if status in (400, 401, 403):
        return CallFailed(ErrorClass.AUTHENTICATION, f"{shop} does not take this client id and secret.")
    return of_status(shop, status)


def words(text: Any) -> str:
    """Return Shopify's own words on one line, cut where they are long."""
    line = " ".join("".join(each if each.isprintable() else " " for each in str(text or "no reason given")).split())
    return line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}…"


def _is_scope(text: str) -> bool:
    return text.startswith(("read_", "write_")) and len(text) < 60 and text.replace("_", "").isalpha()
