"""What goes on with the last calculation: "divide that by 3", "and 10?", "to metres", "derive it", "show the steps"."""

from collections.abc import Mapping
from typing import Any

import re2

from bailiwick.plugin import PastCall, read
from bailiwick_skills.maths.questions import Conversion, MathQuestion, MathTask, Questions, Solving
from bailiwick_skills.maths.tree import CannotCalculate, write, write_number
from bailiwick_skills.maths.units import Units

LONGEST = 80
"""Characters of a message that goes on with a result."""
_IT = r"(?:it|that|this|the result|the answer|eso|esto|lo|la|el resultado)"
_NUMBER = r"(?P<number>-?[0-9][0-9.,]*(?:/[0-9]+)?)"
_NOW = r"(?:and |now |then |y |ahora |luego |entonces )*"

CHANGED = {
    template: tuple(re2.compile(_NOW + pattern) for pattern in patterns)
    for template, patterns in {
        "({it}) + ({number})": (
            rf"(?:add|plus|mas) {_NUMBER}(?: to {_IT})?",
            rf"(?:sumale|anadele|sumalo a|suma) {_NUMBER}(?: a {_IT})?",
        ),
        "({it}) - ({number})": (
            rf"(?:subtract|take away|minus|less|menos) {_NUMBER}(?: from {_IT})?",
            rf"(?:restale|quitale|resta) {_NUMBER}(?: a {_IT})?",
        ),
        "({it}) * ({number})": (
            rf"(?:multiply {_IT} by|multiplied by|times|by|multiplica(?:lo)?(?: {_IT})? por|por) {_NUMBER}",
            rf"{_IT} times {_NUMBER}",
        ),
        "({it}) / ({number})": (
            rf"(?:divide {_IT} by|divided by|over|divide(?:lo)?(?: {_IT})? (?:entre|por)|dividido (?:entre|por)|entre)"
            rf" {_NUMBER}",
            rf"{_IT} divided by {_NUMBER}",
        ),
        "({it}) ^ ({number})": (rf"(?:to the power of|elevado a) {_NUMBER}", rf"raise {_IT} to {_NUMBER}"),
        "({number}) / 100 * ({it})": (rf"{_NUMBER} ?% (?:of|de) {_IT}",),
        "({it}) / 2": (rf"(?:half|the half|la mitad)(?: (?:of|de) {_IT})?", rf"halve {_IT}"),
        "({it}) * 2": (rf"(?:double|twice|el doble)(?:(?: (?:of|de))? {_IT})?",),
        "({it}) ^ 2": (rf"square {_IT}", rf"(?:{_IT} )?squared", rf"(?:{_IT} )?al cuadrado"),
        "sqrt({it})": (
            r"(?:the )?square root(?: of (?:it|that))?",
            r"(?:la )?raiz cuadrada(?: de eso| del resultado)?",
        ),
    }.items()
}
"""By what is calculated of the last result."""
WORKED = {
    lead: tuple(re2.compile(_NOW + pattern) for pattern in patterns)
    for lead, patterns in {
        "derivative of": (rf"(?:derive|differentiate) {_IT}", r"(?:deriva(?:lo|la)?|derivar)(?: eso| esto)?"),
        "integral of": (rf"integrate {_IT}", r"(?:integra(?:lo|la)?|integrar)(?: eso| esto)?"),
        "factor": (rf"(?:factor|factorise|factorize) {_IT}", r"(?:factoriza(?:lo|la)?)(?: eso| esto)?"),
        "expand": (rf"expand {_IT}", r"(?:desarrolla(?:lo|la)?|expande(?:lo|la)?)(?: eso| esto)?"),
        "simplify": (rf"simplify {_IT}", r"(?:simplifica(?:lo|la)?)(?: eso| esto)?"),
    }.items()
}
"""By what is done with the last expression."""
STEPS = tuple(
    re2.compile(_NOW + pattern)
    for pattern in (
        r"(?:explain|show|give|tell)(?: me)? (?:the |all )?(?:steps|working)",
        r"(?:how|step by step|explain (?:it|that)|how did you (?:get|do) (?:that|it)|show your work(?:ing)?)",
        r"(?:explica|explicame|muestra|muestrame|ensena|ensename|dame|dime) (?:los |todos los )?pasos",
        r"(?:como|paso a paso|explicalo|explicamelo|como lo has hecho|como se hace)",
    )
)
ANOTHER = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:and |what about |how about |y |que tal )+(?:for |with |con |para )?{_NUMBER}(?: (?P<unit>[a-z°]+))?",
    )
)
INTO = tuple(
    re2.compile(pattern)
    for pattern in (r"(?:and |now )*(?:in|into|to) (?P<unit>.{1,30})", r"(?:y |ahora )*(?:en|a) (?P<unit>.{1,30})")
)


def continued(text: str, last: PastCall, questions: Questions, units: Units) -> Mapping[str, Any] | None:
    """Return the arguments of a calculation that goes on with the last one; None for any other message."""
    expression = str(last.arguments.get("expression", ""))
    if not expression or len(text) > LONGEST:
        return None
    if read(STEPS, text) is not None:
        return {"expression": expression, "explain": True}
    try:
        before = questions.read(expression)
        return _converted(text, before, units) or _changed(text, before, last.result) or _worked(text, before)
    except CannotCalculate:
        return None


def _converted(text: str, before: MathQuestion, units: Units) -> Mapping[str, Any] | None:
    """Another amount in the same units, or the same amount in another unit."""
    if not isinstance(before.asked, Conversion):
        return None
    asked = before.asked
    if found := read(ANOTHER, text):
        unit = units.find(found["unit"]) if "unit" in found else asked.source
        amount = found["number"].rstrip(".,")
        return {"expression": f"{amount} {unit.symbol} to {asked.target.symbol}"} if unit else None
    found = read(INTO, text)
    target = units.find(found["unit"]) if found else None
    if target is None or target.quantity != asked.source.quantity:
        return None
    return {"expression": f"{write_number(asked.value)} {asked.source.symbol} to {target.symbol}"}


def _changed(text: str, before: MathQuestion, result: Any) -> Mapping[str, Any] | None:
    """The last result with one more step."""
    for template, patterns in CHANGED.items():
        found = read(patterns, text)
        value = _value(before, result) if found is not None else None
        if found is not None and value:
            return {"expression": template.format(it=value, number=found.get("number", "").rstrip(".,"))}
    return None


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
        case _:
            return ""


def _worked(text: str, before: MathQuestion) -> Mapping[str, Any] | None:
    """The expression that was talked of, derived, integrated or rewritten."""
    for lead, patterns in WORKED.items():
        if read(patterns, text) is None:
            continue
        match before.asked:
            case MathTask(_, (tree, *_)):
                return {"expression": f"{lead} {write(tree)}"}
            case Solving((relation,)) if relation.operator == "=":
                right = write(relation.right)
                return {"expression": f"{lead} {write(relation.left)}" + ("" if right == "0" else f" - ({right})")}
            case _:
                return None
    return None
