"""Work that needs computer algebra. Imported only by the worker process: sympy takes long to load and may run long."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from bailiwick.plugin import Language
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.calculus_steps import derivative_steps
from bailiwick_skills.maths.evaluate import DIGITS
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.sympy_text import decimals, trimmed, write
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
)
from bailiwick_skills.maths.wire import from_wire

Expression = Any  # sympy has no usable types
MAX_RESULT = 10_000
"""Longest result, in characters."""
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "infinity": sympy.oo}
FUNCTIONS: Mapping[str, Any] = {
    "sqrt": sympy.sqrt,
    "exp": sympy.exp,
    "ln": sympy.log,
    "abs": sympy.Abs,
    "factorial": sympy.factorial,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "sign": sympy.sign,
    "cbrt": sympy.cbrt,
    "root": sympy.root,
    "max": sympy.Max,
    "min": sympy.Min,
    "gcd": sympy.gcd,
    "lcm": sympy.lcm,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "cot": sympy.cot,
    "sec": sympy.sec,
    "csc": sympy.csc,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "asinh": sympy.asinh,
    "acosh": sympy.acosh,
    "atanh": sympy.atanh,
}
OPERATIONS: Mapping[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "mod": sympy.Mod,
    "^": operator.pow,
}


def build(node: Node) -> Expression:
    """Return the sympy expression of a tree; nothing that a person wrote is ever evaluated as code."""
    match node:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Variable(name):
            return sympy.Symbol(name, real=True)
        case Constant(name):
            return CONSTANTS[name]
        case Negative(operand):
            return -build(operand)
        case Postfix("%", operand):
            return build(operand) / 100
        case Postfix("°", operand):
            return build(operand) * sympy.pi / 180
        case Postfix(_, operand):
            return sympy.factorial(build(operand))
        case Binary("+" | "-" as sign, left, Postfix("%", share)):
            whole = 1 if isinstance(left, Postfix) and left.operator == "%" else build(left)
            return OPERATIONS[sign](build(left), whole * build(share) / 100)
        case Binary(sign, left, right):
            return OPERATIONS[sign](build(left), build(right))
        case Call("log", arguments):
            return sympy.log(build(arguments[0]), *([build(arguments[1])] if arguments[1:] else [10]))
        case Call("round", arguments):
            return _rounded(*[build(argument) for argument in arguments])
        case Call(function, arguments):
            return FUNCTIONS[function](*[build(argument) for argument in arguments])


def _rounded(value: Expression, places: Expression = 0) -> Expression:
    scale = sympy.Integer(10) ** places
    return sympy.sign(value) * sympy.floor(sympy.Abs(value) * scale + sympy.Rational(1, 2)) / scale


def carry_out(job: Mapping[str, Any]) -> MathAnswer:
    """Do one job: `kind`, `trees` (in wire form) and what else the kind needs. Raises `CannotCalculate`."""
    answer = _carried_out(job)
    if len(answer.result) > MAX_RESULT:
        raise CannotCalculate(MathsReason.RESULT_TOO_LONG)
    return answer


def _carried_out(job: Mapping[str, Any]) -> MathAnswer:
    language: Language = job["language"]
    if job["kind"] in ("system", "equation", "inequality"):
        relations = [(wire[1], build(from_wire(wire[2])), build(from_wire(wire[3]))) for wire in job["trees"]]
        return _solve(job["kind"], relations, job["variable"], language)
    expression = build(from_wire(job["trees"][0]))
    match job["kind"]:
        case "derivative":
            return _derivative(expression, job["variable"], job["order"], language)
        case "integral":
            bounds = [build(from_wire(wire)) for wire in job["trees"][1:]]
            return _integral(expression, job["variable"], bounds, language)
        case "limit":
            point = build(from_wire(job["trees"][1]))
            return _limit(expression, job["variable"], point, job["side"], language)
        case "factor":
            return _rewritten("factor", sympy.factor(expression))
        case "expand":
            return _rewritten("expand", sympy.expand(expression))
        case _:
            return _rewritten(job["kind"], sympy.simplify(expression))


def _rewritten(kind: str, expression: Expression) -> MathAnswer:
    if expression.has(sympy.zoo, sympy.nan):
        raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
    return MathAnswer(kind, write(expression), decimals(expression))


def _symbol(name: str) -> Expression:
    return sympy.Symbol(name, real=True)


def _derivative(expression: Expression, name: str, order: int, language: Language) -> MathAnswer:
    result, steps = expression, list[str]()
    for turn in range(order):
        before, result = result, _shorter(sympy.diff(result, _symbol(name)))
        if turn:
            steps.append(step("again", language, a=write(result)))
        else:
            steps += derivative_steps(before, _symbol(name), result, write, language)
    return MathAnswer("derivative", write(result), decimals(result), tuple(steps))


def _shorter(expression: Expression) -> Expression:
    simple = sympy.simplify(expression)
    return simple if len(write(simple)) < len(write(expression)) else expression


def _integral(expression: Expression, name: str, bounds: Sequence[Expression], language: Language) -> MathAnswer:
    symbol = _symbol(name)
    antiderivative = sympy.integrate(expression, symbol)
    known = not antiderivative.has(sympy.Integral)
    steps = [step("antiderivative", language, a=write(expression), b=write(antiderivative))] if known else []
    if not bounds:
        if not known:
            raise CannotCalculate(MathsReason.NO_ANTIDERIVATIVE)
        result = f"{write(antiderivative)} + C"
        return MathAnswer("integral", result, None, (*steps, step("plus_c", language, a=result)))
    low, high = bounds
    value = sympy.simplify(sympy.integrate(expression, (symbol, low, high)))
    if value.has(sympy.nan, sympy.zoo) or value in (sympy.oo, -sympy.oo):
        raise CannotCalculate(MathsReason.INTEGRAL_DIVERGES)
    if value.has(sympy.Integral):
        number = sympy.N(value, DIGITS)
        if not number.is_number or number.has(sympy.Integral, sympy.nan):
            raise CannotCalculate(MathsReason.NO_INTEGRAL)
        return MathAnswer("integral", trimmed(write(number)))
    if known and low.is_finite and high.is_finite:
        ends = [write(antiderivative.subs(symbol, end)) for end in (high, low)]
        names = {"a": write(low), "b": write(high), "c": ends[0], "d": ends[1]}
        steps.append(step("bounds", language, **names, e=write(value)))
    return MathAnswer("integral", write(value), decimals(value), tuple(steps))


def _limit(expression: Expression, name: str, point: Expression, side: str, language: Language) -> MathAnswer:
    symbol = _symbol(name)
    direction = {"left": "-", "right": "+"}.get(side, "+-" if point.is_finite else "+")
    direct = expression.subs(symbol, point)
    try:
        value = sympy.limit(expression, symbol, point, direction)
    except ValueError:
        raise CannotCalculate(MathsReason.LIMIT_DIFFERS) from None
    if value.has(sympy.zoo):
        raise CannotCalculate(MathsReason.LIMIT_DIFFERS)
    if value.has(sympy.AccumBounds, sympy.nan, sympy.Limit):
        raise CannotCalculate(MathsReason.NO_LIMIT)
    shown = {"x": name, "a": write(point)}
    if direct == value:
        return MathAnswer(
            "limit", write(value), decimals(value), (step("direct_limit", language, b=write(value), **shown),)
        )
    form = step("form_limit", language, c=write(value), **shown)
    return MathAnswer("limit", write(value), decimals(value), (form,))


COMPARISONS: Mapping[str, Any] = {
    "=": sympy.Eq,
    "<": sympy.Lt,
    "<=": sympy.Le,
    ">": sympy.Gt,
    ">=": sympy.Ge,
}


def _solve(
    kind: str, relations: Sequence[tuple[str, Expression, Expression]], name: str | None, language: Language
) -> MathAnswer:
    either = " or " if language == "en" else " o "
    none = "no solution" if language == "en" else "no hay solución"
    if kind == "inequality":
        symbol = _symbol(name or "x")
        sets = [
            sympy.solveset(COMPARISONS[sign](left, right), symbol, sympy.S.Reals) for sign, left, right in relations
        ]
        found = sympy.Intersection(*sets)
        return MathAnswer(kind, _written_set(found, str(symbol), either, none))
    # Solutions may be complex, so the unknowns must not be declared real here.
    plain = {
        symbol: sympy.Symbol(symbol.name) for _, *sides in relations for side in sides for symbol in side.free_symbols
    }
    equations = [(left - right).subs(plain) for _, left, right in relations]
    if kind == "equation":
        unknown = sympy.Symbol(name or "x")
        roots = sympy.solve(equations[0], unknown)
        texts = [f"{unknown} = {write(root)}" for root in roots]
        shown = [f"{unknown} ≈ {text}" if (text := decimals(root)) else f"{unknown} = {write(root)}" for root in roots]
        approximate = any(decimals(root) for root in roots)
        return MathAnswer(kind, either.join(texts) or none, either.join(shown) if approximate else None)
    unknowns = sorted(plain.values(), key=str)
    found = sympy.solve(equations, unknowns, dict=True)
    rows = [", ".join(f"{unknown} = {write(row[unknown])}" for unknown in unknowns if unknown in row) for row in found]
    return MathAnswer(kind, either.join(rows) or none)


def _written_set(found: Expression, name: str, either: str, none: str) -> str:
    if found is sympy.S.EmptySet:
        return none
    if found == sympy.S.Reals:
        return f"-infinity < {name} < infinity"
    if isinstance(found, sympy.Union):
        return either.join(_written_set(part, name, either, none) for part in found.args)
    if isinstance(found, sympy.FiniteSet):
        return either.join(f"{name} = {write(value)}" for value in found.args)
    if isinstance(found, sympy.Interval):
        left = "<" if found.left_open else "<="
        right = "<" if found.right_open else "<="
        if found.start == -sympy.oo:
            return f"{name} {right} {write(found.end)}"
        if found.end == sympy.oo:
            return f"{name} {'>' if found.left_open else '>='} {write(found.start)}"
        return f"{write(found.start)} {left} {name} {right} {write(found.end)}"
    raise CannotCalculate(MathsReason.NO_INEQUALITY)
