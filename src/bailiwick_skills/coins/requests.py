"""How requests for prices of coins are read, and their answers worded, without a model."""
# ruff: noqa: E501  (a wording is one line: broken in two it cannot be read)

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

import re2

from bailiwick.plugin import Language, Recognition, Request, age_in_words, fold, likely, plain, read, trouble
from bailiwick_skills.coins.names import currency_of, known
from bailiwick_skills.money.amounts import decimal, spoken

NAME = "cryptoPrices"
MAX_REQUEST = 200
"""Longest request read as one for prices, in characters."""

COINS = r"(?P<coins>[^\n?!:;]{1,80}?)"
IN_EN = r"(?: (?:in|into|to) (?P<currency>[\w€$£. ]{1,25}?))?"
IN_ES = r"(?: (?:en|a) (?P<currency>[\w€$£. ]{1,25}?))?"
NOW = r"(?: (?:right )?now| today| currently| at the moment| ahora(?: mismo)?| hoy| actualmente)?"
ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:what(?:'s| is| are|s)|show|give me|get|check|fetch|tell me)?(?: me)? ?(?:the )?(?:current |latest |live |today's )?(?:crypto )?(?:price|prices|value|rate|quote|worth|exchange rate)s? (?:of|for) {COINS}{NOW}{IN_EN}{NOW}",
        rf"(?:what(?:'s| is| are)|show|check|get)?(?: me)? ?(?:the )?(?:current |latest |live )?{COINS} (?:price|prices|rate|quote|value){NOW}{IN_EN}{NOW}",
        rf"how much (?:is|are|does|do|for) (?:a |one |1 )?{COINS}(?: worth| cost| going for| trading at)?{NOW}{IN_EN}{NOW}",
        rf"how(?:'s| is| are) {COINS}(?: doing| trading| performing){NOW}{IN_EN}{NOW}",
        rf"what(?:'s| is| are) {COINS} (?:worth|trading at|at|going for){NOW}{IN_EN}{NOW}",
        rf"(?:y )?(?:a )?(?:que|cual es el|dame el|dime el|muestra el|muestrame el|consulta el|mira el|el)? ?(?:precio|valor|cotizacion)(?: actual)? (?:tiene |del? |de la )(?:un |una )?{COINS}{NOW}{IN_ES}{NOW}",
        rf"(?:y )?(?:a )?(?:cuanto|como) (?:vale|valen|cuesta|cuestan|esta|estan|cotiza|cotizan|va|van) (?:el |la |los |un |una )?{COINS}{NOW}{IN_ES}{NOW}",
        rf"(?:a )?(?:que precio|cuanto) (?:esta|tiene|va) (?:el |la |un |una )?{COINS}{NOW}{IN_ES}{NOW}",
    )
)
FOLLOWED_UP = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:and |but |what about |how about |also |y |e |pero |que tal )+(?:in|en|a) (?P<currency>[\w€$£. ]{1,25})",
        r"(?:in|en) (?P<currency>[\w€$£. ]{1,25})",
        rf"(?:and |but |what about |how about |also |y |e |pero |que tal )+(?:el |la |of |de )?{COINS}(?: (?:in|en) (?P<currency>[\w€$£. ]{{1,25}}))?",
    )
)
EVERYDAY = frozenset("link near dash dot ton sol uni etc ada".split())
"""Symbols that are words: coins only in capitals, or where coins are spoken of."""
WORDS_TOO = EVERYDAY | frozenset("stellar cosmos ripple avalanche tether shiba dai polkadot polkadots ether".split())
"""Names of coins that mean something else where nothing says that prices are asked for."""
ALONE = re2.compile(rf"{COINS}{NOW}(?:{IN_EN})")
ARTICLE = re2.compile(r"^(?:the|el|la|los|las|un|una|a|an|of|de) ")
BETWEEN = re2.compile(r"\s*(?:,|&|/| and | y | e | plus )\s*")
CRYPTO = re2.compile(
    r"\b(?:crypto|cryptos|cryptocurrenc(?:y|ies)|cripto|criptos|criptomonedas?|coins?|tokens?|monedas?)\b"
)


def read_prices(request: Request) -> Recognition | None:
    """Return the coins and the currency asked for; None if the request asks something else."""
    if len(request.text) > MAX_REQUEST:
        return None
    core = request.core
    for pattern in likely(ASKED, fold(core)):
        found = read((pattern,), core)
        if found is None:
            continue
        coins = _coins(found["coins"], sure=bool(CRYPTO.search(fold(core))))
        currency = _currency(found.get("currency"))
        if coins and currency is not None:
            return _recognition(coins, currency, 0.95)
    return _followed(core, request) or _alone(core)


def _alone(core: str) -> Recognition | None:
    """Read "bitcoin" and "btc in euros": names of coins that mean nothing else, and no word besides."""
    found = read((ALONE,), core)
    coins = _coins(found["coins"], sure=False) if found else ()
    currency = _currency(found.get("currency")) if found else None
    if not coins or currency is None or any(name in WORDS_TOO for name in coins):
        return None
    return _recognition(coins, currency, 0.8)


