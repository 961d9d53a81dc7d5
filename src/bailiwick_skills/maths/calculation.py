"""Carries out what is asked: at once with our own arithmetic where that can, else in the symbolic process."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from bailiwick.plugin import CallFailed, Language
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import Irrational, approximate, decimal, exact, write_complex
from bailiwick_skills.maths.linear import HOLDS, NotLinear, solve_one
from bailiwick_skills.maths.named import Named
from bailiwick_skills.maths.process import SymbolicProcess
from bailiwick_skills.maths.quadratic import NotPolynomial, solve_quadratic
from bailiwick_skills.maths.questions import Asked, Conversion, MathTask, Solving
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.systems import MAX_EQUATIONS, solve_system
from bailiwick_skills.maths.tree import (
    Binary,
    CannotCalculate,
    Comparison,
    Node,
    Postfix,
    parts,
    variables,
    write,
    write_number,
)
from bailiwick_skills.maths.units import Units
from bailiwick_skills.maths.wire import to_wire

MAX_STEPS = 40
MAX_SYMBOLIC_POWER = 100
"""Largest power and factorial that sympy is asked to work on."""
CLOSE = 1e-9
"""Two sides that differ by less than this share count as equal where they are no fractions."""


class Calculation:
    """Carries out what questions ask."""

    def __init__(self, units: Units, process: SymbolicProcess) -> None:
        self._units = units
        self._process = process

    async def carry_out(self, asked: Asked, language: Language) -> MathAnswer:
        """Return the answer. Raises `CannotCalculate`, or `CallFailed` (timeout)."""
        if isinstance(asked, Conversion):
            return self._units.convert(asked.value, asked.source, asked.target, language)
        if isinstance(asked, Solving):
            return await self._solve(asked, language)
        if isinstance(asked, Named):
            return asked.answer()
        if asked.kind == "arithmetic":
            return await self._arithmetic(asked.trees[0], language)
        return await self._symbolic(asked, language)

    async def _arithmetic(self, tree: Node, language: Language) -> MathAnswer:
        try:
            return _exact(tree, language)
        except Irrational:
            value = write_complex(approximate(tree))
        try:
            return await self._symbolic(MathTask("arithmetic", (tree,)), language)
        except (CannotCalculate, CallFailed):
            return MathAnswer("arithmetic", value)

    async def _solve(self, asked: Solving, language: Language) -> MathAnswer:
        relations = asked.relations
        names = variables(*(side for relation in relations for side in (relation.left, relation.right)))
        if not names:
            return _compared(relations, language)
        if asked.variable is not None and asked.variable not in names:
            raise CannotCalculate(MathsReason.NOT_IN_EQUATION, name=asked.variable)
        equations = all(relation.operator == "=" for relation in relations)
        if len(relations) > 1 and equations:
            return await self._system(relations, names, language)
        if len(names) > 1 and asked.variable is None:
            raise CannotCalculate(MathsReason.SEVERAL_UNKNOWNS, names=", ".join(names))
        if len(names) == 1 and len(relations) == 1 and (answer := _by_ourselves(relations[0], language)):
            return answer
        return await self._relations(
            "equation" if equations else "inequality", relations, asked.variable or names[0], language
        )

    async def _system(self, relations: Sequence[Comparison], names: Sequence[str], language: Language) -> MathAnswer:
        if len(relations) > MAX_EQUATIONS:
            raise CannotCalculate(MathsReason.EQUATIONS_LIMIT, most=MAX_EQUATIONS)
        try:
            return solve_system(relations, language)
        except NotLinear:
            return await self._relations("system", relations, names[0], language)

    async def _relations(
        self, kind: str, relations: Sequence[Comparison], variable: str, language: Language
    ) -> MathAnswer:
        for relation in relations:
            _check_powers(relation.left, relation.right)
        trees = [to_wire(relation) for relation in relations]
        return await self._process.carry_out({"kind": kind, "trees": trees, "variable": variable, "language": language})

    async def _symbolic(self, task: MathTask, language: Language) -> MathAnswer:
        _check_powers(*task.trees)
        return await self._process.carry_out(
            {
                "kind": task.kind,
                "trees": [to_wire(tree) for tree in task.trees],
                "variable": task.variable,
                "order": task.order,
                "side": task.side,
                "language": language,
            }
        )


def _by_ourselves(relation: Comparison, language: Language) -> MathAnswer | None:
    try:
        return solve_one(relation, language)
    except NotLinear:
        pass
    if relation.operator != "=":
        return None
    try:
        return solve_quadratic(relation, language)
    except NotPolynomial:
        return None


def _exact(tree: Node, language: Language) -> MathAnswer:
    steps: list[str] = []

    def record(node: Node, value: Fraction) -> None:
        text = write_number(value)
        if len(steps) < MAX_STEPS and len(text) <= 60 and write(node) != text:
            steps.append(step("compute", language, a=write(node), b=text))

    value = exact(tree, record)
    text = write_number(value)
    return MathAnswer("arithmetic", text, decimal(value) if "/" in text else None, tuple(steps))


def _compared(relations: Sequence[Comparison], language: Language) -> MathAnswer:
    """Return whether relations without unknowns hold."""
    holds = all(_holds(relation) for relation in relations)
    words = {"en": ("false", "true"), "es": ("falso", "cierto")}[language]
    return MathAnswer("equation" if relations[0].operator == "=" else "inequality", words[holds])


def _holds(relation: Comparison) -> bool:
    compare: Callable[[Fraction, Fraction], bool] = HOLDS[relation.operator]
    try:
        return compare(exact(relation.left), exact(relation.right))
    except Irrational:
        left, right = approximate(relation.left), approximate(relation.right)
    if abs(left - right) <= CLOSE * max(abs(left), abs(right)):
        return "=" in relation.operator
    if relation.operator == "=":
        return False
    if left.imag or right.imag:
        raise CannotCalculate(MathsReason.NO_ORDER)
    return compare(Fraction(left.real), Fraction(right.real))


def _check_powers(*trees: Node) -> None:
    """Refuse what would keep sympy busy for nothing: huge powers and factorials."""
    for part in (part for tree in trees for part in parts(tree)):
        match part:
            case Binary("^", _, exponent) if not variables(exponent):
                size = abs(approximate(exponent))
            case Postfix("!", operand) if not variables(operand):
                size = abs(approximate(operand))
            case _:
                continue
        if size > MAX_SYMBOLIC_POWER:
            raise CannotCalculate(MathsReason.POWER_LIMIT, most=MAX_SYMBOLIC_POWER)
