"""Which coin a person means, and in which currency: what is known without asking anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bailiwick.plugin import plain
from bailiwick_skills.coins.coingecko import Coin
from bailiwick_skills.money.names import currency_named

KNOWN: Mapping[str, tuple[str, str]] = {
    "bitcoin": ("BTC", "Bitcoin"),
    "ethereum": ("ETH", "Ethereum"),
    "tether": ("USDT", "Tether"),
    "binancecoin": ("BNB", "BNB"),
    "solana": ("SOL", "Solana"),
    "ripple": ("XRP", "XRP"),
    "usd-coin": ("USDC", "USDC"),
    "dogecoin": ("DOGE", "Dogecoin"),
    "cardano": ("ADA", "Cardano"),
    "tron": ("TRX", "TRON"),
    "avalanche-2": ("AVAX", "Avalanche"),
    "chainlink": ("LINK", "Chainlink"),
    "polkadot": ("DOT", "Polkadot"),
    "litecoin": ("LTC", "Litecoin"),
    "bitcoin-cash": ("BCH", "Bitcoin Cash"),
    "stellar": ("XLM", "Stellar"),
    "monero": ("XMR", "Monero"),
    "ethereum-classic": ("ETC", "Ethereum Classic"),
    "cosmos": ("ATOM", "Cosmos Hub"),
    "shiba-inu": ("SHIB", "Shiba Inu"),
    "dai": ("DAI", "Dai"),
    "uniswap": ("UNI", "Uniswap"),
    "near": ("NEAR", "NEAR Protocol"),
    "algorand": ("ALGO", "Algorand"),
    "filecoin": ("FIL", "Filecoin"),
    "hedera-hashgraph": ("HBAR", "Hedera"),
    "vechain": ("VET", "VeChain"),
    "tezos": ("XTZ", "Tezos"),
    "aave": ("AAVE", "Aave"),
    "the-open-network": ("TON", "Toncoin"),
    "internet-computer": ("ICP", "Internet Computer"),
    "zcash": ("ZEC", "Zcash"),
    "dash": ("DASH", "Dash"),
}
"""Symbol and name by CoinGecko's id of the coins that are asked for most."""
ALSO: Mapping[str, str] = {
    "ether": "ethereum",
    "bitcoins": "bitcoin",
    "dogecoins": "dogecoin",
    "lumens": "stellar",
    "xrp": "ripple",
    "bnb": "binancecoin",
    "binance coin": "binancecoin",
    "usdc": "usd-coin",
    "avalanche": "avalanche-2",
    "toncoin": "the-open-network",
    "hedera": "hedera-hashgraph",
    "near protocol": "near",
    "polkadots": "polkadot",
    "shiba": "shiba-inu",
    "iota": "iota",
}
QUOTED = frozenset(
    (
        "usd eur gbp jpy cny chf cad aud nzd mxn ars clp brl inr krw sek nok dkk pln czk huf try zar sgd hkd thb"
        " idr ils php vnd uah aed sar twd btc eth"
    ).split()
)
"""The codes of the currencies that CoinGecko quotes in."""
CLEARLY = 10
"""How many times further up the ranks a coin stands that is meant without asking."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What was found under a name."""

    coin: Coin | None
    options: Sequence[Coin]
    """Several that are as likely meant; none for a name that nothing has."""


def known(asked: str) -> Coin | None:
    """Return a coin that is known without asking, by id, symbol or name."""
    return _coins_by_name().get(plain(asked))


@cache
def _coins_by_name() -> Mapping[str, Coin]:
    found: dict[str, Coin] = {}
    for identity, (symbol, title) in KNOWN.items():
        also = [name for name, meant in ALSO.items() if meant == identity]
        for name in (identity, symbol.lower(), title.lower(), *also):
            found.setdefault(name, Coin(id=identity, symbol=symbol, name=title, rank=None))
    return found


def meant(asked: str, found: Sequence[Coin]) -> Meant:
    """Return which of the coins found is meant: the one of that very name or symbol that ranks clearly first."""
    name = plain(asked)
    exact = [coin for coin in found if name in (plain(coin.id), plain(coin.symbol), plain(coin.name))]
    ranked = sorted((coin for coin in exact if coin.rank), key=lambda coin: coin.rank or 0)
    if len(exact) == 1:
        return Meant(exact[0], ())
    if ranked and (len(ranked) == 1 or (ranked[1].rank or 0) >= CLEARLY * (ranked[0].rank or 1)):
        return Meant(ranked[0], ())
    return Meant(None, (ranked or exact)[:5])


def currency_of(asked: str) -> str | None:
    """Return the code of a currency; None for one that is not quoted."""
    code = (currency_named(asked) or plain(asked)).lower()
    return code if code in QUOTED else None
