"""Opens the stores that a request means, with the person's own tokens."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from bailiwick.plugin import (
    CallFailed,
    CredentialStore,
    ErrorClass,
    Reason,
    ReasonCode,
    ToolContext,
    Web,
    as_data,
    reason_of,
)
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stores import ShopifyStore, credential_name, stores_among

ALL = "all"
T = TypeVar("T")
Open = Callable[[Web, str, str], Shop]
"""From the way outside, a domain and its secret to a shop."""


class StoreOpener:
    """Finds and opens the stores of whoever a tool runs for."""

    def __init__(self, web: Web, credentials: CredentialStore, connect: Open = Shop) -> None:
        self._web = web
        self._credentials = credentials
        self._connect = connect

    async def one(self, context: ToolContext, store: str | None) -> Shop:
        """Open the store of exactly that name, or the default one. Raises `CallFailed`, also for `all` of them."""
        if store is not None and store.strip().lower() == ALL:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.ONE_STORE))
        found = await self._meant(context, store, part=False)
        if len(found) > 1:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SAY_WHICH_STORE, stores=_listed(found)))
        return await self._open(context, found[0])

    async def each(
        self, context: ToolContext, store: str | None, read: Callable[[Shop], Awaitable[T]]
    ) -> tuple[Sequence[T], Sequence[dict[str, Any]]]:
        """Read one store, or with `all` each of them; of several, those that fail are told beside the others.

        Raises `CallFailed` when the only one, or every one, fails.
        """
        results: list[T] = []
        failures: list[tuple[str, CallFailed]] = []
        for each in await self._meant(context, store):
            try:
                results.append(await read(await self._open(context, each)))
            except CallFailed as failure:
                failures.append((each.domain, failure))
        if not results:
            raise failures[0][1]
        return results, [{"store": domain, "problem": as_data(reason_of(failure.said))} for domain, failure in failures]

    async def _open(self, context: ToolContext, store: ShopifyStore) -> Shop:
        secret = await context.secrets.open(credential_name(store.domain))
        return self._connect(self._web, store.domain, secret)

    async def _meant(self, context: ToolContext, asked: str | None, *, part: bool = True) -> Sequence[ShopifyStore]:
        """Return the stores that are meant by a name or, with `part`, by a part of one."""
        every = [store for store, _ in stores_among(await self._credentials.list(context.user_id))]
        if not every:
            raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.STORE_MISSING))
        if asked is None or not asked.strip():
            return every[:1]
        wanted = " ".join(asked.split()).casefold()
        if wanted == ALL:
            return every
        exact = [store for store in every if wanted in (store.domain, store.domain.partition(".")[0], _name(store))]
        found = exact or [store for store in every if part and (wanted in _name(store) or wanted in store.domain)]
        if not found:
            raise CallFailed(
                ErrorClass.VALIDATION,
                Reason.of(ReasonCode.NO_SUCH_STORE, name=asked.strip()[:80], stores=_listed(every)),
            )
        if len(found) > 1:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SAY_WHICH_STORE, stores=_listed(found)))
        return found


def _name(store: ShopifyStore) -> str:
    return (store.name or "").casefold()


def _listed(stores: Sequence[ShopifyStore]) -> str:
    return ", ".join(f"{store.name} ({store.domain})" if store.name else store.domain for store in stores)
