"""One shop at Shopify: asks its Admin GraphQL API at the pace that it allows."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
    Web,
    WebAnswer,
    redactor,
    without_secrets,
)
from bailiwick_skills.shop.failures import of_app, of_errors, of_status

MOST_BYTES = 8 << 20
TRIES = 5
"""How often one question is put while the shop asks for pauses or fails."""
LONGEST_WAIT = 150.0
"""Seconds that all questions of one call may wait for the shop's allowance together."""
PAUSE = 1.0
"""Seconds to wait when a shop asks for a pause and does not say for how long."""

Sleep = Callable[[float], Awaitable[None]]


class Shop:
    """A shop for the length of one call; what it is asked is paid from an allowance that refills by the second.

    Shopify counts calculated query cost in a leaky bucket per app and shop: what a question may cost must be in the
    bucket before it is answered (Shopify, "GraphQL Admin API rate limits").
    """

    def __init__(
        self,
        web: Web,
        domain: str,
        secret: str,
        *,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`secret` is an access token, or an app's client id and secret on two lines."""
        self._web = web
        self.domain = domain
        self._address = web.services["shopify"].replace("{shop}", domain)
        self._secret = secret
        self._token: str | None = None
        self._sleep = sleep
        self._clock = clock
        self._waited = 0.0
        self._costs: dict[str, float] = {}
        """What each query asked to be in the bucket when it was last answered."""
        self._left: float | None = None
        """What was in the bucket when the last answer came; nothing before the first."""
        self._restored = 50.0
        """What comes back in a second."""
        self._seen = 0.0

    async def ask(self, query: str, variables: Mapping[str, Any], *, again: bool = True) -> Mapping[str, Any]:
        """Return the data that answers a query.

        With `again` a question that found no shop is put once more; without, only one that was surely not carried
        out. Raises `CallFailed` with a sentence for people, in which no secret stands even if the shop repeats it.
        """
        try:
            return await self._at_its_pace(query, variables, again)
        except CallFailed as failure:
            clean = redactor((*self._secret.splitlines(), self._token))
            raise failure.reworded(without_secrets(failure.said, clean)) from None

    async def _at_its_pace(self, query: str, variables: Mapping[str, Any], again: bool) -> Mapping[str, Any]:
        for attempt in range(1, TRIES + 1):
            await self._wait_for(self._costs.get(query, 0.0))
            try:
                return await self._once(query, variables)
            except _Throttled as asked:
                if attempt == TRIES:
                    raise asked.failure from None
                await self._pause(asked.seconds, asked.failure)
            except CallFailed as failure:
                if not again or attempt > 1 or failure.error_class not in (ErrorClass.NETWORK, ErrorClass.TIMEOUT):
                    raise
                await self._pause(PAUSE, failure)
        raise AssertionError("the last try returns or raises")

    async def _once(self, query: str, variables: Mapping[str, Any]) -> Mapping[str, Any]:
        token = await self._open()
        answer = await self._web.post(
            self._address,
            json={"query": query, "variables": dict(variables)},
            headers={"x-shopify-access-token": token, "accept": "application/json"},
            configured=True,
            seconds=30.0,
            most_bytes=MOST_BYTES,
        )
        if answer.status in (429, 430):
            raise _Throttled(of_status(self.domain, answer.status), _retry_after(answer))
        if answer.status != 200:
            raise of_status(self.domain, answer.status)
        body = answer.json()
        if not isinstance(body, Mapping):
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_NO_DATA, shop=self.domain))
        return self._read(query, cast("Mapping[str, Any]", body))

    def _read(self, query: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        requested = self._note_cost(_mapping(_mapping(body.get("extensions")).get("cost")))
        errors = body.get("errors")
        if errors:
            # Shopify gives a list of errors, or one sentence for the whole request.
            listed = cast("list[Any]", errors) if isinstance(errors, list) else [{"message": str(errors)}]
            failure = of_errors(self.domain, listed)
            if failure.error_class is ErrorClass.RATE_LIMIT:
                raise _Throttled(failure, self._missing(requested) or PAUSE)
            raise failure
        data = body.get("data")
        if not isinstance(data, Mapping):
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_NO_DATA, shop=self.domain))
        self._costs[query] = requested
        return cast("Mapping[str, Any]", data)

    def _note_cost(self, cost: Mapping[str, Any]) -> float:
        status = _mapping(cost.get("throttleStatus"))
        left, restored = _number(status.get("currentlyAvailable")), _number(status.get("restoreRate"))
        if left is not None and restored:
            self._left, self._restored, self._seen = left, restored, self._clock()
        return _number(cost.get("requestedQueryCost")) or 0.0

    def _missing(self, cost: float) -> float:
        """Return the seconds after which the bucket holds `cost`."""
        if self._left is None:
            return 0.0
        held = self._left + (self._clock() - self._seen) * self._restored
        return max(0.0, (cost - held) / self._restored)

    async def _wait_for(self, cost: float) -> None:
        wait = self._missing(cost)
        if wait > 0:
            kind = ErrorClass.RATE_LIMIT
            await self._pause(wait, CallFailed(kind, Reason.of(ReasonCode.STORE_ASKS_PAUSE, shop=self.domain)))

    async def _pause(self, seconds: float, failure: CallFailed) -> None:
        """Wait, or give up when a call would wait for too long altogether."""
        if self._waited + seconds > LONGEST_WAIT:
            raise failure
        self._waited += seconds
        await self._sleep(seconds)

    async def _open(self) -> str:
        """Return the access token; an app's id and secret are exchanged for one that lives for a day."""
        if self._token is None:
            client_id, _, client_secret = self._secret.strip().partition("\n")
            self._token = await self._exchanged(client_id, client_secret.strip()) if client_secret else client_id
        return self._token

    async def _exchanged(self, client_id: str, client_secret: str) -> str:
        address = f"{self._address.partition('/admin/')[0]}/admin/oauth/access_token"
        asked = {"client_id": client_id, "client_secret": client_secret, "grant_type": "client_credentials"}
        answer = await self._web.post(address, json=asked, headers={"accept": "application/json"}, configured=True)
        try:
            body = answer.json()
        except CallFailed:
            body = None
        token = cast("Mapping[str, Any]", body).get("access_token") if isinstance(body, Mapping) else None
        if answer.status != 200 or not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise of_app(self.domain, answer.status, body)
        return token


class _Throttled(Exception):
    """The shop did nothing and asks for a pause."""

    def __init__(self, failure: CallFailed, seconds: float) -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.seconds = seconds


def _retry_after(answer: WebAnswer) -> float:
    seconds = _number_in(answer.headers.get("retry-after", ""))
    return PAUSE if seconds is None else max(seconds, 0.1)


def _number_in(text: str) -> float | None:
    try:
        return _number(float(text))
    except ValueError:
        return None


def _number(value: Any) -> float | None:
    """Return a finite number that is not negative; nothing for anything else."""
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else -1.0
    return number if 0.0 <= number < 1e9 else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
