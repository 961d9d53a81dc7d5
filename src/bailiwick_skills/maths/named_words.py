"""What a named calculation comes to, in words that name it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bailiwick.plugin import Language, joined
from bailiwick_skills.maths.tree import write_number

WORDS: Mapping[str, Mapping[Language, str]] = {
    "tip": {
        "en": "A {percent}% tip on {amount} is {tip}, {total} with it.",
        "es": "Una propina del {percent} % sobre {amount} son {tip}; {total} con ella.",
    },
    "shared_tip": {
        "en": "{amount} with a {percent}% tip is {total} ({tip} of it the tip), {each} for each of {count}.",
        "es": "{amount} con un {percent} % de propina son {total} ({tip} de propina), {each} para cada uno de {count}.",
    },
    "split": {
        "en": "{amount} split between {count} is {each} each.",
        "es": "{amount} entre {count} son {each} cada uno.",
    },
    "average": {
        "en": "The average of {numbers} is {average} ({total} / {count}).",
        "es": "La media de {numbers} es {average} ({total} / {count}).",
    },
    "median": {"en": "The median of {numbers} is {median}.", "es": "La mediana de {numbers} es {median}."},
    "maximum": {"en": "The largest of {numbers} is {maximum}.", "es": "El mayor de {numbers} es {maximum}."},
    "minimum": {"en": "The smallest of {numbers} is {minimum}.", "es": "El menor de {numbers} es {minimum}."},
    "deviation": {
        "en": "The standard deviation of {numbers} is {deviation}; {sample} if they are a sample. Their average is"
        " {average}.",
        "es": "La desviación estándar de {numbers} es {deviation}; {sample} si son una muestra. Su media es {average}.",
    },
    "sum": {"en": "The sum of {numbers} is {sum}.", "es": "La suma de {numbers} es {sum}."},
    "prime": {"en": "Yes, {number} is prime.", "es": "Sí, {number} es primo."},
    "not_prime": {
        "en": "No, {number} is not prime: it is {factors}.",
        "es": "No, {number} no es primo: es {factors}.",
    },
    "one": {
        "en": "No, 1 is not prime: a prime has two divisors, 1 and itself.",
        "es": "No, 1 no es primo: un primo tiene dos divisores, 1 y él mismo.",
    },
    "factors": {"en": "The prime factors of {number}: {factors}.", "es": "Los factores primos de {number}: {factors}."},
    "gcd": {
        "en": "The greatest common divisor of {numbers} is {gcd}.",
        "es": "El máximo común divisor de {numbers} es {gcd}.",
    },
    "lcm": {
        "en": "The least common multiple of {numbers} is {lcm}.",
        "es": "El mínimo común múltiplo de {numbers} es {lcm}.",
    },
    "compound": {
        "en": "{amount} at {percent}% compound interest is {total} after {term} ({interest} of it interest), interest"
        " added {period}.",
        "es": "{amount} al {percent} % de interés compuesto son {total} tras {term} ({interest} de intereses),"
        " capitalizados {period}.",
    },
    "simple": {
        "en": "{amount} at {percent}% simple interest is {total} after {term} ({interest} of it interest).",
        "es": "{amount} al {percent} % de interés simple son {total} tras {term} ({interest} de intereses).",
    },
    "loan": {
        "en": "A loan of {amount} at {percent}% a year for {term} costs {monthly} a month: {total} in all,"
        " {interest} of it interest.",
        "es": "Un préstamo de {amount} al {percent} % anual a {term} cuesta {monthly} al mes: {total} en total,"
        " {interest} de intereses.",
    },
    "share": {"en": "{part} is {percent}% of {whole}.", "es": "{part} es el {percent} % de {whole}."},
    "change": {
        "en": "From {before} to {after} is a change of {percent}% ({difference}).",
        "es": "De {before} a {after} hay un cambio del {percent} % ({difference}).",
    },
    "discount": {
        "en": "{amount} with {percent}% off is {total}, {off} less.",
        "es": "{amount} con un {percent} % de descuento son {total}, {off} menos.",
    },
    "tax_added": {
        "en": "{amount} with {percent}% tax is {total}, {tax} of it the tax.",
        "es": "{amount} con un {percent} % de impuesto son {total}, {tax} de impuesto.",
    },
    "tax_taken": {
        "en": "{amount} without {percent}% tax is {net}, the tax is {tax}.",
        "es": "{amount} sin un {percent} % de impuesto son {net}; el impuesto es {tax}.",
    },
}
"""By the name of the calculation, with its figures."""
MONEY = frozenset("amount tip off total each interest monthly tax net".split())
"""Figures that are amounts of money, but of the average."""
PERIODS: Mapping[str, Mapping[Language, str]] = {
    "1": {"en": "yearly", "es": "anualmente"},
    "2": {"en": "twice a year", "es": "dos veces al año"},
    "4": {"en": "quarterly", "es": "cada trimestre"},
    "12": {"en": "monthly", "es": "cada mes"},
    "52": {"en": "weekly", "es": "cada semana"},
    "365": {"en": "daily", "es": "cada día"},
}
MOST_DECIMALS = 4
"""Decimals of an amount that is told exactly, beside the same rounded to cents."""


def say_named(name: str, figures: Mapping[str, str], language: Language) -> str:
    """Return the sentence, with the exact amounts rounded to cents behind it where they have more decimals."""
    shown = {slot: _shown(slot, value, name, figures["sign"], language) for slot, value in figures.items()}
    if "months" in figures:
        shown["term"] = _term(Fraction(figures["months"]), language)
    if "period" in figures:
        shown["period"] = PERIODS[figures["period"]][language]
    if name == "prime" and figures["prime"] == "false":
        name = "one" if figures["number"] == "1" else "not_prime"
    said = WORDS[name][language].format(**shown)
    if name in ("average", "share", "change"):
        return said
    rounded = [
        _amount(_cents(value), figures["sign"], language)
        for slot, value in figures.items()
        if slot in MONEY and _is_exact(value) and slot != "amount"
    ]
    if rounded:
        words = joined(rounded, "and" if language == "en" else "y")
        said += f" Rounded: {words}." if language == "en" else f" Redondeado: {words}."
    return said


def number(text: str, language: Language) -> str:
    """Return a number in the format of the language: 1,234.5 in English, 1.234,5 in Spanish."""
    whole, point, decimals = text.partition(".")
    grouped = f"{int(whole):,}" if whole.lstrip("-").isdigit() else whole
    if grouped == "0" and whole.startswith("-"):
        grouped = "-0"
    written = f"{grouped}{point}{decimals}"
    return written.translate(str.maketrans(",.", ".,")) if language == "es" else written


def _shown(slot: str, value: str, name: str, sign: str, language: Language) -> str:
    if slot == "numbers":
        return _listed([number(each, language) for each in value.split(", ")], language)
    if slot in MONEY and name != "average":
        return _amount(value if _is_exact(value) else _cents(value), sign, language)
    if slot in ("factors", "prime", "sign", "period", "months"):
        return value
    return number(value, language)


def _listed(numbers: Sequence[str], language: Language) -> str:
    # Where numbers have commas themselves, semicolons stand between them.
    conjunction = "and" if language == "en" else "y"
    if any("," in each for each in numbers) and len(numbers) > 2:
        return f"{'; '.join(numbers[:-1])} {conjunction} {numbers[-1]}"
    return joined(numbers, conjunction)


def _is_exact(value: str) -> bool:
    """Whether an amount has more decimals than money has, but few enough to be told."""
    return 2 < len(value.partition(".")[2]) <= MOST_DECIMALS


def _cents(value: str) -> str:
    cents = Fraction(value) * 100
    rounded = int(abs(cents) + Fraction(1, 2)) * (-1 if cents < 0 else 1)
    whole, rest = divmod(abs(rounded), 100)
    return f"{'-' if rounded < 0 else ''}{whole}" + (f".{rest:02}" if rest else "")


def _amount(value: str, sign: str, language: Language) -> str:
    written = number(value, language)
    if not sign:
        return written
    return f"{written} {sign}" if language == "es" else f"{sign}{written}"


def _term(months: Fraction, language: Language) -> str:
    years = months / 12
    in_years = years.denominator == 1 or months.denominator > 1
    count, one, many = (years, "year", "years") if in_years else (months, "month", "months")
    if language == "es":
        one, many = ("año", "años") if in_years else ("mes", "meses")
    return f"{number(write_number(count), language)} {one if count == 1 else many}"
