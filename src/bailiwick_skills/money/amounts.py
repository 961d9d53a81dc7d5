"""Amounts of money: rounded as their currency is, written as English and Spanish do."""

from decimal import ROUND_HALF_EVEN, Decimal

from bailiwick.plugin import Language
from bailiwick_skills.money.names import SIGNS

WHOLE_ONLY = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
THOUSANDTHS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
"""Currencies whose smallest unit is a thousandth (ISO 4217)."""
DIGITS = 4
"""Digits of an amount that its smallest unit cannot tell."""


def places(currency: str) -> int:
    """Return how many digits an amount of this currency has behind the point (ISO 4217)."""
    return 0 if currency in WHOLE_ONLY else 3 if currency in THOUSANDTHS else 2


def rounded(amount: Decimal, currency: str) -> Decimal:
    """Return the amount with the digits of its currency; halves go to the even digit."""
    return amount.quantize(Decimal(1).scaleb(-places(currency)), rounding=ROUND_HALF_EVEN)


def fine(amount: Decimal, currency: str, *, below: Decimal | None = None) -> Decimal:
    """Return the amount rounded, one below the smallest unit of its currency, or below `below`, to four digits."""
    smallest = Decimal(1).scaleb(-places(currency))
    if not amount or abs(amount) >= (below or smallest):
        return rounded(amount, currency)
    return amount.quantize(Decimal(1).scaleb(amount.adjusted() - DIGITS + 1), rounding=ROUND_HALF_EVEN)


def plain(amount: Decimal, currency: str) -> str:
    """Return the amount as programs read it: `1234.50`."""
    return f"{rounded(amount, currency):f}"


def spoken(amount: Decimal | str, currency: str, language: Language, *, below: Decimal | None = None) -> str:
    """Return an amount as people read it: `€12,345.50`, in Spanish `12.345,50 €`; how fine is as `fine` says."""
    return written(fine(Decimal(amount), currency, below=below), currency, language)


def given(amount: Decimal, currency: str, language: Language) -> str:
    """Return an amount as it was given, with all its digits and at least those of its currency."""
    whole = rounded(amount, currency)
    return written(whole if whole == amount else amount, currency, language)


def written(value: Decimal, currency: str, language: Language) -> str:
    """Return an amount that is rounded already with the sign or the code of its currency."""
    figures = number(abs(value), language)
    sign = SIGNS.get(currency)
    minus = "-" if value < 0 else ""
    if language == "es":
        return f"{minus}{figures} {sign or currency}"
    return f"{minus}{sign}{figures}" if sign else f"{minus}{currency} {figures}"


def number(value: Decimal | int, language: Language) -> str:
    """Return a number as people read it: `12,345.6`, in Spanish `12.345,6`; a Spanish thousand has no point."""
    written = f"{value:,}" if isinstance(value, int) else f"{value:,f}"
    if language != "es":
        return written
    before, point, behind = written.partition(".")
    before = before.replace(",", "") if abs(int(value)) < 10_000 else before.replace(",", ".")
    return before + (f",{behind}" if point else "")


def decimal(value: float, digits: int, language: Language) -> str:
    """Return a figure with so many decimals."""
    return number(Decimal(f"{value:.{digits}f}"), language)


def share(value: Decimal, language: Language) -> str:
    """Return a share of one as a percentage: `25.5 %`."""
    percentage = (value * 100).quantize(Decimal("0.1"), rounding=ROUND_HALF_EVEN)
    figures = number(percentage, language)
    return f"{figures} %" if language == "es" else f"{figures}%"
