"""CoinGecko: coins by name, prices by id. Formats: https://docs.coingecko.com/reference."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    Service,
    Web,
    WebAnswer,
    mapping,
    number,
    sequence,
    text,
    wait_of,
)
from bailiwick_skills.coins.reasons import CoinsReason

NAME = "CoinGecko"
CREDENTIAL = "coingecko"
PLAIN_WAIT = 60.0
"""Seconds to leave the service alone that asks to wait without saying how long: its limits are per minute."""
WRONG_ROOT = frozenset({10010, 10011})
"""Its codes for a key of the other kind: a paid plan's at the free address, a demo key at the paid one."""
BAD_KEY = frozenset({1020, 10002, 10005})
MOST_FOUND = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Coin:
    """A coin as it is listed."""

    id: str
    symbol: str
    """In capitals."""
    name: str
    rank: int | None
    """By market capitalisation, from 1; None for one that is not ranked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinPrice:
    """What a coin is worth in one currency."""

    price: float
    change_24h: float | None
    """Per cent."""
    market_cap: float | None
    updated_at: float | None
    """Unix time."""


class CoinGecko:
    """The public address, or the paid one for keys that belong there."""

    def __init__(self, web: Web, clock: Callable[[], float] = time.monotonic) -> None:
        self._public = Service(web, "coingecko", NAME)
        self._paid = Service(web, "coingecko_pro", NAME)
        self._clock = clock
        self._waits: dict[int | None, float] = {}
        """Until when the service asked to be left alone, by the hash of the key that was sent; None for none."""

    async def search(self, query: str, key: str) -> Sequence[Coin]:
        """Return the coins of that name or symbol, the most valuable first. Raises `CallFailed`."""
        value = await self._get("/search", {"query": query}, key)
        found = sequence(mapping(value).get("coins"))
        if not isinstance(mapping(value).get("coins"), list):
            raise self._public.garbled()
        return tuple(coin for each in found[:MOST_FOUND] if (coin := _coin(mapping(each))))

    async def prices(self, ids: Sequence[str], currency: str, key: str) -> Mapping[str, CoinPrice]:
        """Return the price of each id that has one in the currency. Raises `CallFailed`."""
        query = {
            "ids": ",".join(ids),
            "vs_currencies": currency,
            "include_market_cap": "true",
            "include_24hr_change": "true",
            "include_last_updated_at": "true",
            "precision": "full",
        }
        value = await self._get("/simple/price", query, key)
        if not isinstance(value, dict):
            raise self._public.garbled()
        found = {each: _price(mapping(mapping(value).get(each)), currency) for each in ids}
        return {each: price for each, price in found.items() if price is not None}

    async def _get(self, path: str, query: Mapping[str, str], key: str) -> Any:
        whose = hash(key) if key else None
        until = self._waits.get(whose, 0.0)
        if self._clock() < until:
            raise self._public.too_often(until - self._clock())
        try:
            answer = await self._sent(path, query, key)
        except CallFailed as failure:
            if failure.error_class is ErrorClass.RATE_LIMIT:
                now = self._clock()
                self._waits = {each: end for each, end in self._waits.items() if end > now}
                self._waits[whose] = now + (failure.retry_after or PLAIN_WAIT)
            raise
        return self._public.value_of(answer)

    async def _sent(self, path: str, query: Mapping[str, str], key: str) -> WebAnswer:
        if not key:
            answer = await self._public.ask(path, query)
        else:
            answer = await self._public.ask(path, query, headers={"x-cg-demo-api-key": key})
            if _code(answer) in WRONG_ROOT:
                answer = await self._paid.ask(path, query, headers={"x-cg-pro-api-key": key})
        code = _code(answer)
        # It also tells so in the body of an answer that claims to be fine.
        if code == 429:
            raise self._public.too_often(wait_of(answer))
        if key and (answer.status in (401, 403) or code in (BAD_KEY | WRONG_ROOT)):
            raise CallFailed(
                ErrorClass.AUTHENTICATION,
                Reason.of(CoinsReason.SERVICE_REFUSED_OPTIONAL_KEY, service=NAME, name=CREDENTIAL),
            )
        return answer


def _code(answer: WebAnswer) -> int | None:
    """Return the error code in an answer's body; None where there is none."""
    if answer.truncated or b"error_code" not in answer.body[:5_000]:
        return None
    try:
        value = mapping(answer.json())
    except CallFailed:
        return None
    for status in (value.get("status"), mapping(value.get("error")).get("status"), value):
        code = number(mapping(status).get("error_code"), 0, 1e6)
        if code is not None:
            return int(code)
    return None


def _coin(value: Mapping[str, Any]) -> Coin | None:
    identity, symbol = text(value.get("id"), 100), text(value.get("symbol"), 30).upper()
    if not identity or "," in identity:
        return None
    rank = number(value.get("market_cap_rank"), 1, 1e6)
    name = text(value.get("name"), 100) or identity
    return Coin(id=identity, symbol=symbol, name=name, rank=None if rank is None else int(rank))


def _price(value: Mapping[str, Any], currency: str) -> CoinPrice | None:
    price = number(value.get(currency), 0, 1e18)
    if price is None:
        return None
    return CoinPrice(
        price=price,
        change_24h=number(value.get(f"{currency}_24h_change"), -100, 1e9),
        market_cap=number(value.get(f"{currency}_market_cap"), 0, 1e21) or None,
        updated_at=number(value.get("last_updated_at"), 0, 1e11),
    )
