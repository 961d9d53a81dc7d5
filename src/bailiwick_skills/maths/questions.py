"""From a question in words to what is to be calculated, English and Spanish."""

from dataclasses import dataclass
from fractions import Fraction

import re2

from bailiwick.plugin import Language, ReasonCode, fold, in_digits, likely, read
from bailiwick_skills.maths.evaluate import Irrational, exact
from bailiwick_skills.maths.named import SENTENCES, Named, read_loose, read_named
from bailiwick_skills.maths.parser import parse, parse_relations
from bailiwick_skills.maths.question_phrases import (
    CONVERTED,
    DERIVED,
    EXPLAINED,
    INTEGRATED,
    JOINT,
    LED,
    LED_AND_CLOSED,
    LIMITED,
    PART,
    PERCENTED,
    QUANTITY,
    REWRITTEN,
    SOLVED,
    SPOKEN_SUMS,
    STUFF,
)
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import (
    Binary,
    Call,
    CannotCalculate,
    Comparison,
    Node,
    Number,
    Postfix,
    parts,
    variables,
    write,
    write_number,
)
from bailiwick_skills.maths.units import Unit, Units


@dataclass(frozen=True, slots=True)
class Conversion:
    """A quantity to be told in another unit."""

    value: Fraction
    source: Unit
    target: Unit


@dataclass(frozen=True, slots=True)
class MathTask:
    """Something to be calculated.

    `kind` is that of the answer (`answers.MathAnswer`); `trees` are the expression and what belongs to it: the bounds
    of an integral, the point of a limit.
    """

    kind: str
    trees: tuple[Node, ...]
    variable: str = "x"
    order: int = 1
    side: str = ""


@dataclass(frozen=True, slots=True)
class Solving:
    """Relations to be solved together."""

    relations: tuple[Comparison, ...]
    variable: str | None


Asked = Conversion | MathTask | Named | Solving


@dataclass(frozen=True, slots=True)
class MathQuestion:
    """What is asked, and how surely it is a question for a calculator."""

    asked: Asked
    text: str
    """The question without the words around it; reads back as the same."""
    explain: bool
    confidence: float


ORDERS = {"second": 2, "2nd": 2, "segunda": 2, "third": 3, "3rd": 3, "tercera": 3}
DATE = re2.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{3,4}(?:-[0-9]{3,4})+|[0-9]+/[0-9]+/[0-9]+|24/7")
SHARE_OF_NOTHING = re2.compile(r"(?:1/[0-9]+\)|\b[1-9]) \* (?:[^-(0-9.$€£]|$)")
ENDING = " \t\n?¿¡=,;:"
SURE, LIKELY, SLIPPED, POSSIBLE = 0.97, 0.9, 0.8, 0.75


