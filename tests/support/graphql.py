"""Reads GraphQL operations strictly: what is not in the given schema, or not of its type, is refused.

A schema is text, a type a paragraph:

    type Order
      name: String!
      lineItems(first: Int, after: String): LineItemConnection!
    input NewPrice
      id: ID!
    enum SortKey A B C

    directive @once(key: String!)

Only what the product sends is understood: one operation, variables, directives of fields, no fragments.
"""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

TOKEN = re.compile(r'\s*(?:#[^\n]*\n\s*)*([!(){}:=\[\]$,@]|[_A-Za-z]\w*|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*")')
SCALARS: Mapping[str, Callable[[Any], bool]] = {
    "String": lambda value: isinstance(value, str),
    "ID": lambda value: isinstance(value, str),
    "Int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "Boolean": lambda value: isinstance(value, bool),
    "Money": lambda value: isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value) is not None,
}


class Refused(Exception):
    """The operation is not one of this schema."""


@dataclass(frozen=True)
class Variable:
    """A variable where it is used."""

    name: str


@dataclass
class Selected:
    """One field of a selection."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    directives: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Their arguments, by their names."""
    fields: "list[Selected]" = field(default_factory=list)


@dataclass
class Operation:
    """What is asked."""

    kind: str
    name: str
    variables: dict[str, str]
    fields: list[Selected]


