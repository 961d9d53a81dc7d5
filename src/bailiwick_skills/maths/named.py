"""Calculations that people ask for by name: tips, averages, primes, interest, loans, taxes.

Each is read by sentence templates and written again in one English sentence that reads back as the same, so that a
model can ask for it as a person does.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from importlib.resources import files

import re2

from bailiwick.plugin import SentenceReading, Sentences, fold, read_number
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import decimal
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import CannotCalculate, write_number

SENTENCES = Sentences(files("bailiwick_skills.maths") / "sentences")
MOST_NUMBERS = 200
LARGEST = Fraction(10**15)
"""Largest amount, percentage or number of a list."""
MOST_MONTHS = 12_000
MOST_FACTORED = 10**12
"""Largest number whose factors are looked for, up to its square root."""
MONEY = Context(prec=60, Emax=10**6, Emin=-(10**6))


@dataclass(frozen=True, slots=True)
class Named:
    """A calculation by its name, with what it is made of."""

    name: str
    values: Mapping[str, Fraction]
    """By the slots of its templates; a percentage as it is said, 15 for 15 %, a term in months."""
    numbers: tuple[Fraction, ...] = ()
    sign: str = ""
    """The sign of the currency that the amount is in; empty for none."""

    @property
    def text(self) -> str:
        """The calculation as an English sentence that reads back as the same."""
        shown = {name: write_number(value) for name, value in self.values.items()}
        shown["amount"] = self.sign + shown.get("amount", "")
        if "months" in self.values:
            months = self.values["months"]
            in_months = months.denominator == 1 and months % 12
            shown["term"] = f"{shown['months']} months" if in_months else f"{write_number(months / 12)} years"
        if "period" in self.values:
            shown["period"] = PERIODS[int(self.values["period"])]
        return CALCULATIONS[self.name].text.format(**shown, numbers=", ".join(map(write_number, self.numbers)))

    def with_value(self, slot: str, value: Fraction) -> "Named | None":
        """Return it with another value; None if it has no such slot."""
        return replace(self, values={**self.values, slot: value}) if slot in self.values else None

    def answer(self) -> MathAnswer:
        """Return what it comes to, its main figure as the result. Raises `CannotCalculate`."""
        if any(abs(value) > LARGEST for value in (*self.values.values(), *self.numbers)):
            raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE)
        try:
            worked = CALCULATIONS[self.name].work(self)
        except ArithmeticError:
            raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE) from None
        figures = {name: _written(value) for name, value in worked.items()}
        shown = {name: write_number(value) for name, value in self.values.items()}
        if self.numbers:
            shown["numbers"] = ", ".join(map(write_number, self.numbers))
        return MathAnswer(self.name, next(iter(figures.values())), figures={**shown, **figures, "sign": self.sign})


@dataclass(frozen=True, slots=True)
class NamedCalculation:
    """How a named calculation is written, and what it comes to."""

    text: str
    work: Callable[[Named], Mapping[str, Fraction | str]]
    """Returns its figures by name, the main one first."""
    goes_on: str
    """The figure that "it" means afterwards."""


def read_named(text: str) -> Named | None:
    """Return the calculation that the whole of `text` asks for; None if it asks for none. Numbers must be in digits."""
    for name in CALCULATIONS:
        if reading := SENTENCES.read(name, text):
            return _named(name, reading)
    return None


def read_loose(text: str, language: str) -> Named | None:
    """Return the calculation of a question that names it and has just the numbers that it is made of, in any order.

    None for any other text. Numbers must be in digits.
    """
    if len(text) > LONGEST_LOOSE or sum(each.isdigit() for each in text) < FEWEST_DIGITS:
        return None
    if not SENTENCES.find("asking", text):
        return None
    text = text.translate(SPELLED)
    slots: dict[str, str] = {}
    taken: list[tuple[int, int]] = []
    for intent in PARTS:
        for found in sorted(SENTENCES.find(intent, text), key=lambda each: each.start - each.end):
            if found.reading.language != language or any(
                found.start < end and start < found.end for start, end in taken
            ):
                continue
            if found.reading.slots.keys() & slots.keys():
                return None
            slots |= found.reading.slots
            taken.append((found.start, found.end))
    if any(each.isdigit() and not any(start <= at < end for start, end in taken) for at, each in enumerate(text)):
        return None
    made_of = {"term" if name in ("years", "months") else name for name in slots}
    for name, (about, needed) in LOOSE.items():
        if made_of == set(needed) and all(SENTENCES.find(intent, text) for intent in about):
            return _named(name, SentenceReading(slots, language))
    return None


def value_after(asked: Named, figures: Mapping[str, str]) -> str:
    """Return what "it" means after a calculation, as an expression; empty where it is no number."""
    value = figures.get(CALCULATIONS[asked.name].goes_on, "")
    return value if value.replace(".", "").replace("-", "").isdigit() else ""


def value_of(text: str, language: str) -> Fraction:
    """Return a number as people write it, without its currency: "$1,234.50", "1.000 euros", "200k".

    Raises `CannotCalculate` for what is none.
    """
    found = AMOUNT.search(fold(text))
    value = read_number(str(found.group()), language) if found else None
    if value is None:
        raise CannotCalculate(MathsReason.AMOUNT_PLAIN)
    return value


AMOUNT = re2.compile(r"-?[.0-9][0-9.,]*(?: ?(?:k|mil|million|millon|millones)\b)?")
SIGNS = (("$", ("$", "dol", "buck")), ("€", ("€", "eur")), ("£", ("£", "pound", "libra")))
BETWEEN = re2.compile(r"\s*(?:;|&|,?\s+(?:and|plus|y|e|mas)\s+|,\s+|\s)\s*")
GROUPED = re2.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
ASIDE = frozenset(("told", "asked", "more"))
"""Slots for what a question says besides its numbers."""
PERIODS = {1: "yearly", 2: "twice a year", 4: "quarterly", 12: "monthly", 52: "weekly", 365: "daily"}


def numbers_of(text: str, language: str) -> tuple[Fraction, ...]:
    """Return the numbers of a list: "3, 5 and 10", "3,5 y 4", "1 2 3". Raises `CannotCalculate`."""
    parts = [part for part in BETWEEN.split(fold(text).strip()) if part]
    found: list[str] = []
    for part in parts:
        # "3,5" is one number for a Spaniard who lists others beside it, "1,000" one for an Englishman.
        whole = "," in part and (GROUPED.fullmatch(part) or (language == "es" and len(parts) > 1))
        found += [part] if whole else [each for each in part.split(",") if each]
    if len(found) > MOST_NUMBERS:
        raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE)
    return tuple(value_of(each.rstrip("."), language) for each in found)


def _named(name: str, reading: SentenceReading) -> Named | None:
    slots = {slot: text for slot, text in reading.slots.items() if slot not in ASIDE}
    numbers = numbers_of(slots.pop("numbers"), reading.language) if "numbers" in slots else ()
    if name in OF_SEVERAL and len(numbers) < 2:
        return None
    written = fold(slots.get("amount", ""))
    sign = next((sign for sign, marks in SIGNS if any(mark in written for mark in marks)), "")
    values = {slot: value_of(text, reading.language) for slot, text in slots.items()}
    if "years" in values:
        values["months"] = values.pop("years") * 12
    if name == "compound":
        values.setdefault("period", Fraction(1))
    return Named(name, values, numbers, sign)


def _written(value: Fraction | str) -> str:
    if isinstance(value, str):
        return value
    text = write_number(value)
    return text if "/" not in text else decimal(value)


def _cents(value: Decimal) -> Fraction:
    """Return an amount rounded to cents, half up. Raises `CannotCalculate` for one that is too large."""
    if value.is_nan() or abs(value) > Decimal(10) ** 18:
        raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE)
    return Fraction(int((abs(value) * 100).to_integral_value("ROUND_HALF_UP", MONEY)), 100) * (-1 if value < 0 else 1)


def _decimal(value: Fraction) -> Decimal:
    return MONEY.divide(Decimal(value.numerator), Decimal(value.denominator))


def _shared(value: Fraction, count: Fraction) -> Fraction:
    if not count:
        raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
    return value / count


def _tip(asked: Named) -> Mapping[str, Fraction]:
    amount, share = asked.values["amount"], asked.values["percent"] / 100
    found = {"tip": amount * share, "total": amount * (1 + share)}
    if "count" in asked.values:
        return {"each": _shared(found["total"], asked.values["count"]), **found}
    return found


def _interest(asked: Named) -> Mapping[str, Fraction]:
    """A = P (1 + r/n)^(n t)."""
    amount, share, periods = (asked.values[name] for name in ("amount", "percent", "period"))
    times = _term(asked) * periods / 12
    grown = MONEY.power(_decimal(1 + share / 100 / periods), _decimal(times))
    total = _cents(MONEY.multiply(_decimal(amount), grown))
    return {"total": total, "interest": total - amount}


def _simple(asked: Named) -> Mapping[str, Fraction]:
    amount = asked.values["amount"]
    interest = amount * asked.values["percent"] / 100 * _term(asked) / 12
    return {"total": _cents(_decimal(amount + interest)), "interest": _cents(_decimal(interest))}


def _loan(asked: Named) -> Mapping[str, Fraction]:
    """M = P r / (1 - (1 + r)^-n), with r a month and n months."""
    amount, rate, months = _decimal(asked.values["amount"]), asked.values["percent"] / 1200, _term(asked)
    if rate:
        shrunk = MONEY.power(_decimal(1 + rate), -_decimal(months))
        monthly = MONEY.divide(MONEY.multiply(amount, _decimal(rate)), 1 - shrunk)
    else:
        monthly = MONEY.divide(amount, _decimal(months))
    total = MONEY.multiply(monthly, _decimal(months))
    return {"monthly": _cents(monthly), "total": _cents(total), "interest": _cents(total - amount)}


def _term(asked: Named) -> Fraction:
    months = asked.values["months"]
    if not 0 < months <= MOST_MONTHS:
        raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE)
    return months


def _median(asked: Named) -> Mapping[str, Fraction]:
    ordered = sorted(asked.numbers)
    middle = len(ordered) // 2
    return {"median": ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2}


def _average(asked: Named) -> Mapping[str, Fraction]:
    total, count = sum(asked.numbers, Fraction(0)), Fraction(len(asked.numbers))
    return {"average": total / count, "total": total, "count": count}


def _deviation(asked: Named) -> Mapping[str, Fraction | str]:
    """Of the numbers as a whole population (divided by n), and as a sample of one (by n - 1)."""
    average = _average(asked)["average"]
    squares = sum(((number - average) ** 2 for number in asked.numbers), Fraction(0))
    count = len(asked.numbers)
    return {"deviation": _root(squares / count), "sample": _root(squares / (count - 1)), "average": average}


def _root(value: Fraction) -> Fraction | str:
    above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if Fraction(above, below) ** 2 == value:
        return Fraction(above, below)
    return decimal(Fraction(MONEY.sqrt(_decimal(value))))


def factors_of(number: int) -> Mapping[int, int]:
    """Return the prime factors of a number from 2 on, with how often each is in it."""
    found: dict[int, int] = {}
    factor = 2
    while factor * factor <= number:
        while number % factor == 0:
            found[factor] = found.get(factor, 0) + 1
            number //= factor
        factor += 1 if factor == 2 else 2
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return found


def _whole(value: Fraction) -> int:
    """Return a number whose factors are asked for. Raises `CannotCalculate` for one that has none or is too large."""
    if value.denominator != 1 or not 0 < value <= MOST_FACTORED:
        raise CannotCalculate(MathsReason.FACTORS_LIMIT, most=MOST_FACTORED)
    return int(value)


def _product(factors: Mapping[int, int]) -> str:
    return "*".join(f"{factor}^{times}" if times > 1 else str(factor) for factor, times in factors.items()) or "1"


def _prime(asked: Named) -> Mapping[str, Fraction | str]:
    factors = factors_of(_whole(asked.values["number"]))
    return {"prime": "true" if sum(factors.values()) == 1 else "false", "factors": _product(factors)}


def _factors(asked: Named) -> Mapping[str, Fraction | str]:
    return {"factors": _product(factors_of(_whole(asked.values["number"])))}


def _common(name: str, of: Callable[..., int]) -> Callable[[Named], Mapping[str, Fraction]]:
    return lambda asked: {name: Fraction(of(*(_whole(number) for number in asked.numbers)))}


def _share(asked: Named) -> Mapping[str, Fraction]:
    return {"percent": _shared(asked.values["part"] * 100, asked.values["whole"])}


def _change(asked: Named) -> Mapping[str, Fraction]:
    before, after = asked.values["before"], asked.values["after"]
    return {"percent": _shared((after - before) * 100, before), "difference": after - before}


def _discount(asked: Named) -> Mapping[str, Fraction]:
    amount, off = asked.values["amount"], asked.values["amount"] * asked.values["percent"] / 100
    return {"total": amount - off, "off": off}


def _tax_added(asked: Named) -> Mapping[str, Fraction]:
    amount, tax = asked.values["amount"], asked.values["amount"] * asked.values["percent"] / 100
    return {"total": amount + tax, "tax": tax}


def _tax_taken(asked: Named) -> Mapping[str, Fraction]:
    amount = asked.values["amount"]
    net = amount / (1 + asked.values["percent"] / 100)
    return {"net": net, "tax": amount - net}


CALCULATIONS: Mapping[str, NamedCalculation] = {
    "shared_tip": NamedCalculation("split {amount} between {count} people with a {percent}% tip", _tip, "each"),
    "tip": NamedCalculation("{percent}% tip on {amount}", _tip, "total"),
    "split": NamedCalculation(
        "split {amount} between {count} people",
        lambda asked: {"each": _shared(asked.values["amount"], asked.values["count"])},
        "each",
    ),
    "average": NamedCalculation("average of {numbers}", _average, "average"),
    "median": NamedCalculation("median of {numbers}", _median, "median"),
    "maximum": NamedCalculation("maximum of {numbers}", lambda asked: {"maximum": max(asked.numbers)}, "maximum"),
    "minimum": NamedCalculation("minimum of {numbers}", lambda asked: {"minimum": min(asked.numbers)}, "minimum"),
    "deviation": NamedCalculation("standard deviation of {numbers}", _deviation, "deviation"),
    "sum": NamedCalculation("sum of {numbers}", lambda asked: {"sum": sum(asked.numbers, Fraction(0))}, "sum"),
    "prime": NamedCalculation("is {number} prime", _prime, "number"),
    "factors": NamedCalculation("prime factors of {number}", _factors, "number"),
    "gcd": NamedCalculation("greatest common divisor of {numbers}", _common("gcd", math.gcd), "gcd"),
    "lcm": NamedCalculation("least common multiple of {numbers}", _common("lcm", math.lcm), "lcm"),
    "compound": NamedCalculation(
        "compound interest on {amount} at {percent}% for {term} compounded {period}", _interest, "total"
    ),
    "simple": NamedCalculation("simple interest on {amount} at {percent}% for {term}", _simple, "total"),
    "loan": NamedCalculation("loan of {amount} at {percent}% for {term}", _loan, "monthly"),
    "share": NamedCalculation("what percent of {whole} is {part}", _share, "percent"),
    "change": NamedCalculation("percent change from {before} to {after}", _change, "percent"),
    "discount": NamedCalculation("it costs {amount} with {percent}% off", _discount, "total"),
    "tax_added": NamedCalculation("{amount} plus {percent}% VAT", _tax_added, "total"),
    "tax_taken": NamedCalculation("{amount} without {percent}% VAT", _tax_taken, "net"),
}
"""By their names, which are those of the intents; in the order in which they are tried."""
SPELLED = str.maketrans({"%": " percent", "$": " dollars ", "€": " euros ", "£": " pounds "})
"""Signs as words: sentences are found between the edges of words."""
PARTS = ("part_percent", "part_term", "part_count", "part_year", "part_amount")
"""The intents of single numbers, the plainest first."""
LOOSE: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "shared_tip": (("about_tip",), ("amount", "percent", "count")),
    "tip": (("about_tip",), ("amount", "percent")),
    "loan": (("about_loan",), ("amount", "percent", "term")),
    "compound": (("about_savings",), ("amount", "percent", "term")),
    "discount": (("about_discount",), ("amount", "percent")),
    "split": (("about_split", "about_money"), ("amount", "count")),
}
"""Calculations that are read from their numbers in any order: the words that name each, and what it is made of."""
FEWEST_DIGITS = 2
"""Of two numbers."""
LONGEST_LOOSE = 160
"""Characters; a longer text tells of more than one calculation."""
OF_SEVERAL = frozenset("average median maximum minimum deviation sum gcd lcm".split())
"""Those of a list of two numbers at least."""