class Questions:
    """Reads questions; knows the units."""

    def __init__(self, units: Units) -> None:
        self._units = units

    def read(self, text: str, language: Language) -> MathQuestion:
        """Return what is asked, numbers read as `language` writes them.

        Raises `CannotCalculate` saying what could not be read.
        """
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise CannotCalculate(ReasonCode.ARGUMENT_NO_UNICODE)
        text, explain = _without_explanation(_in_numbers(text.strip(ENDING), language))
        if found := self._conversion(text):
            slipped = found[0].source.slipped or found[0].target.slipped
            return MathQuestion(found[0], found[1], explain, SLIPPED if slipped else SURE)
        if named := read_named(text):
            return MathQuestion(named, named.text, explain, SURE)
        for reading in (_spoken_sum, _calculus, _percentage, _solving):
            if found := reading(text):
                return MathQuestion(found[0], found[1], explain, SURE)
        if loose := read_loose(text, language):
            return MathQuestion(loose, loose.text, explain, LIKELY)
        led = read(LED_AND_CLOSED, text) or read(LED, text)
        body = (led["body"] if led else text).strip(ENDING)
        asked = _plain(body)
        return MathQuestion(
            asked, body, explain, (LIKELY if led else POSSIBLE) if _is_calculation(asked, body, bool(led)) else 0.0
        )

    def _conversion(self, text: str) -> tuple[Conversion, str] | None:
        for pattern in likely(CONVERTED, fold(text)):
            found = read([pattern], text)
            quantity = read([QUANTITY], found["quantity"]) if found else None
            if not found or not quantity:
                continue
            source, target = self._unit(quantity["unit"]), self._unit(found["target"])
            if source and target:
                value = _amount(quantity["value"])
                return Conversion(value, source, target), text
            if target and (parts := self._in_parts(found["quantity"])):
                return Conversion(*parts, target), f"{write_number(parts[0])} {parts[1].symbol} to {target.symbol}"
            if "verb" in found and (source or target):
                unknown = found["target"] if source else quantity["unit"]
                raise CannotCalculate(MathsReason.NO_UNIT, unit=unknown[:40])
        return None

    def _unit(self, name: str) -> Unit | None:
        """Return the unit of a name, also of one with what is measured: "cups of flour"."""
        return self._units.find(name) or self._units.find(STUFF.sub("", fold(name)))

    def _in_parts(self, text: str) -> tuple[Fraction, Unit] | None:
        """Return a quantity of several parts (6 feet 2 inches) in the unit of its last; None if it is none."""
        text = fold(text).strip()
        found = [match.groups() for match in PART.finditer(text)]
        units = [self._unit(JOINT.sub("", str(unit))) for _, unit in found]
        last = units[-1] if units else None
        if last is None or len(found) < 2 or not text[0].isdigit():
            return None
        if any(unit is None or unit.quantity != last.quantity or unit.quantity == "temperature" for unit in units):
            return None
        sizes = [_amount(str(amount)) * unit.size for (amount, _), unit in zip(found, units, strict=True) if unit]
        return sum(sizes, Fraction(0)) / last.size, last


def _in_numbers(text: str, language: Language) -> str:
    """Return `text` with its numbers in digits and shares of a number as a product: `(1/3) * 99` of "a third of 99"."""
    shared, at = "", 0
    for found in sorted(SENTENCES.find("fraction", text), key=lambda each: (each.start, -each.end)):
        if found.start >= at:
            slots = found.reading.slots
            factor = slots.get("multiple") or slots["share"].replace("1", slots.get("several", "1"), 1)
            factor = f"({factor})" if "/" in factor else factor
            shared += f"{text[at : found.start]}{factor} * "
            at = found.end
    if at:
        digits = in_digits(shared + text[at:].lstrip(), language)
        if not SHARE_OF_NOTHING.search(digits):
            return digits
    return in_digits(text, language)


def _without_explanation(text: str) -> tuple[str, bool]:
    found = EXPLAINED.search(fold(text))
    if found and found.start() > 0:
        return text[: found.start()].rstrip(ENDING + "."), True
    folded = fold(text)
    for lead in ("step by step ", "paso a paso ", "explain how to ", "explica como ", "show me how to ", "explain "):
        if folded.startswith(lead):
            return text[len(lead) :].lstrip(ENDING), True
    return text, False


def _amount(text: str) -> Fraction:
    word = fold(text).strip()
    if word in ("", "a", "an", "one", "un", "una"):
        return Fraction(1)
    if word.startswith(("half", "medi")):
        return Fraction(1, 2)
    try:
        return exact(parse(text))
    except Irrational:
        raise CannotCalculate(MathsReason.AMOUNT_PLAIN) from None


def _variable(found: str | None, *trees: Node) -> str:
    """Return the unknown that was named, else the only one there is, else x."""
    names = variables(*trees)
    return found or (names[0] if len(names) == 1 else "x" if "x" in names or not names else names[0])


