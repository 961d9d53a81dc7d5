"""How a derivative comes about, term by term. Imported only by the worker process, as it needs sympy."""

from collections.abc import Callable
from typing import Any

import sympy

from bailiwick.plugin import Language
from bailiwick_skills.maths.steps import step

MAX_TERMS = 12


def derivative_steps(
    expression: Any, symbol: Any, result: Any, write: Callable[[Any], str], language: Language
) -> list[str]:
    """Return a step per term with the rule that gives it, then the whole."""
    terms = sympy.Add.make_args(expression)
    steps = [step("derive_terms", language)] if len(terms) > 1 else []
    for term in terms[:MAX_TERMS]:
        rule = step(_rule(term, symbol), language)
        derivative = write(sympy.diff(term, symbol))
        steps.append(step("derive", language, a=write(term), b=derivative, c=rule))
    return [*steps, step("together", language, a=write(result))]


def _rule(term: Any, symbol: Any) -> str:
    _, core = term.as_independent(symbol, as_Add=False)
    if not core.has(symbol):
        return "constant_rule"
    if core == symbol or (core.is_Pow and core.base == symbol and not core.exp.has(symbol)):
        return "power_rule"
    if core.is_Mul:
        _, below = core.as_numer_denom()
        return "quotient_rule" if below.has(symbol) else "product_rule"
    inner = core.args[0] if core.args else core
    if core.is_Pow:
        inner = core.base if core.base.has(symbol) else core.exp
    return "table_rule" if inner == symbol else "chain_rule"