class Reader:
    """Takes an operation apart."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if found is None:
                raise Refused(f"syntax error near {text[at : at + 30]!r}")
            self._tokens.append(found[1])
            at = found.end()
        self._next = 0

    def operation(self) -> Operation:
        kind, name, variables = self._take(), self._take(), {}
        if kind not in ("query", "mutation"):
            raise Refused(f"unexpected {kind!r}")
        if self._peek() == "(":
            self._take("(")
            while self._peek() != ")":
                self._take("$")
                variable = self._take()
                self._take(":")
                variables[variable] = self._type()
                if self._peek() == ",":
                    self._take()
            self._take(")")
        fields = self._selection()
        if self._next != len(self._tokens):
            raise Refused(f"unexpected {self._peek()!r}")
        return Operation(kind, name, variables, fields)

    def _type(self) -> str:
        if self._peek() == "[":
            self._take("[")
            inner = self._type()
            self._take("]")
            written = f"[{inner}]"
        else:
            written = self._take()
        if self._peek() == "!":
            written += self._take()
        return written

    def _selection(self) -> list[Selected]:
        self._take("{")
        found: list[Selected] = []
        while self._peek() != "}":
            one = Selected(self._take())
            one.arguments = self._arguments()
            while self._peek() == "@":
                self._take("@")
                directive = self._take()
                one.directives[directive] = self._arguments()
            if self._peek() == "{":
                one.fields = self._selection()
            found.append(one)
        self._take("}")
        if not found:
            raise Refused("an empty selection")
        return found

    def _arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self._peek() == "(":
            self._take("(")
            while self._peek() != ")":
                name = self._take()
                self._take(":")
                found[name] = self._value()
                if self._peek() == ",":
                    self._take()
            self._take(")")
        return found

    def _value(self) -> Any:
        token = self._take()
        if token == "[":
            values: list[Any] = []
            while self._peek() != "]":
                values.append(self._value())
                if self._peek() == ",":
                    self._take()
            self._take("]")
            return values
        if token == "$":
            return Variable(self._take())
        if token in ("true", "false"):
            return token == "true"
        if re.fullmatch(r"-?\d+", token):
            return int(token)
        return token[1:-1] if token.startswith('"') else token

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self, wanted: str | None = None) -> str:
        token = self._peek()
        if not token or (wanted is not None and token != wanted):
            raise Refused(f"expected {wanted!r}, found {token!r}")
        self._next += 1
        return token


class Schema:
    """What may be asked."""

    def __init__(self, text: str) -> None:
        self.types: dict[str, dict[str, tuple[dict[str, str], str]]] = {}
        self.inputs: dict[str, dict[str, str]] = {}
        self.enums: dict[str, set[str]] = {}
        self.directives: dict[str, dict[str, str]] = {}
        current: Any = None
        for line in filter(str.strip, text.splitlines()):
            if not line.startswith(" "):
                kind, name, *values = line.split()
                if kind == "directive":
                    found = re.fullmatch(r"directive @(\w+)\((.*)\)", line)
                    assert found, line
                    self.directives[found[1]] = dict(part.split(": ") for part in found[2].split(", "))
                elif kind == "enum":
                    self.enums[name] = set(values)
                else:
                    current = (self.types if kind == "type" else self.inputs).setdefault(name, {})
                continue
            found = re.fullmatch(r"\s+(\w+)(?:\((.*)\))?: (\S+)", line)
            assert found, line
            if current in self.inputs.values() and found[2] is None and current is not None:
                current[found[1]] = found[3]
            else:
                arguments = dict(part.split(": ") for part in found[2].split(", ")) if found[2] else {}
                current[found[1]] = (arguments, found[3])

    def check(self, text: str, variables: Mapping[str, Any]) -> Operation:
        """Return a valid operation with the values of its variables put in. Raises `Refused`."""
        operation = Reader(text).operation()
        for name in variables:
            if name not in operation.variables:
                raise Refused(f"Variable ${name} is not declared")
        for name, kind in operation.variables.items():
            self._check_value(f"${name}", kind, variables.get(name))
        used: set[str] = set()
        root = "QueryRoot" if operation.kind == "query" else "Mutation"
        self._check_fields(root, operation.fields, operation.variables, variables, used)
        if unused := set(operation.variables) - used:
            raise Refused(f"Variable ${unused.pop()} is declared and not used")
        return operation

    def _check_fields(
        self,
        kind: str,
        fields: list[Selected],
        declared: Mapping[str, str],
        variables: Mapping[str, Any],
        used: set[str],
    ) -> None:
        for one in fields:
            if one.name not in self.types[kind]:
                raise Refused(f"Field '{one.name}' doesn't exist on type '{kind}'")
            accepted, returned = self.types[kind][one.name]
            self._check_arguments(f"Field '{one.name}'", accepted, one.arguments, declared, variables, used)
            for name, given in one.directives.items():
                if name not in self.directives:
                    raise Refused(f"Directive @{name} is not defined")
                self._check_arguments(f"Directive @{name}", self.directives[name], given, declared, variables, used)
            inner = re.sub(r"[\[\]!]", "", returned)
            if inner in self.types:
                if not one.fields:
                    raise Refused(f"Field '{one.name}' must have selections")
                self._check_fields(inner, one.fields, declared, variables, used)
            elif one.fields:
                raise Refused(f"Selections can't be made on '{one.name}'")

    def _check_arguments(
        self,
        what: str,
        accepted: Mapping[str, str],
        given: dict[str, Any],
        declared: Mapping[str, str],
        variables: Mapping[str, Any],
        used: set[str],
    ) -> None:
        """Refuse arguments that are not accepted, and put the values of variables into their places."""
        for name, value in given.items():
            if name not in accepted:
                raise Refused(f"{what} doesn't accept argument '{name}'")
            if isinstance(value, Variable):
                if value.name not in declared:
                    raise Refused(f"Variable ${value.name} is not declared")
                if declared[value.name].rstrip("!") != accepted[name].rstrip("!"):
                    raise Refused(f"Type mismatch on variable ${value.name}")
                used.add(value.name)
                given[name] = variables.get(value.name)
            else:
                self._check_value(name, accepted[name], value)
        for name, wanted in accepted.items():
            if wanted.endswith("!") and given.get(name) is None:
                raise Refused(f"{what} is missing required argument '{name}'")

    def _check_value(self, name: str, kind: str, value: Any) -> None:
        if value is None:
            if kind.endswith("!"):
                raise Refused(f"{name} must not be null")
            return
        kind = kind.removesuffix("!")
        if kind.startswith("["):
            if not isinstance(value, list):
                raise Refused(f"{name} must be a list")
            for each in value:
                self._check_value(name, kind[1:-1], each)
        elif kind in self.inputs:
            if not isinstance(value, dict):
                raise Refused(f"{name} must be a {kind}")
            if unknown := set(value) - set(self.inputs[kind]):
                raise Refused(f"{kind} has no field {unknown.pop()}")
            for part, wanted in self.inputs[kind].items():
                self._check_value(f"{name}.{part}", wanted, value.get(part))
        elif kind in self.enums:
            if value not in self.enums[kind]:
                raise Refused(f"{name} is no {kind}")
        elif not SCALARS[kind](value):
            raise Refused(f"{name} is no {kind}")


def chosen(value: Any, fields: list[Selected]) -> Any:
    """Return what was selected of a value; a callable in it is called with its field's arguments."""
    if isinstance(value, list):
        return [chosen(each, fields) for each in value]
    if not isinstance(value, dict) or not fields:
        return value
    found = {}
    for one in fields:
        inner = value[one.name]
        found[one.name] = chosen(inner(**one.arguments) if callable(inner) else inner, one.fields)
    return found


def cost_of(fields: list[Selected]) -> int:
    """Return the requested cost: one an object, a connection two and what it may hold."""
    total = 0
    for one in fields:
        if not one.fields or one.name == "pageInfo":
            continue
        inner = cost_of(one.fields)
        first = one.arguments.get("first")
        total += 2 + int(first) * max(inner, 1) if first is not None else 1 + inner
    return total