def _calculus(text: str) -> tuple[MathTask, str] | None:
    if found := read(DERIVED, text):
        tree = parse(found["body"])
        order = ORDERS.get(fold(found.get("order", "")).strip(), 1)
        return MathTask("derivative", (tree,), _variable(found.get("variable"), tree), order), text
    if found := read(INTEGRATED, text):
        tree = parse(found["body"])
        bounds = (parse(found["low"]), parse(found["high"])) if "low" in found else ()
        return MathTask("integral", (tree, *bounds), _variable(found.get("variable"), tree)), text
    if found := read(LIMITED, text):
        side = {"left": "left", "izquierda": "left", "below": "left", "right": "right", "derecha": "right"}
        side["above"] = "right"
        tree, point = parse(found["body"]), parse(found["point"])
        return MathTask("limit", (tree, point), found["variable"], side=side.get(fold(found.get("side", "")), "")), text
    for kind, patterns in REWRITTEN.items():
        if found := read(patterns, text):
            return MathTask(kind, (parse(found["body"]),)), text
    return None


def _percentage(text: str) -> tuple[MathTask, str] | None:
    for template, patterns in PERCENTED.items():
        if found := read(patterns, text):
            body = template.format(a=f"({found['a']})", b=found["b"])
            return MathTask("arithmetic", (parse(body),)), text
    return None


def _spoken_sum(text: str) -> tuple[MathTask, str] | None:
    for template, patterns in SPOKEN_SUMS.items():
        if found := read(patterns, text):
            whole = template.format(a=found["a"].replace(", ", ") + ("), b=found.get("b", ""))
            try:
                tree = parse(whole)
            except CannotCalculate:
                return None
            return (MathTask("arithmetic", (tree,)), write(tree)) if not variables(tree) else None
    return None


def _solving(text: str) -> tuple[Solving, str] | None:
    if not any(sign in text for sign in "=<>≤≥") and "equal" not in text and "igual" not in text:
        return None
    found = read(SOLVED, text)
    if not found:
        return None
    asked = _plain(found["body"], found.get("variable"))
    return (asked, text) if isinstance(asked, Solving) else None


def _plain(body: str, variable: str | None = None) -> Asked:
    """Return what an expression, a relation or several of them ask for."""
    found = parse_relations(_with_commas(body))
    relations = tuple(part for part in found if isinstance(part, Comparison))
    if relations and len(relations) == len(found):
        return Solving(relations, variable)
    if len(found) > 1:
        raise CannotCalculate(MathsReason.ONE_EXPRESSION)
    [tree] = (part for part in found if not isinstance(part, Comparison))
    return MathTask("simplify" if variables(tree) else "arithmetic", (tree,))


# "y" is Spanish for "and" only between two operands; elsewhere it is an unknown.
AND = re2.compile(r"(?i)([0-9a-z)])\s+(?:and|y)\s+([-0-9a-z(])")


def _with_commas(body: str) -> str:
    """Write "x + y = 10 and x - y = 2" with a comma."""
    return AND.sub(r"\1 ; \2", body) if sum(body.count(sign) for sign in "=<>") > 1 else body


def _is_calculation(asked: Asked, body: str, led: bool) -> bool:
    """Whether this is a calculation and not a number, a name, a date or a telephone number."""
    if isinstance(asked, Solving):
        return any(character.isdigit() for character in body)
    if isinstance(asked, Conversion | Named):
        return True
    [tree] = asked.trees
    inside = list(parts(tree))
    if DATE.fullmatch(body.strip()):
        return False
    operations = [part for part in inside if not isinstance(part, Number)]
    if not operations:
        return False
    if variables(tree):
        # "B-12" and "x-1" are names as often as sums: more must be going on where unknowns stand.
        joined = sum(isinstance(part, Binary) for part in inside)
        return joined >= 2 and any(isinstance(part, Number) for part in inside) and body == fold(body)
    if isinstance(tree, Postfix) and tree.operator == "%":
        return False  # a share of nothing
    if led:
        return body.strip().lower() not in ("e", "i", "infinity", "inf", "oo")
    return isinstance(tree, Binary | Call) or (isinstance(tree, Postfix) and tree.operator == "!")
