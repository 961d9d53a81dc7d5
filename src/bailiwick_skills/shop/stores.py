"""Shopify stores: what is told about one, and how that is kept beside its credential."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from bailiwick.plugin import (
    Credential,
    InvalidInput,
    Lack,
    LackCode,
    Reason,
    ReasonCode,
    Record,
)

SUFFIX = ".myshopify.com"
KIND = "shopify"
"""Of the credentials that hold what opens a store; which one is the store's domain."""
MOST_STORES = 20
"""Of one person."""
LONGEST_SHOP = 60
"""Characters of a store's own part of its domain, and of its name as it is kept."""
USED_SCOPES = (
    "read_products",
    "write_products",
    "read_orders",
    "read_all_orders",
    "read_customers",
    "read_inventory",
    "write_inventory",
    "read_locations",
)
"""Access scopes that the tools make use of; others are not kept."""
SHOP = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST_SHOP - 2}}}[a-z0-9])?")


class StoreState(StrEnum):
    """How a store answered when it was last asked."""

    OK = "ok"
    REFUSED = "refused"
    """It did not take the token."""
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"
    """It has not been asked."""


REASONS = {
    StoreState.REFUSED: Reason.of(ReasonCode.STORE_DID_NOT_TAKE),
    StoreState.UNREACHABLE: Reason.of(ReasonCode.STORE_WAS_AWAY),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopifyStore(Record):
    """One store of a person; nothing of what opens it."""

    domain: str
    """Its address at Shopify, e.g. `candle-corner.myshopify.com`."""
    name: str | None
    """What its owner calls it; nothing before it was asked."""
    is_default: bool
    """Whether it is meant when a request names no store; exactly one is."""
    checked_at: datetime | None
    """When it was last asked."""
    state: StoreState
    reason: str | None
    """What is wrong and what to do; nothing when nothing is."""
    why: Reason | None
    """The same as a code with values; nothing where there is none."""
    scopes: tuple[str, ...]
    """Of what the tools use, what the token may do, e.g. `read_orders`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreLabel:
    """What is known of a store, as it is noted with its credential."""

    name: str | None = None
    default: bool = False
    state: StoreState = StoreState.UNKNOWN
    checked_at: datetime | None = None
    scopes: tuple[str, ...] = ()

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Self:
        """Return what was noted with a credential; a label that knows nothing where nothing was."""
        at = noted.get("checked_at")
        return cls(
            name=noted.get("name"),
            default=noted.get("default", False),
            state=StoreState(noted.get("state", StoreState.UNKNOWN)),
            checked_at=None if at is None else datetime.fromisoformat(at),
            scopes=used_scopes(noted.get("scopes", ())),
        )

    def write(self) -> Mapping[str, Any]:
        """Return what is to be noted."""
        return {
            "name": " ".join((self.name or "").split())[:LONGEST_SHOP].strip() or None,
            "default": self.default,
            "state": self.state,
            "checked_at": None if self.checked_at is None else self.checked_at.isoformat(timespec="seconds"),
            "scopes": list(used_scopes(self.scopes)),
        }


def used_scopes(granted: Iterable[str]) -> tuple[str, ...]:
    """Return what the tools use of the granted scopes; the right to write is the right to read too."""
    every = set(granted)
    every |= {scope.replace("write_", "read_", 1) for scope in every if scope.startswith("write_")}
    return tuple(scope for scope in USED_SCOPES if scope in every)


def shop_domain(text: str) -> str:
    """Return a store's domain at Shopify from it, its address or its own part alone.

    Raises `InvalidInput` (field `domain`) for anything else, so that a token goes to nobody but Shopify.
    """
    found = text.strip().lower().removeprefix("https://").removeprefix("http://").rstrip("/")
    found = found.removeprefix("admin.shopify.com/store/").removesuffix("/admin")
    shop = found.removesuffix(SUFFIX)
    if not SHOP.fullmatch(shop):
        raise InvalidInput(
            Reason.of(ReasonCode.STORE_ADDRESS),
            field="domain",
        )
    return shop + SUFFIX


def credential_name(domain: str) -> str:
    """Return the name of the credential that opens a store."""
    return Credential.name_of(KIND, domain)


def stores_among(credentials: Sequence[Credential]) -> Sequence[tuple[ShopifyStore, Credential]]:
    """Return the stores that a person's credentials open, the default first, then by domain."""
    found: list[tuple[str, StoreLabel, Credential]] = []
    for credential in credentials:
        if credential.kind == KIND and credential.which is not None and _is_domain(credential.which):
            found.append((credential.which, StoreLabel.read(credential.noted), credential))
    if not found:
        return ()
    # Without a chosen default, or with two chosen at once, it is the one that was added first.
    default, *_ = min(found, key=lambda each: (not each[1].default, each[2].created_at, each[0]))
    stores = [(_store(domain, label, domain == default), credential) for domain, label, credential in found]
    return sorted(stores, key=lambda each: (not each[0].is_default, each[0].domain))


def _is_domain(text: str) -> bool:
    return text.endswith(SUFFIX) and SHOP.fullmatch(text.removesuffix(SUFFIX)) is not None


def _store(domain: str, label: StoreLabel, is_default: bool) -> ShopifyStore:
    why = REASONS.get(label.state)
    return ShopifyStore(
        domain=domain,
        name=label.name,
        is_default=is_default,
        checked_at=label.checked_at,
        state=label.state,
        reason=why.text() if why else None,
        why=why,
        scopes=label.scopes,
    )


def lack_among(credentials: Sequence[Credential]) -> Lack | None:
    """Return what a person with these credentials lacks to work with a store: any, or one that takes its token."""
    stores = [store for store, _ in stores_among(credentials)]
    if not stores:
        return Lack(code=LackCode.STORE_MISSING, values={"service": "Shopify"})
    if all(store.state is StoreState.REFUSED for store in stores):
        return Lack(code=LackCode.STORE_REFUSED, values={"store": stores[0].domain})
    return None
