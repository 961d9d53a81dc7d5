"""The value of an expression without unknowns: exact where it is rational, else to fifteen digits."""

import cmath
import math
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction

from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import (
    Binary,
    Call,
    CannotCalculate,
    Constant,
    Negative,
    Node,
    Number,
    Postfix,
    Variable,
    write,
)

MAX_BITS = 13_000
"""Longest numerator or denominator, in bits; about 3,900 digits."""
MAX_FACTORIAL = 1_000
DIGITS = 12
"""Significant digits of a decimal approximation."""


class Irrational(Exception):
    """The value is no fraction, or it cannot be told without approximating."""


def exact(node: Node, record: Callable[[Node, Fraction], None] = lambda node, value: None) -> Fraction:
    """Return the value of `node` as a fraction; `record` is told the value of each operation, innermost first.

    Raises `Irrational`, or `CannotCalculate` (division by zero, too large, an unknown in it).
    """
    match node:
        case Number(value):
            return value
        case Variable(name):
            raise CannotCalculate(MathsReason.VALUE_NOT_KNOWN, name=name)
        case Constant():
            raise Irrational
        case Negative(operand):
            return -exact(operand, record)
        case Postfix(operator, operand):
            value = _postfix(operator, exact(operand, record))
        case Binary(operator, left, Postfix("%", share)) if operator in ("+", "-") and not _is_share(left):
            whole, part = exact(left, record), exact(share, record) / 100
            value = whole * (1 + part if operator == "+" else 1 - part)
        case Binary(operator, left, right):
            value = _binary(operator, exact(left, record), exact(right, record))
        case Call(function, arguments):
            value = _call(function, [exact(argument, record) for argument in arguments])
    record(node, bounded(value))
    return value


def _is_share(node: Node) -> bool:
    return isinstance(node, Postfix) and node.operator == "%"


def bounded(value: Fraction) -> Fraction:
    """Return `value`. Raises `CannotCalculate` if it is too large to be written out."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise CannotCalculate(MathsReason.NUMBER_TOO_LONG)
    return value


def _postfix(operator: str, value: Fraction) -> Fraction:
    if operator == "%":
        return value / 100
    if operator == "!":
        return Fraction(factorial(value))
    raise Irrational


def factorial(value: Fraction) -> int:
    """Return `value`!. Raises `CannotCalculate` unless it is a whole number from 0 to `MAX_FACTORIAL`."""
    if value.denominator != 1 or value < 0:
        raise CannotCalculate(MathsReason.FACTORIAL_NEEDS)
    if value > MAX_FACTORIAL:
        raise CannotCalculate(MathsReason.FACTORIAL_LIMIT, most=MAX_FACTORIAL)
    return math.factorial(int(value))


def _binary(operator: str, left: Fraction, right: Fraction) -> Fraction:
    if operator in ("/", "mod") and right == 0:
        raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case "mod":
            return left % right
        case _:
            return power(left, right)


def power(base: Fraction, exponent: Fraction) -> Fraction:
    """Return `base` to the `exponent`. Raises `Irrational` or `CannotCalculate` (0 to a negative, too large)."""
    if base == 0 and exponent < 0:
        raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
    if base == 0 and exponent == 0:
        raise CannotCalculate(MathsReason.ZERO_TO_ZERO)
    if base in (0, 1) or exponent == 0:
        return Fraction(1) if exponent == 0 else base
    if exponent.denominator != 1:
        return power(root(base, exponent.denominator), Fraction(exponent.numerator))
    size = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    if base != -1 and abs(exponent) * max(size, 1) > MAX_BITS:
        raise CannotCalculate(MathsReason.NUMBER_TOO_LONG)
    return base ** (int(exponent) if base != -1 else int(exponent) % 2)


def root(value: Fraction, degree: int) -> Fraction:
    """Return the real root of that degree. Raises `Irrational` if it is no fraction."""
    if value < 0 or degree > 64:
        raise Irrational
    return Fraction(_whole_root(value.numerator, degree), _whole_root(value.denominator, degree))


def _whole_root(value: int, degree: int) -> int:
    """Return the whole root, found by halving an interval; exact for numbers of any length."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    if low**degree != value:
        raise Irrational
    return low


def _call(function: str, values: list[Fraction]) -> Fraction:
    first = values[0]
    match function:
        case "abs":
            return abs(first)
        case "sign":
            return Fraction((first > 0) - (first < 0))
        case "floor":
            return Fraction(math.floor(first))
        case "ceil":
            return Fraction(math.ceil(first))
        case "round":
            return _rounded(first, values[1] if len(values) > 1 else Fraction(0))
        case "factorial":
            return Fraction(factorial(first))
        case "sqrt":
            return root(first, 2)
        case "cbrt":
            return -root(-first, 3) if first < 0 else root(first, 3)
        case "root":
            if values[1].denominator != 1 or not 1 <= values[1] <= 64:
                raise Irrational
            return root(first, int(values[1]))
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "gcd" | "lcm":
            if any(value.denominator != 1 for value in values):
                raise CannotCalculate(MathsReason.NEEDS_WHOLE, function=function)
            return Fraction((math.gcd if function == "gcd" else math.lcm)(*map(int, values)))
        case "log":
            return _whole_log(first, values[1] if len(values) > 1 else Fraction(10))
        case _:
            raise Irrational


def _rounded(value: Fraction, places: Fraction) -> Fraction:
    """Round half away from zero, as people do."""
    if places.denominator != 1 or abs(places) > 100:
        raise CannotCalculate(MathsReason.ROUND_PLACES)
    scale = Fraction(10) ** int(places)
    return Fraction(math.floor(abs(value) * scale + Fraction(1, 2)), 1) / scale * (1 if value >= 0 else -1)


