"""The syntax tree of an expression, and how it is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bailiwick.plugin import Code, Reason, Value


class CannotCalculate(Exception):
    """Something cannot be read or calculated, for the reason `why`."""

    def __init__(self, code: Code, **values: Value) -> None:
        self.why = Reason.of(code, **values)
        super().__init__(self.why.text())


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was written down; not negative."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Variable:
    """An unknown, e.g. x."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """One of `CONSTANTS`."""

    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus something."""

    operand: "Node"


@dataclass(frozen=True, slots=True)
class Postfix:
    """`!` (factorial), `%` (hundredths) or `°` (degrees) behind something."""

    operator: str
    operand: "Node"


@dataclass(frozen=True, slots=True)
class Binary:
    """`+`, `-`, `*`, `/`, `mod` or `^` between two things."""

    operator: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Call:
    """A function of `FUNCTIONS` applied to its arguments."""

    function: str
    arguments: tuple["Node", ...]


Node = Number | Variable | Constant | Negative | Postfix | Binary | Call


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two expressions compared by `=`, `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Node
    right: Node


CONSTANTS = ("pi", "e", "i", "infinity")
FUNCTIONS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("sqrt", "cbrt", "exp", "ln", "abs", "factorial", "floor", "ceil", "sign"), (1, 1)),
    **dict.fromkeys(("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan"), (1, 1)),
    **dict.fromkeys(("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"), (1, 1)),
    **dict.fromkeys(("log", "round"), (1, 2)),
    **dict.fromkeys(("root",), (2, 2)),
    **dict.fromkeys(("max", "min", "gcd", "lcm"), (1, 50)),
}
"""Functions by name, with the least and most arguments."""

BINDING = {"+": 10, "-": 10, "*": 20, "/": 20, "mod": 20, "^": 30}
"""How tightly operators hold; powers group to the right, the others to the left."""
NEGATIVE = 25
POSTFIX = 40
ATOM = 50


def write(node: Node) -> str:
    """Return `node` as text that reads back as the same tree."""
    match node:
        case Number(value):
            return write_number(value)
        case Variable(name) | Constant(name):
            return name
        case Negative(operand):
            return f"-{_inside(operand, NEGATIVE)}"
        case Postfix(operator, operand):
            return f"{_inside(operand, POSTFIX)}{operator}"
        case Call(function, arguments):
            return f"{function}({'; '.join(map(write, arguments))})"
        case Binary("*", Number(), Variable()) | Binary("*", Number(), Binary("^", Variable(), _)):
            return f"{write(node.left)}{write(node.right)}"
        case Binary("*", Negative(Number()), Variable()):
            return f"{write(node.left)}{write(node.right)}"
        case Binary("*", Number(), Binary("+" | "-", _, _)):
            return f"{write(node.left)}({write(node.right)})"
        case Binary(operator, left, right):
            own = BINDING[operator]
            written = (
                (_inside(left, own + 1), _inside(right, own))
                if operator == "^"
                else (_inside(left, own), _inside(right, own + 1))
            )
            return (operator if operator in "*/^" else f" {operator} ").join(written)


def write_number(value: Fraction) -> str:
    """Return a fraction as a whole number, a terminating decimal, or `a/b`."""
    if value.denominator == 1:
        return str(value.numerator)
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 300:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def write_relation(relation: Comparison) -> str:
    """Return e.g. `2x + 5 = 15`."""
    return f"{write(relation.left)} {relation.operator} {write(relation.right)}"


def binding(node: Node) -> int:
    """Return how tightly the outermost part of `node` holds when written."""
    match node:
        case Binary(operator):
            return BINDING[operator]
        case Negative():
            return NEGATIVE
        case Postfix():
            return POSTFIX
        case Number(value) if "/" in write_number(value):
            return BINDING["/"]
        case _:
            return ATOM


def _inside(node: Node, least: int) -> str:
    text = write(node)
    return text if binding(node) >= least else f"({text})"


def parts(node: Node) -> Iterator[Node]:
    """Yield `node` and everything in it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        match current:
            case Negative(operand) | Postfix(_, operand):
                waiting.append(operand)
            case Binary(_, left, right):
                waiting += [left, right]
            case Call(_, arguments):
                waiting += arguments
            case _:
                pass


def variables(*nodes: Node) -> list[str]:
    """Return the names of the unknowns in `nodes`, in alphabetical order."""
    return sorted({part.name for node in nodes for part in parts(node) if isinstance(part, Variable)})
