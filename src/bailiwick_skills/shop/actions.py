"""Shopify stores of people: added once their token is known to work, checked, chosen, removed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bailiwick.plugin import (
    LONGEST_VALUE,
    Act,
    CallFailed,
    Conflict,
    Credential,
    CredentialBox,
    Database,
    ErrorClass,
    InvalidInput,
    Reason,
    ReasonCode,
    Unavailable,
    Web,
    audited,
    not_found,
    text_of,
    why_of,
)
from bailiwick_skills.shop.facts import ShopFacts, facts_of
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stores import (
    MOST_STORES,
    ShopifyStore,
    StoreLabel,
    StoreState,
    credential_name,
    shop_domain,
    stores_among,
)

SHORTEST_TOKEN = 16
"""Characters; Shopify's are longer."""


def _now() -> datetime:
    return datetime.now(UTC)


class ShopifyStores:
    """A person's stores; what opens them is kept sealed among the person's credentials."""

    def __init__(
        self, database: Database, credentials: CredentialBox, web: Web, now: Callable[[], datetime] = _now
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._web = web
        self._now = now

    async def list(self, user_id: str) -> Sequence[ShopifyStore]:
        """Return the stores as they were last seen, the default first; none is asked."""
        return [store for store, _ in stores_among(await self._credentials.list(user_id))]

    async def get(self, user_id: str, domain: str) -> ShopifyStore:
        """Return one store. Raises `NotFound`."""
        return (await self._find(user_id, domain))[0]

    async def add(self, user_id: str, domain: str, secret: str, *, is_default: bool = False) -> ShopifyStore:
        """Store what opens a store, once the store has taken it.

        `secret` is an access token, or an app's client id and secret on two lines. Raises `InvalidInput` (the store
        does not take it), `Conflict` (it is there already, too many), `Unavailable` (it could not be asked).
        """
        domain, secret = shop_domain(domain), checked_secret(secret)
        stores = await self.list(user_id)
        if any(store.domain == domain for store in stores):
            raise Conflict(Reason.of(ReasonCode.STORE_KNOWN, store=domain))
        if len(stores) >= MOST_STORES:
            raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_STORES))
        facts = await self._asked(domain, secret)
        label = self._label(facts, default=is_default or not stores)
        async with self._database.as_user(user_id):
            noted = label.write()
            await self._credentials.store(user_id, credential_name(domain), secret, noted["name"] or "", noted=noted)
            if is_default:
                await self._make_default(user_id, domain)
            audited(self._database, Act.CONNECTION_ADDED, "store", domain)
        return await self.get(user_id, domain)

    async def check(self, user_id: str, domain: str) -> ShopifyStore:
        """Ask a store now, and keep how it stands. Raises `NotFound`."""
        store, credential = await self._find(user_id, domain)
        label, said = StoreLabel.read(credential.noted), None
        try:
            secret = await self._credentials.secrets_for(user_id).open(credential.name)
            facts = await facts_of(Shop(self._web, store.domain, secret))
            label = self._label(facts, default=label.default)
        except CallFailed as failure:
            refused = failure.error_class is ErrorClass.AUTHENTICATION
            state, said = StoreState.REFUSED if refused else StoreState.UNREACHABLE, failure.said
            label = replace(label, state=state, checked_at=self._now())
        await self._credentials.replace(user_id, credential.id, noted=label.write())
        checked = await self.get(user_id, store.domain)
        return replace(checked, reason=text_of(said), why=why_of(said)) if said else checked

    async def change(
        self, user_id: str, domain: str, *, secret: str | None = None, is_default: bool | None = None
    ) -> ShopifyStore:
        """Replace what opens a store, once the store has taken it, or make it the default, or both.

        Raises `NotFound`, `InvalidInput` (also for taking the default away: another store is made it instead),
        `Unavailable`.
        """
        store, credential = await self._find(user_id, domain)
        if is_default is False and store.is_default:
            raise InvalidInput(Reason.of(ReasonCode.OTHER_DEFAULT), field="isDefault")
        label = None
        if secret is not None:
            secret = checked_secret(secret)
            label = self._label(await self._asked(store.domain, secret), default=store.is_default)
        async with self._database.as_user(user_id):
            if label is not None:
                await self._credentials.replace(user_id, credential.id, value=secret, noted=label.write())
            if is_default:
                await self._make_default(user_id, store.domain)
            audited(self._database, Act.CONNECTION_CHANGED, "store", store.domain)
        return await self.get(user_id, store.domain)

    async def remove(self, user_id: str, domain: str) -> ShopifyStore:
        """Delete what opens a store; in Shopify nothing changes. Raises `NotFound`."""
        store, credential = await self._find(user_id, domain)
        async with self._database.as_user(user_id):
            await self._credentials.delete(user_id, credential.id)
            audited(self._database, Act.CONNECTION_REMOVED, "store", store.domain)
        return store

    async def _find(self, user_id: str, domain: str) -> tuple[ShopifyStore, Credential]:
        try:
            wanted = shop_domain(domain)
        except InvalidInput:
            wanted = ""
        for store, credential in stores_among(await self._credentials.list(user_id)):
            if store.domain == wanted:
                return store, credential
        raise not_found("store")

    async def _asked(self, domain: str, secret: str) -> ShopFacts:
        try:
            return await facts_of(Shop(self._web, domain, secret))
        except CallFailed as failure:
            if failure.error_class is ErrorClass.AUTHENTICATION:
                raise InvalidInput(failure.said, field="token") from None
            if failure.error_class.transient:
                raise Unavailable(failure.said) from None
            raise InvalidInput(failure.said, field="domain") from None

    def _label(self, facts: ShopFacts, *, default: bool) -> StoreLabel:
        return StoreLabel(
            name=facts.name, default=default, state=StoreState.OK, checked_at=self._now(), scopes=facts.scopes
        )

    async def _make_default(self, user_id: str, domain: str) -> None:
        """Mark one store and no other, within the caller's transaction."""
        for store, credential in stores_among(await self._credentials.list(user_id)):
            label = StoreLabel.read(credential.noted)
            if label.default != (store.domain == domain):
                marked = replace(label, default=not label.default).write()
                await self._credentials.replace(user_id, credential.id, noted=marked)


def checked_secret(secret: str) -> str:
    """Return an access token, or a client id and secret on two lines. Raises `InvalidInput` without a word of them."""
    lines = [line.strip() for line in secret.strip().splitlines()]
    fit = all(
        SHORTEST_TOKEN <= len(line) <= 500 and line.isascii() and line.isprintable() and " " not in line
        for line in lines
    )
    if not fit or not 1 <= len(lines) <= 2 or len(secret) > LONGEST_VALUE:
        raise InvalidInput(
            Reason.of(ReasonCode.STORE_ACCESS_WHOLE),
            field="token",
        )
    return "\n".join(lines)
