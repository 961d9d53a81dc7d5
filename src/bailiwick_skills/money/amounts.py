"""Amounts of money as they are written in each language."""

from bailiwick.plugin import Language
from bailiwick_skills.money.names import SIGNS


def amount(price: float, currency: str, language: Language) -> str:
    """Return a price with two decimals from 1 on, else with four digits after the zeros it begins with."""
    decimals = f"{price:.18f}".partition(".")[2]
    zeros = len(decimals) - len(decimals.lstrip("0"))
    digits = 2 if price >= 1 or price == 0 else min(zeros + 4, 18)
    figure = decimal(price, digits, language)
    sign = SIGNS.get(currency.upper())
    if sign is None:
        return f"{figure} {currency}"
    return f"{figure} {sign}" if language == "es" else f"{sign}{figure}"


def decimal(value: float, digits: int, language: Language) -> str:
    """Return a figure with so many decimals: 1,234.50 in English, 1.234,50 in Spanish."""
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if language == "es" else text
