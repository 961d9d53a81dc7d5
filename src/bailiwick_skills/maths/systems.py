"""Systems of linear equations, solved exactly by substitution, with steps."""

from collections.abc import Sequence
from fractions import Fraction

from bailiwick.plugin import Language
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import bounded, decimal
from bailiwick_skills.maths.linear import Linear, linear, write_linear
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.tree import Comparison, Negative, variables, write_number, write_relation

MAX_EQUATIONS = 12


def solve_system(relations: Sequence[Comparison], language: Language) -> MathAnswer:
    """Solve linear equations together. Raises `NotLinear` if one is not linear."""
    names = variables(*(side for relation in relations for side in (relation.left, relation.right)))
    steps = [step("start", language, a=", ".join(map(write_relation, relations)))]
    waiting = [_plus(linear(relation.left), linear(Negative(relation.right))) for relation in relations]
    expressed: list[tuple[str, Linear]] = []
    while waiting:
        zero = waiting.pop(0)
        name = next((name for name in names if zero.get(name)), None)
        if name is None:
            if zero.get(""):
                steps.append(step("never", language, a=f"{write_number(zero[''])} = 0"))
                return MathAnswer(
                    "system", "no solution" if language == "en" else "no hay solución", steps=tuple(steps)
                )
            continue
        value = _solved_for(name, zero)
        steps.append(step("express", language, a=f"{write_linear(zero)} = 0", b=f"{name} = {write_linear(value)}"))
        for index, other in enumerate(waiting):
            if other.get(name):
                waiting[index] = _put(name, value, other)
                shown = f"{write_linear(waiting[index])} = 0"
                steps.append(step("substitute", language, a=f"{write_linear(other)} = 0", b=shown))
        expressed.append((name, value))
    return _back(expressed, names, steps, language)


def _back(expressed: list[tuple[str, Linear]], names: list[str], steps: list[str], language: Language) -> MathAnswer:
    """Put the last solved unknown into the ones before it, and so on."""
    solved: dict[str, Linear] = {}
    for name, found in reversed(expressed):
        value = found
        for known, known_value in solved.items():
            value = _put(known, known_value, value) if value.get(known) else value
        if value != found:
            before, after = f"{name} = {write_linear(found)}", f"{name} = {write_linear(value)}"
            steps.append(step("substitute", language, a=before, b=after))
        solved[name] = value
    result = ", ".join(f"{name} = {write_linear(solved[name])}" for name in names if name in solved)
    free = [name for name in names if name not in solved]
    if free:
        whatever = "any value of" if language == "en" else "cualquier valor de"
        return MathAnswer("system", f"{result} ({whatever} {', '.join(free)})", steps=tuple(steps))
    values = {name: solved[name].get("", Fraction(0)) for name in names}
    fractions = any("/" in write_number(value) for value in values.values())
    shown = ", ".join(f"{name} ≈ {decimal(value)}" for name, value in values.items()) if fractions else None
    return MathAnswer("system", result, shown, tuple(steps))


def _solved_for(name: str, zero: Linear) -> Linear:
    """Return what `name` is worth where `zero` = 0."""
    return {other: bounded(-value / zero[name]) for other, value in zero.items() if other != name and value}


def _put(name: str, value: Linear, terms: Linear) -> Linear:
    factor = terms.get(name, Fraction(0))
    rest = {other: known for other, known in terms.items() if other != name}
    return _plus(rest, {other: bounded(known * factor) for other, known in value.items()})


def _plus(one: Linear, other: Linear) -> Linear:
    return {n: bounded(one.get(n, Fraction(0)) + other.get(n, Fraction(0))) for n in {**one, **other}}
