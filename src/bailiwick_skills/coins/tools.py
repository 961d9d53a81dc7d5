"""Prices of cryptocurrencies."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Kept,
    Language,
    Reason,
    Recognition,
    Remembered,
    Request,
    Tool,
    ToolContext,
    Web,
    as_data,
    own_service,
    plain,
    skill_tool,
)
from bailiwick_skills.coins.coingecko import CREDENTIAL, Coin, CoinGecko, CoinPrice
from bailiwick_skills.coins.names import Meant, currency_of, known, meant
from bailiwick_skills.coins.reasons import CoinsReason
from bailiwick_skills.coins.requests import read_prices, say_prices

MOST_COINS = 20
MOST_SEARCHES = 5
"""Names of one call that are looked up: each costs a request of a service that counts them."""
PER_MINUTE = 20
SOURCE = "coingecko.com"

CoinName = Annotated[str, Field(min_length=1, max_length=60)]


def crypto_tools(web: Web, *, clock: Callable[[], float] = time.monotonic) -> list[Tool]:
    """Return `cryptoPrices`; prices and names are kept for all calls of the process."""
    market = Market(CoinGecko(web, clock), clock)

    @skill_tool(
        read_only=True,
        open_world=True,
        opens=own_service,
        timeout=35.0,
        per_minute=PER_MINUTE,
        recogniser=CryptoRecogniser(),
    )
    async def cryptoPrices(
        context: ToolContext,
        coins: Annotated[
            list[CoinName] | str,
            Field(
                description="Names, symbols or CoinGecko ids: bitcoin, ETH, avalanche-2.", max_length=MOST_COINS * 60
            ),
        ],
        currency: Annotated[
            str, Field(min_length=1, max_length=30, description="Code or name of the currency: usd, eur, pounds.")
        ] = "usd",
    ) -> dict[str, Any]:
        """Tell what cryptocurrencies cost now; never state a price from memory.

        Of `ambiguous` symbols, which several coins share, ask which, then call with its id. With `problem` say first
        how old the prices are. Not a forecast and not advice.
        """
        names = coins.split(",") if isinstance(coins, str) else coins
        return await market.told(context, [name.strip() for name in names if name.strip()], currency)

    return [cryptoPrices]


class Market:
    """Finds the coins, then their prices."""

    def __init__(self, source: CoinGecko, clock: Callable[[], float]) -> None:
        self._source = source
        self._names: Remembered[Sequence[Coin]] = Remembered(fresh=86_400, stale=7 * 86_400, most=500, clock=clock)
        self._prices: Remembered[Mapping[str, CoinPrice]] = Remembered(fresh=60, stale=3_600, most=500, clock=clock)

    async def told(self, context: ToolContext, names: Sequence[str], currency: str) -> dict[str, Any]:
        """Return the result of `cryptoPrices`. Raises `CallFailed`."""
        names = list({plain(name): name for name in names}.values())
        if not 0 < len(names) <= MOST_COINS:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(CoinsReason.NAME_COINS, most=MOST_COINS))
        code = currency_of(currency)
        if code is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(CoinsReason.NO_CURRENCY, currency=currency[:30]))
        key = await _key(context)
        found = await self._find(names, key)
        coins = [choice.coin for choice in found.values() if choice.coin]
        unknown = [name for name, choice in found.items() if not choice.coin and not choice.options]
        if len(unknown) == len(names):
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(CoinsReason.NO_COINS, coins=", ".join(unknown)[:200]))
        ids = sorted({coin.id for coin in coins})
        kept: Kept[Mapping[str, CoinPrice]] = Kept({}, 0.0)
        if ids:
            kept = await self._prices.get((*ids, code), lambda: self._source.prices(ids, code, key))
        return {
            "currency": code.upper(),
            "coins": [_told(coin, kept.value[coin.id]) for coin in coins if coin.id in kept.value],
            "withoutPrice": [coin.name for coin in coins if coin.id not in kept.value],
            "ambiguous": [
                {"asked": name, "options": [_brief(coin) for coin in choice.options]}
                for name, choice in found.items()
                if choice.options
            ],
            "unknown": unknown,
            "source": SOURCE,
            "ageSeconds": round(kept.age),
            "problem": as_data(kept.problem),
        }

    async def _find(self, names: Sequence[str], key: str) -> Mapping[str, Meant]:
        found: dict[str, Meant] = {}
        searches = 0
        for name in names:
            coin = known(name)
            if coin is None:
                searches += 1
                if searches > MOST_SEARCHES:
                    raise CallFailed(ErrorClass.VALIDATION, Reason.of(CoinsReason.RARE_COINS, most=MOST_SEARCHES))
                kept = await self._names.get(plain(name), lambda name=name: self._source.search(name, key))
                found[name] = meant(name, kept.value)
            else:
                found[name] = Meant(coin, ())
        return found


async def _key(context: ToolContext) -> str:
    """Return the person's key, empty for none. Raises `CallFailed` for one that cannot be a header."""
    try:
        key = (await context.secrets.open(CREDENTIAL)).strip()
    except CallFailed as failure:
        if failure.error_class is not ErrorClass.AUTHENTICATION:
            raise
        return ""
    if not key.isascii() or not key.isprintable():
        raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(CoinsReason.KEY_IS_NONE, name=CREDENTIAL))
    return key


def _brief(coin: Coin) -> dict[str, Any]:
    return {"id": coin.id, "symbol": coin.symbol, "name": coin.name, "rank": coin.rank}


def _told(coin: Coin, price: CoinPrice) -> dict[str, Any]:
    moment = None if price.updated_at is None else datetime.fromtimestamp(price.updated_at, UTC)
    return {
        "id": coin.id,
        "symbol": coin.symbol,
        "name": coin.name,
        "price": price.price,
        "change24h": None if price.change_24h is None else round(price.change_24h, 2),
        "marketCap": price.market_cap,
        "updatedAt": moment.isoformat() if moment else None,
    }


class CryptoRecogniser:
    """Reads questions for prices of coins, also "and in euros?" and "and ethereum?" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return coins and currency; None if the request is about something else."""
        return read_prices(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return a line a coin."""
        del arguments
        return say_prices(result, language)
