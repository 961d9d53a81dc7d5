"""How sympy's expressions are written. Imported only by the worker process."""

from typing import Any

import sympy
from sympy.printing.str import StrPrinter

from bailiwick_skills.maths import tree
from bailiwick_skills.maths.evaluate import DIGITS, write_complex
from bailiwick_skills.maths.parser import parse
from bailiwick_skills.maths.tree import CannotCalculate

Expression = Any  # sympy has no usable types


class Printer(StrPrinter):
    """Writes expressions as our own parser reads them."""

    def _print_log(self, expr: Expression) -> str:
        return f"ln({self._print(expr.args[0])})"

    def _print_Abs(self, expr: Expression) -> str:
        return f"abs({self._print(expr.args[0])})"

    def _print_ceiling(self, expr: Expression) -> str:
        return f"ceil({self._print(expr.args[0])})"

    def _print_Exp1(self, expr: Expression) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]  sympy has no types; its literals are inferred
        return "e"

    def _print_ImaginaryUnit(self, expr: Expression) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]  sympy has no types; its literals are inferred
        return "i"

    def _print_Infinity(self, expr: Expression) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]  sympy has no types; its literals are inferred
        return "infinity"

    def _print_NegativeInfinity(self, expr: Expression) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]  sympy has no types; its literals are inferred
        return "-infinity"

    def _print_ExpBase(self, expr: Expression) -> str:
        return f"e^({self._print(expr.args[0])})" if not expr.args[0].is_Symbol else f"e^{expr.args[0]}"

    _print_exp = _print_ExpBase


def write(expression: Expression) -> str:
    """Return `expression` as our own parser reads it."""
    text = Printer().doprint(expression).replace("**", "^")
    try:
        return tree.write(parse(text))
    except CannotCalculate:  # a function that only sympy knows, or a very long result
        return text


def decimals(expression: Expression) -> str | None:
    """Return the decimal approximation of a number; None where it is none or written so already."""
    if not expression.is_number or expression.is_Integer or not expression.is_finite:
        return None
    try:
        text = write_complex(complex(sympy.N(expression, 15)))
    except (OverflowError, TypeError):
        text = trimmed(Printer({"full_prec": False}).doprint(sympy.N(expression, DIGITS)))
    return text if text != write(expression) else None


def trimmed(text: str) -> str:
    """Return a decimal without closing zeros."""
    if "e" in text or "i" in text or "." not in text:
        return text
    return text.rstrip("0").rstrip(".")