def _whole_log(value: Fraction, base: Fraction) -> Fraction:
    if value <= 0 or base <= 0 or base == 1:
        raise CannotCalculate(MathsReason.LOGARITHM_NEEDS)
    guess = round(_log2(value) / _log2(base))
    if abs(guess) <= MAX_BITS and power(base, Fraction(guess)) == value:
        return Fraction(guess)
    raise Irrational


def _log2(value: Fraction) -> float:
    return math.log2(value.numerator) - math.log2(value.denominator)


def approximate(node: Node) -> complex:
    """Return the value of `node` in floating point. Raises `CannotCalculate`."""
    try:
        value = _float(node)
    except (OverflowError, ValueError, ZeroDivisionError):
        raise CannotCalculate(MathsReason.NOT_DEFINED, expression=write(node)[:80]) from None
    if not cmath.isfinite(value):
        raise CannotCalculate(MathsReason.NUMBER_TOO_LONG)
    return value


def _float(node: Node) -> complex:
    try:
        return complex(float(exact(node)))
    except Irrational:
        pass
    match node:
        case Constant(name):
            if name == "infinity":
                raise CannotCalculate(MathsReason.INFINITY_IS_NONE)
            return {"pi": complex(math.pi), "e": complex(math.e), "i": 1j}[name]
        case Negative(operand):
            return -_float(operand)
        case Postfix("°", operand):
            return _float(operand) * math.pi / 180
        case Postfix("%", operand):
            return _float(operand) / 100
        case Postfix():
            raise CannotCalculate(MathsReason.FACTORIAL_NEEDS)
        case Binary(operator, left, Postfix("%", share)) if operator in ("+", "-") and not _is_share(left):
            part = _float(share) / 100
            return _float(left) * (1 + part if operator == "+" else 1 - part)
        case Binary(operator, left, right):
            return _float_binary(operator, _float(left), _float(right))
        case Call(function, arguments):
            return _float_call(function, [_float(argument) for argument in arguments])
        case _:
            raise CannotCalculate(MathsReason.HAS_NO_VALUE, expression=write(node)[:80])


def _float_binary(operator: str, left: complex, right: complex) -> complex:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            if right == 0:
                raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
            return left / right
        case "mod":
            return complex(_real(left) % _real(right))
        case _:
            return left**right


FLOAT_FUNCTIONS: dict[str, Callable[[complex], complex]] = {
    "sqrt": cmath.sqrt,
    "exp": cmath.exp,
    "ln": cmath.log,
    "sin": cmath.sin,
    "cos": cmath.cos,
    "tan": cmath.tan,
    "asin": cmath.asin,
    "acos": cmath.acos,
    "atan": cmath.atan,
    "sinh": cmath.sinh,
    "cosh": cmath.cosh,
    "tanh": cmath.tanh,
    "asinh": cmath.asinh,
    "acosh": cmath.acosh,
    "atanh": cmath.atanh,
    "abs": lambda value: complex(abs(value)),
    "cot": lambda value: 1 / cmath.tan(value),
    "sec": lambda value: 1 / cmath.cos(value),
    "csc": lambda value: 1 / cmath.sin(value),
    "floor": lambda value: complex(math.floor(_real(value))),
    "ceil": lambda value: complex(math.ceil(_real(value))),
    "sign": lambda value: complex((_real(value) > 0) - (_real(value) < 0)),
    "cbrt": lambda value: complex(math.cbrt(_real(value))),
}
POLE = 1e15
"""A tangent or the like beyond this stands at a pole; floating point only just misses it."""


def _float_call(function: str, values: list[complex]) -> complex:
    first = values[0]
    match function:
        case "log":
            return cmath.log(first) / cmath.log(values[1] if len(values) > 1 else 10)
        case "root":
            return first ** (1 / values[1])
        case "round":
            places = int(_real(values[1])) if len(values) > 1 else 0
            return complex(round(_real(first), places))
        case "max" | "min":
            return complex((max if function == "max" else min)(map(_real, values)))
        case "gcd" | "lcm" | "factorial":
            raise CannotCalculate(MathsReason.NEEDS_WHOLE, function=function)
        case _:
            value = FLOAT_FUNCTIONS[function](first)
            if function in ("tan", "cot", "sec", "csc") and abs(value) > POLE:
                raise CannotCalculate(MathsReason.NOT_DEFINED_THERE, function=function)
            return value


def _real(value: complex) -> float:
    if abs(value.imag) > 1e-12 * max(1.0, abs(value.real)):
        raise CannotCalculate(MathsReason.NEEDS_REAL)
    return value.real


def decimal(value: Fraction) -> str:
    """Return a fraction in decimals, to `DIGITS` significant digits."""
    context = Context(prec=DIGITS, Emax=999_999, Emin=-999_999)
    return _tidy(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def write_complex(value: complex) -> str:
    """Return `1.5`, `2i` or `1 + 2i`, to `DIGITS` significant digits; parts that are rounding noise are left out."""
    noise = 1e-13 * max(1.0, abs(value))
    real, imaginary = (0.0 if abs(part) < noise else part for part in (value.real, value.imag))
    if imaginary == 0:
        return _tidy(Context(prec=DIGITS).create_decimal_from_float(real))
    size = _tidy(Context(prec=DIGITS).create_decimal_from_float(abs(imaginary)))
    unit = "i" if size == "1" else f"{size}i"
    if real == 0:
        return unit if imaginary > 0 else f"-{unit}"
    return f"{_tidy(Context(prec=DIGITS).create_decimal_from_float(real))} {'+' if imaginary > 0 else '-'} {unit}"


def _tidy(value: Decimal) -> str:
    if value == 0:
        return "0"
    if -7 <= value.adjusted() < 16:
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value.normalize():e}".replace("e+", "e")
