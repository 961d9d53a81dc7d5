"""Linear equations and inequalities in one unknown, solved exactly with steps."""

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from bailiwick.plugin import Language
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import Irrational, bounded, decimal, exact
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.tree import (
    Binary,
    CannotCalculate,
    Comparison,
    Negative,
    Node,
    Variable,
    variables,
    write_number,
    write_relation,
)

Linear = Mapping[str, Fraction]
"""Coefficients by unknown; the constant under the empty name."""

FLIPPED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
HOLDS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class NotLinear(Exception):
    """The expression is not linear in its unknowns, or has irrational coefficients."""


def linear(node: Node) -> Linear:
    """Return the coefficients of `node`. Raises `NotLinear` or `CannotCalculate`."""
    if not variables(node):
        try:
            return {"": exact(node)}
        except Irrational:
            raise NotLinear from None
    match node:
        case Variable(name):
            return {name: Fraction(1)}
        case Negative(operand):
            return _scaled(linear(operand), Fraction(-1))
        case Binary("+", left, right):
            return _plus(linear(left), linear(right))
        case Binary("-", left, right):
            return _plus(linear(left), _scaled(linear(right), Fraction(-1)))
        case Binary("*", left, right):
            one, other = linear(left), linear(right)
            if not _unknowns(one):
                return _scaled(other, one.get("", Fraction(0)))
            if not _unknowns(other):
                return _scaled(one, other.get("", Fraction(0)))
            raise NotLinear
        case Binary("/", left, right) if not variables(right):
            try:
                divisor = exact(right)
            except Irrational:
                raise NotLinear from None
            if divisor == 0:
                raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
            return _scaled(linear(left), 1 / divisor)
        case _:
            raise NotLinear


def _scaled(terms: Linear, factor: Fraction) -> Linear:
    return {name: bounded(value * factor) for name, value in terms.items()}


def _plus(one: Linear, other: Linear) -> Linear:
    names = {**one, **other}
    return {name: bounded(one.get(name, Fraction(0)) + other.get(name, Fraction(0))) for name in names}


def _unknowns(terms: Linear) -> list[str]:
    return sorted(name for name, value in terms.items() if name and value)


def write_linear(terms: Linear) -> str:
    """Return e.g. `2x - 3y + 5`."""
    written = ""
    for name in [*_unknowns(terms), ""]:
        value = terms.get(name, Fraction(0))
        if not value:
            continue
        size = write_number(abs(value))
        body = size if not name else name if size == "1" else f"({size}){name}" if "/" in size else f"{size}{name}"
        sign = "-" if value < 0 else "+"
        written += f" {sign} {body}" if written else f"-{body}" if value < 0 else body
    return written or "0"


def solve_one(relation: Comparison, language: Language) -> MathAnswer:
    """Solve a relation in one unknown. Raises `NotLinear` if it is not linear."""
    left, right = linear(relation.left), linear(relation.right)
    kind = "equation" if relation.operator == "=" else "inequality"
    steps = [step("start", language, a=write_relation(relation))]
    name = next(iter(variables(relation.left, relation.right)))
    sign = relation.operator

    def shown() -> str:
        return f"{write_linear(left)} {sign} {write_linear(right)}"

    if shown() != write_relation(relation):
        steps.append(step("simplify", language, a=shown()))
    if not left.get(name) and right.get(name):
        left, right, sign = right, left, FLIPPED[sign]
        steps.append(step("swap", language, a=shown()))
    for part in (name, ""):
        side = right if part else left
        moved = side.get(part, Fraction(0))
        if not moved or (not part and not left.get(name)):
            continue
        term = {part: -moved}
        left, right = _plus(left, term), _plus(right, term)
        verb = "subtract" if moved > 0 else "add"
        steps.append(step(verb, language, a=shown(), b=write_linear({part: abs(moved)})))
    factor, value = left.get(name, Fraction(0)), right.get("", Fraction(0)) - left.get("", Fraction(0))
    if not factor:
        return _degenerate(kind, HOLDS[sign](Fraction(0), value), shown(), steps, language)
    solution = bounded(value / factor)
    if factor != 1:
        sign = FLIPPED[sign] if factor < 0 else sign
        text = f"{name} {sign} {write_number(solution)}"
        if factor < 0 and sign != "=":
            steps.append(step("flip", language, a=text, b=write_number(factor)))
        elif abs(factor) < 1 and abs(factor.numerator) == 1:
            steps.append(step("multiply", language, a=text, b=write_number(1 / factor)))
        else:
            steps.append(step("divide", language, a=text, b=write_number(factor)))
    if sign == "=":
        steps.append(_checked(relation, name, solution, language))
    return _answer(kind, name, sign, solution, steps)


def _checked(relation: Comparison, name: str, solution: Fraction, language: Language) -> str:
    def at(node: Node) -> str:
        terms = linear(node)
        return write_number(terms.get("", Fraction(0)) + terms.get(name, Fraction(0)) * solution)

    where = f"{name} = {write_number(solution)}"
    return step("check", language, a=f"{at(relation.left)} = {at(relation.right)}", b=where)


def _answer(kind: str, name: str, sign: str, solution: Fraction, steps: Sequence[str]) -> MathAnswer:
    from_fraction = "/" in write_number(solution)
    return MathAnswer(
        kind=kind,
        result=f"{name} {sign} {write_number(solution)}",
        decimal=f"{name} {sign if sign != '=' else '≈'} {decimal(solution)}" if from_fraction else None,
        steps=tuple(steps),
    )


def _degenerate(kind: str, holds: bool, shown: str, steps: list[str], language: Language) -> MathAnswer:
    if holds:
        steps.append(step("always", language, a=shown))
        result = "every number is a solution" if language == "en" else "cualquier número es solución"
    else:
        steps.append(step("never", language, a=shown))
        result = "no solution" if language == "en" else "no hay solución"
    return MathAnswer(kind=kind, result=result, steps=tuple(steps))
