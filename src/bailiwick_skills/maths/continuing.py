"""What goes on with the last calculation: "divide that by 3", "and 10?", "to metres", "derive it", "show the steps"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bailiwick.plugin import Language, PastCall, SentenceReading
from bailiwick_skills.maths.named import SENTENCES, Named, value_after, value_of
from bailiwick_skills.maths.questions import Conversion, MathQuestion, MathTask, Questions, Solving
from bailiwick_skills.maths.tree import (
    Binary,
    Call,
    CannotCalculate,
    Negative,
    Node,
    Number,
    Postfix,
    parts,
    write,
    write_number,
)
from bailiwick_skills.maths.units import Unit, Units

LONGEST = 80
"""Characters of a message that goes on with a result."""

CHANGED: Mapping[str, str] = {
    "add_share": "({it}) + {percent}%",
    "subtract_share": "({it}) - {percent}%",
    "share_of_it": "({percent}) / 100 * ({it})",
    "round_to": "round({it}; {count})",
    "round_money": "round({it}; 2)",
    "round": "round({it})",
    "double": "({it}) * 2",
    "triple": "({it}) * 3",
    "halve": "({it}) / 2",
    "square": "({it}) ^ 2",
    "root": "sqrt({it})",
    "negate": "-({it})",
    "add": "({it}) + ({number})",
    "subtract": "({it}) - ({number})",
    "multiply": "({it}) * ({number})",
    "divide": "({it}) / ({number})",
    "power": "({it}) ^ ({number})",
}
"""By the intent, what is calculated of the last result."""
WORKED: Mapping[str, str] = {
    "derive": "derivative of",
    "integrate": "integral of",
    "factor": "factor",
    "expand": "expand",
    "simplify": "simplify",
}
"""By the intent, what is done with the last expression."""
ANOTHER: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("another_percent", "percent", ("percent",)),
    ("another_years", "years", ("months",)),
    ("another_count", "count", ("count",)),
    ("another_whole", "whole", ("whole",)),
    ("another_number", "number", ("number", "part")),
    ("another_amount", "amount", ("amount",)),
)
"""Intents that name another value, the slot that it is in, and the values of a named calculation that it replaces."""


def continued(
    text: str, last: PastCall, language: Language, questions: Questions, units: Units
) -> Mapping[str, Any] | None:
    """Return the arguments of a calculation that goes on with the last one; None for any other message.

    Numbers in `text` must be in digits.
    """
    expression = str(last.arguments.get("expression", ""))
    if not expression or len(text) > LONGEST:
        return None
    if SENTENCES.read("steps", text) is not None:
        return {"expression": expression, "explain": True}
    try:
        before = questions.read(expression, language)
        found = (
            _converted(text, before, units)
            or (_another(text, before) if isinstance(before.asked, Named) else None)
            or _changed(text, before, last.result)
            or _worked(text, before)
            or _another(text, before)
        )
    except CannotCalculate:
        return None
    return {"expression": found} if found else None


def _converted(text: str, before: MathQuestion, units: Units) -> str | None:
    """Another amount in the same units, or the same amount in another unit."""
    if not isinstance(before.asked, Conversion):
        return None
    asked = before.asked
    if found := SENTENCES.read("another_quantity", text):
        unit = units.find(found.slots["unit"]) if "unit" in found.slots else asked.source
        amount = write_number(value_of(found.slots["number"], found.language))
        return f"{amount} {_written_unit(unit)} to {asked.target.symbol}" if unit else None
    found = SENTENCES.read("into", text)
    target = units.find(found.slots["unit"]) if found else None
    if target is None or target.quantity != asked.source.quantity:
        return None
    return f"{write_number(asked.value)} {_written_unit(asked.source)} to {target.symbol}"


def _written_unit(unit: Unit) -> str:
    """Return a unit as a conversion names it: the sign of the inch is also the word before what it is turned into."""
    return "inch" if unit.symbol == "in" else unit.symbol


def _changed(text: str, before: MathQuestion, result: Any) -> str | None:
    """The last result with one more step."""
    for intent, template in CHANGED.items():
        if found := SENTENCES.read(intent, text):
            value = _value(before, result)
            return template.format(it=value, **_written(found)) if value else None
    return None


def _written(found: SentenceReading) -> Mapping[str, str]:
    return {slot: write_number(value_of(text, found.language)) for slot, text in found.slots.items()}


def _value(before: MathQuestion, result: Any) -> str:
    """Return the last result as an expression; empty where it was no single value."""
    if not isinstance(result, dict):
        return ""
    shown = str(result.get("result", ""))
    match before.asked:
        case Conversion():
            return shown.rpartition(" ")[0]
        case Solving(relations) if len(relations) == 1 and shown.count("=") == 1 and "," not in shown:
            return shown.partition("=")[2].strip()
        case MathTask("arithmetic"):
            return shown
        case Named() as named:
            return value_after(named, result.get("figures", {}))
        case _:
            return ""


def _worked(text: str, before: MathQuestion) -> str | None:
    """The expression that was talked of, derived, integrated or rewritten."""
    for intent, lead in WORKED.items():
        if SENTENCES.read(intent, text) is None:
            continue
        match before.asked:
            case MathTask(_, (tree, *_)):
                return f"{lead} {write(tree)}"
            case Solving((relation,)) if relation.operator == "=":
                right = write(relation.right)
                return f"{lead} {write(relation.left)}" + ("" if right == "0" else f" - ({right})")
            case _:
                return None
    return None


def _another(text: str, before: MathQuestion) -> str | None:
    """The same calculation with another value, or once more for the total that it tells."""
    if isinstance(before.asked, Named) and SENTENCES.read("again", text) is not None:
        return before.asked.text
    for intent, slot, replaced in ANOTHER:
        found = SENTENCES.read(intent, text)
        if found is None:
            continue
        value = value_of(found.slots[slot], found.language)
        again = _again(before, slot, value * 12 if slot == "years" else value, replaced)
        if again:
            return again
    return None


def _again(before: MathQuestion, slot: str, value: Fraction, replaced: Sequence[str]) -> str | None:
    match before.asked:
        case Named() as named:
            again = next((found for name in replaced if (found := named.with_value(name, value))), None)
            return again.text if again else None
        case MathTask("arithmetic", (tree,)):
            old = _only_percentage(tree) if slot == "percent" else _only_number(tree) if slot == "number" else None
            return write(_with(tree, old, Number(value))) if old is not None and value >= 0 else None
        case _:
            return None


def _only_percentage(tree: Node) -> Number | None:
    """Return the number before the only "%" of an expression."""
    found = [part.operand for part in parts(tree) if isinstance(part, Postfix) and part.operator == "%"]
    return found[0] if len(found) == 1 and isinstance(found[0], Number) else None


def _only_number(tree: Node) -> Number | None:
    """Return the number that a function or a percentage is taken of; None where several may be meant."""
    share = _only_percentage(tree)
    found = [part for part in parts(tree) if isinstance(part, Number) and part is not share]
    return found[0] if len(found) == 1 else None


def _with(tree: Node, old: Node, new: Node) -> Node:
    """Return the expression with one part of it replaced."""
    if tree is old:
        return new
    match tree:
        case Negative(operand) | Postfix(_, operand):
            return replace(tree, operand=_with(operand, old, new))
        case Binary(_, left, right):
            return replace(tree, left=_with(left, old, new), right=_with(right, old, new))
        case Call(_, arguments):
            return replace(tree, arguments=tuple(_with(argument, old, new) for argument in arguments))
        case _:
            return tree
