"""What currencies are called, in English and Spanish."""

from collections.abc import Mapping

from bailiwick.plugin import plain

NAMES: Mapping[str, str] = {
    "USD": "dollar, dollars, us dollar, us dollars, american dollars, american dollar, $, us$, buck, bucks, dolar,"
    " dolares, dolar americano, dolares americanos, dolar estadounidense, dolares estadounidenses",
    "EUR": "euro, euros, €",
    "GBP": "pound, pounds, pound sterling, pounds sterling, british pound, british pounds, sterling, quid, £, libra,"
    " libras, libra esterlina, libras esterlinas",
    "JPY": "yen, yens, japanese yen, ¥, yenes, yen japones, yenes japoneses",
    "CNY": "yuan, yuans, renminbi, rmb, chinese yuan, yuanes",
    "CHF": "franc, francs, swiss franc, swiss francs, franco, francos, franco suizo, francos suizos",
    "CAD": "canadian dollar, canadian dollars, c$, dolar canadiense, dolares canadienses",
    "AUD": "australian dollar, australian dollars, a$, dolar australiano, dolares australianos",
    "NZD": "new zealand dollar, new zealand dollars, kiwi dollars, dolar neozelandes, dolares neozelandeses",
    "MXN": "peso, pesos, mexican peso, mexican pesos, peso mexicano, pesos mexicanos",
    "ARS": "argentine peso, argentine pesos, peso argentino, pesos argentinos",
    "CLP": "chilean peso, chilean pesos, peso chileno, pesos chilenos",
    "COP": "colombian peso, colombian pesos, peso colombiano, pesos colombianos",
    "PHP": "philippine peso, philippine pesos, peso filipino, pesos filipinos",
    "BRL": "real, reais, brazilian real, brazilian reais, reales, real brasileno, reales brasilenos",
    "INR": "rupee, rupees, indian rupee, indian rupees, ₹, rupia, rupias",
    "IDR": "indonesian rupiah, rupiah, rupia indonesia",
    "KRW": "won, korean won, wones",
    "SEK": "swedish krona, swedish kronor, swedish crowns, corona sueca, coronas suecas",
    "NOK": "norwegian krone, norwegian kroner, norwegian crowns, corona noruega, coronas noruegas",
    "DKK": "danish krone, danish kroner, danish crowns, corona danesa, coronas danesas",
    "ISK": "icelandic krona, corona islandesa, coronas islandesas",
    "CZK": "czech koruna, czech crowns, koruna, corona checa, coronas checas",
    "PLN": "zloty, zlotys, polish zloty, zlotis",
    "HUF": "forint, forints, hungarian forint, florin hungaro, forintos",
    "RON": "romanian leu, lei, leu, leu rumano",
    "BGN": "lev, leva, bulgarian lev",
    "TRY": "turkish lira, lira, liras, lira turca, liras turcas",
    "ZAR": "rand, rands, south african rand",
    "SGD": "singapore dollar, singapore dollars, dolar de singapur, dolares de singapur",
    "HKD": "hong kong dollar, hong kong dollars, dolar de hong kong, dolares de hong kong",
    "TWD": "taiwan dollar, taiwan dollars",
    "THB": "baht, thai baht",
    "ILS": "shekel, shekels, israeli shekel, sequel",
    "MYR": "ringgit, malaysian ringgit",
    "UAH": "hryvnia, ukrainian hryvnia, grivna, grivnas",
    "RUB": "ruble, rubles, rouble, roubles, rublo, rublos",
    "AED": "dirham, dirhams",
    "SAR": "riyal, riyals, saudi riyal",
    "VND": "dong, vietnamese dong",
    "PEN": "peruvian sol, soles, sol peruano, soles peruanos",
}
"""By ISO 4217 code, in plain spelling."""
CODES: Mapping[str, str] = {
    **{code.lower(): code for code in NAMES},
    **{name: code for code, names in NAMES.items() for name in names.split(", ")},
}
SIGNS: Mapping[str, str] = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
"""Signs that stand for one currency without a doubt; others are written with their code."""


def currency_named(name: str) -> str | None:
    """Return the ISO 4217 code of a currency, by itself or by a name; None for one that is not known."""
    return CODES.get(plain(name).strip(" .,'\""))
