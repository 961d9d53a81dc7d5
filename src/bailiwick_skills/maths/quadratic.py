"""Quadratic equations in one unknown, solved exactly with steps."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from bailiwick.plugin import Language
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import Irrational, bounded, decimal, exact, root, write_complex
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.tree import (
    Binary,
    CannotCalculate,
    Comparison,
    Negative,
    Node,
    Number,
    Variable,
    variables,
    write_number,
    write_relation,
)

Polynomial = Mapping[int, Fraction]
"""Coefficients by power."""
MAX_DEGREE = 8
LARGEST_FACTOR = 10_000
"""Square factors are taken out of a root up to this number."""


class NotPolynomial(Exception):
    """The expression is no polynomial of low degree with rational coefficients."""


def polynomial(node: Node) -> Polynomial:
    """Return the coefficients of `node` in its one unknown. Raises `NotPolynomial` or `CannotCalculate`."""
    if not variables(node):
        try:
            return {0: exact(node)}
        except Irrational:
            raise NotPolynomial from None
    match node:
        case Variable():
            return {1: Fraction(1)}
        case Negative(operand):
            return {power: -value for power, value in polynomial(operand).items()}
        case Binary("+", left, right):
            return _plus(polynomial(left), polynomial(right))
        case Binary("-", left, right):
            return _plus(polynomial(left), polynomial(Negative(right)))
        case Binary("*", left, right):
            return _times(polynomial(left), polynomial(right))
        case Binary("/", left, right) if not variables(right):
            divisor = polynomial(right)[0]
            if divisor == 0:
                raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
            return {power: value / divisor for power, value in polynomial(left).items()}
        case Binary("^", left, Number(exponent)) if exponent.denominator == 1 and 0 <= exponent <= MAX_DEGREE:
            base, product = polynomial(left), {0: Fraction(1)}
            for _ in range(int(exponent)):
                product = _times(product, base)
            return product
        case _:
            raise NotPolynomial


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    return {p: bounded(one.get(p, Fraction(0)) + other.get(p, Fraction(0))) for p in {**one, **other}}


def _times(one: Polynomial, other: Polynomial) -> dict[int, Fraction]:
    product: dict[int, Fraction] = {}
    for power, value in one.items():
        for other_power, other_value in other.items():
            degree = power + other_power
            if degree > MAX_DEGREE:
                raise NotPolynomial
            product[degree] = bounded(product.get(degree, Fraction(0)) + value * other_value)
    return product


def write_polynomial(terms: Polynomial, name: str) -> str:
    """Return e.g. `x^2 - 5x + 6`."""
    written = ""
    for power in sorted((power for power, value in terms.items() if value), reverse=True):
        value = terms[power]
        size = write_number(abs(value))
        letter = "" if power == 0 else name if power == 1 else f"{name}^{power}"
        size = f"({size})" if letter and "/" in size else size
        body = size if not letter else letter if size == "1" else f"{size}{letter}"
        written += f" {'-' if value < 0 else '+'} {body}" if written else f"-{body}" if value < 0 else body
    return written or "0"


def solve_quadratic(relation: Comparison, language: Language) -> MathAnswer:
    """Solve an equation whose two sides differ by a polynomial of degree 2.

    Raises `NotPolynomial` if they do not.
    """
    terms = _plus(polynomial(relation.left), polynomial(Negative(relation.right)))
    if max((power for power, value in terms.items() if value), default=0) != 2:
        raise NotPolynomial
    name = variables(relation.left, relation.right)[0]
    a, b, c = (terms.get(power, Fraction(0)) for power in (2, 1, 0))
    discriminant = bounded(b * b - 4 * a * c)
    roots = _Roots(-b / (2 * a), discriminant, 2 * a)
    texts = roots.written()
    result = _either([f"{name} = {text}" for text in texts], language)
    decimals = roots.decimals()
    numbers = {key: write_number(value) for key, value in zip("abcd", (a, b, c, discriminant), strict=True)}
    kind = "two_roots" if discriminant > 0 else "one_root" if discriminant == 0 else "complex_roots"
    formula = {"x": name, "minus_b": write_number(-b), "two_a": write_number(2 * a)}
    gathered = f"{write_polynomial(terms, name)} = 0"
    steps = (
        step("start", language, a=write_relation(relation)),
        *([step("gather", language, a=gathered)] if gathered != write_relation(relation) else []),
        step("coefficients", language, **numbers),
        step("discriminant", language, **numbers),
        step(kind, language),
        step("formula", language, d=numbers["d"], **formula),
        step("result", language, a=result),
    )
    approximate = _either([f"{name} ≈ {text}" for text in decimals], language) if decimals != texts else None
    return MathAnswer(kind="equation", result=result, decimal=approximate, steps=steps)


def _either(texts: list[str], language: Language) -> str:
    return (" or " if language == "en" else " o ").join(texts)


class _Roots:
    """`middle ± sqrt(discriminant) / divisor`, in lowest terms."""

    def __init__(self, middle: Fraction, discriminant: Fraction, divisor: Fraction) -> None:
        whole = abs(discriminant.numerator) * discriminant.denominator
        outside, self.under = _square_out(whole)
        self.middle = middle
        self.factor = abs(Fraction(outside, discriminant.denominator) / divisor)
        self.imaginary = discriminant < 0

    def written(self) -> list[str]:
        if not self.factor:
            return [write_number(self.middle)]
        if self.under == 1 and not self.imaginary:
            return [write_number(self.middle + sign * self.factor) for sign in (-1, 1)]
        scale = lcm(self.middle.denominator, self.factor.denominator)
        middle, factor = int(self.middle * scale), int(self.factor * scale)
        surd = "*".join(
            part
            for part in (
                str(factor) if factor != 1 else "",
                f"sqrt({self.under})" if self.under != 1 else "",
                "i" if self.imaginary else "",
            )
            if part
        )
        both = [f"{middle} - {surd}", f"{middle} + {surd}"] if middle else [f"-{surd}", surd]
        if scale == 1:
            return both
        return [f"({text})/{scale}" if middle else f"{text}/{scale}" for text in both]

    def decimals(self) -> list[str]:
        if not self.factor:
            return [decimal(self.middle)]
        if self.under == 1 and not self.imaginary:
            return [decimal(self.middle + sign * self.factor) for sign in (-1, 1)]
        try:
            surd = float(self.factor) * float(self.under) ** 0.5
            middle = float(self.middle)
        except OverflowError:
            raise CannotCalculate(MathsReason.SOLUTIONS_TOO_LONG) from None
        return [
            write_complex(complex(middle, sign * surd) if self.imaginary else complex(middle + sign * surd))
            for sign in (-1, 1)
        ]


def _square_out(value: int) -> tuple[int, int]:
    """Return (k, m) with value = k²m, m without square factors up to `LARGEST_FACTOR`."""
    outside, factor = 1, 2
    while factor <= LARGEST_FACTOR and factor * factor <= value:
        while value % (factor * factor) == 0:
            value, outside = value // (factor * factor), outside * factor
        factor += 1
    try:
        # What is left may be the square of something larger than the factors tried.
        return outside * int(root(Fraction(value), 2)), 1
    except Irrational:
        return outside, value
