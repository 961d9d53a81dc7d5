"""Syntax trees as JSON, for the way to the process that runs sympy."""

from fractions import Fraction
from typing import Any

from bailiwick_skills.maths.tree import (
    Binary,
    Call,
    Comparison,
    Constant,
    Negative,
    Node,
    Number,
    Postfix,
    Variable,
)


def to_wire(node: Node | Comparison) -> list[Any]:
    """Return `node` as nested lists, the kind first."""
    match node:
        case Number(value):
            return ["number", str(value.numerator), str(value.denominator)]
        case Variable(name):
            return ["variable", name]
        case Constant(name):
            return ["constant", name]
        case Negative(operand):
            return ["negative", to_wire(operand)]
        case Postfix(operator, operand):
            return ["postfix", operator, to_wire(operand)]
        case Binary(operator, left, right):
            return ["binary", operator, to_wire(left), to_wire(right)]
        case Call(function, arguments):
            return ["call", function, *map(to_wire, arguments)]
        case Comparison(operator, left, right):
            return ["relation", operator, to_wire(left), to_wire(right)]


def from_wire(wire: list[Any]) -> Node:
    """Return the expression that `to_wire` wrote."""
    match wire:
        case ["number", numerator, denominator]:
            return Number(Fraction(int(numerator), int(denominator)))
        case ["variable", name]:
            return Variable(name)
        case ["constant", name]:
            return Constant(name)
        case ["negative", operand]:
            return Negative(from_wire(operand))
        case ["postfix", operator, operand]:
            return Postfix(operator, from_wire(operand))
        case ["binary", operator, left, right]:
            return Binary(operator, from_wire(left), from_wire(right))
        case ["call", function, *arguments]:
            return Call(function, tuple(map(from_wire, arguments)))
        case _:
            raise ValueError("not a tree")