def _followed(core: str, request: Request) -> Recognition | None:
    call = request.latest(NAME)
    if call is None:
        return None
    result: Mapping[str, Any] = cast("Mapping[str, Any]", call.result) if isinstance(call.result, dict) else {}
    before = [str(coin["id"]) for coin in result.get("coins", ())] or [*call.arguments.get("coins", ())]
    currency_before = str(call.arguments.get("currency", ""))
    options = {
        plain(word): str(option["id"])
        for each in result.get("ambiguous", ())
        for option in each["options"]
        for word in (option["id"], option["name"])
    }
    if plain(core) in options:
        return _recognition([options[plain(core)]], currency_before, 0.9)
    found = read(FOLLOWED_UP, core)
    if found is None:
        return None
    currency = _currency(found.get("currency"))
    if "coins" not in found:
        return _recognition(before, currency, 0.9) if before and currency else None
    coins = _coins(found["coins"], sure=False)
    return _recognition(coins, currency or currency_before, 0.88) if coins and currency is not None else None


def _coins(found: str, *, sure: bool) -> Sequence[str]:
    """Return the coins named, one at least; none when what is named is no coin that is known here.

    With `sure` it is said that they are coins, and any name will do.
    """
    names: list[str] = []
    for written in _parts(found):
        words = CRYPTO.sub(" ", fold(written)).split()
        name = ARTICLE.sub("", " ".join(words)).strip(" .'\"$")
        if name in EVERYDAY and not sure and not written.isupper():
            return ()
        if name:
            names.append(name)
    if not names or not (sure or all(known(name) for name in names)) or any(len(name) > 40 for name in names):
        return ()
    return names


def _parts(found: str) -> Iterable[str]:
    start = 0
    for joint in BETWEEN.finditer(fold(found)):
        yield found[start : joint.start()].strip(" .'\"$")
        start = joint.end()
    yield found[start:].strip(" .'\"$")


def _currency(found: str | None) -> str | None:
    """Return the code; empty when none is named, None when what is named is none."""
    return "" if not found else currency_of(found.strip(" .'\""))


def _recognition(coins: Sequence[str], currency: str, confidence: float) -> Recognition:
    arguments: dict[str, Any] = {"coins": list(coins)}
    if currency:
        arguments["currency"] = currency
    return Recognition(arguments=arguments, confidence=confidence)


def say_prices(result: Mapping[str, Any], language: Language) -> str:
    """Return the answer a person reads."""
    spanish = language == "es"
    parts: list[str] = []
    if result["problem"]:
        age = age_in_words(result["ageSeconds"], language)
        parts.append(
            f"Estos precios tienen {age}; no se pudieron renovar: {trouble(result['problem'], language)}"
            if spanish
            else f"These prices are {age} old; they could not be renewed: {trouble(result['problem'], language)}"
        )
    lines = [_line(coin, result["currency"], language) for coin in result["coins"]]
    parts.append("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines))
    for each in result["ambiguous"]:
        names = "\n".join(f"- {option['name']} (`{option['id']}`)" for option in each["options"])
        parts.append(
            f"Varias monedas se llaman {each['asked']}; ¿cuál?\n\n{names}"
            if spanish
            else f"Several coins are called {each['asked']}; which one?\n\n{names}"
        )
    if result["unknown"]:
        names = ", ".join(result["unknown"])
        parts.append(f"CoinGecko no conoce: {names}." if spanish else f"CoinGecko does not know: {names}.")
    if result["withoutPrice"]:
        names = ", ".join(result["withoutPrice"])
        parts.append(
            f"Sin precio en {result['currency']}: {names}."
            if spanish
            else f"Without a price in {result['currency']}: {names}."
        )
    parts.append(f"{'Fuente' if spanish else 'Source'}: {result['source']}." if lines else "")
    return "\n\n".join(part for part in parts if part)


def _line(coin: Mapping[str, Any], currency: str, language: Language) -> str:
    spanish = language == "es"
    change = coin["change24h"]
    moved = ""
    if change is not None:
        arrow = "▲" if change > 0 else "▼" if change < 0 else "="
        moved = f", {arrow} {decimal(abs(change), 2, language)} % {'en 24 h' if spanish else 'in 24 h'}"
    cap = coin["marketCap"]
    worth = ""
    if cap:
        label = "capitalización" if spanish else "market cap"
        worth = f", {label} {_large(cap, language)} {currency}"
    return f"**{coin['name']}** ({coin['symbol']}): {spoken(Decimal(str(coin['price'])), currency.upper(), language, below=Decimal(1))}{moved}{worth}."


def _large(value: float, language: Language) -> str:
    spanish = language == "es"
    # A billion is a thousand millions in English, and "mil millones" in Spanish.
    for size, english, castilian, divisor in (
        (1e12, "trillion", "billones", 1e12),
        (1e9, "billion", "mil millones", 1e9),
        (1e6, "million", "millones", 1e6),
    ):
        if value >= size:
            return f"{decimal(value / divisor, 2, language)} {castilian if spanish else english}"
    return decimal(value, 0, language)
