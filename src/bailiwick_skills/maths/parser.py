"""From tokens to a syntax tree: a precedence parser (V. Pratt, "Top down operator precedence", 1973)."""

from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tokens import Token, tokens
from bailiwick_skills.maths.tree import (
    BINDING,
    CONSTANTS,
    FUNCTIONS,
    NEGATIVE,
    Binary,
    Call,
    CannotCalculate,
    Comparison,
    Constant,
    Negative,
    Node,
    Number,
    Postfix,
    Variable,
)

MAX_NESTING = 50
"""Deepest nesting of parentheses, signs and powers."""
MAX_OPERATIONS = 250
"""Most operations in one expression."""
RELATIONS = ("=", "<", "<=", ">", ">=")


def parse(text: str) -> Node:
    """Return the tree of one expression. Raises `CannotCalculate` saying what is wrong."""
    parser = _Parser(tokens(text))
    node = parser.expression()
    parser.finish()
    return node


def parse_relations(text: str) -> list[Node | Comparison]:
    """Return expressions and relations separated by commas or semicolons, `a < x < b` as two relations.

    Raises `CannotCalculate` saying what is wrong.
    """
    parser = _Parser(tokens(text))
    found = parser.chain()
    while parser.next.text in (",", ";") or parser.next.text == "and":
        parser.advance()
        found += parser.chain()
    parser.finish()
    return found


class _Parser:
    def __init__(self, stream: list[Token]) -> None:
        self._stream = stream
        self._at = 0
        self._depth = 0
        self._operations = 0

    @property
    def next(self) -> Token:
        return self._stream[self._at]

    def advance(self) -> Token:
        token = self.next
        self._at += 1
        return token

    def finish(self) -> None:
        if self.next.kind != "end":
            raise CannotCalculate(MathsReason.UNEXPECTED_SIGN, sign=self.next.text)

    def chain(self) -> list[Node | Comparison]:
        left = self.expression()
        found: list[Node | Comparison] = []
        while self.next.text in RELATIONS:
            sign = self.advance().text
            right = self.expression()
            found.append(Comparison(sign, left, right))
            left = right
        return found or [left]

    def expression(self, least: int = 0) -> Node:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise CannotCalculate(MathsReason.NESTED_DEEPER, most=MAX_NESTING)
        left = self._start()
        while (found := self._operator(least)) is not None:
            self._operations += 1
            if self._operations > MAX_OPERATIONS:
                raise CannotCalculate(MathsReason.TOO_MANY_OPERATIONS, most=MAX_OPERATIONS)
            left = self._join(left, found)
        self._depth -= 1
        return left

    def _operator(self, least: int) -> str | None:
        """Return the operator that continues an operand, if it holds at least as tightly as `least`."""
        token = self.next
        if token.text in ("!", "°") or (token.text == "%" and not self._is_modulo()):
            return token.text
        if token.text == "%":
            return "mod" if BINDING["mod"] >= least else None
        if token.text in BINDING and token.kind != "end":
            return token.text if BINDING[token.text] >= least else None
        implied = token.text == "(" or (token.kind == "name" and token.text != "mod")
        return "" if implied and BINDING["*"] >= least else None

    def _is_modulo(self) -> bool:
        """Whether the `%` ahead stands before a number: 10 % 3, unlike 10% * 3."""
        return self._stream[self._at + 1].kind == "number"

    def _join(self, left: Node, operator: str) -> Node:
        if operator:
            self.advance()
        if operator in ("!", "%", "°"):
            return Postfix(operator, left)
        if operator == "^":
            return Binary("^", left, self.expression(NEGATIVE))
        sign = operator or "*"
        return Binary(sign, left, self.expression(BINDING[sign] + 1))

    def _start(self) -> Node:
        token = self.advance()
        if token.kind == "number":
            return Number(token.value)
        if token.text == "-":
            return Negative(self.expression(NEGATIVE))
        if token.text == "+":
            return self.expression(NEGATIVE)
        if token.text == "(":
            inner = self.expression()
            self._expect(")")
            return inner
        if token.kind == "name" and token.text != "mod":
            return self._named(token.text)
        if token.kind == "end":
            raise CannotCalculate(MathsReason.ENDS_TOO_EARLY)
        raise CannotCalculate(MathsReason.MISSING_BEFORE, sign=token.text)

    def _named(self, name: str) -> Node:
        if name.startswith("log_"):
            base = name.removeprefix("log_")
            return Call("log", (self._argument(), parse(base)))
        if name in FUNCTIONS:
            return self._call(name)
        return Constant(name) if name in CONSTANTS else Variable(name)

    def _call(self, function: str) -> Node:
        power = self._power_before_argument()
        arguments = self._arguments() if self.next.text == "(" else (self._argument(),)
        least, most = FUNCTIONS[function]
        if not least <= len(arguments) <= most:
            wanted = str(least) if least == most else f"{least}-{most}"
            raise CannotCalculate(MathsReason.FUNCTION_TAKES, function=function, wanted=wanted, given=len(arguments))
        call = Call(function, arguments)
        return Binary("^", call, power) if power else call

    def _power_before_argument(self) -> Node | None:
        """Read the power in sin^2 x."""
        if self.next.text != "^":
            return None
        self.advance()
        if self.next.kind != "number":
            raise CannotCalculate(MathsReason.POWER_BEFORE_ARGUMENT)
        return Number(self.advance().value)

    def _arguments(self) -> tuple[Node, ...]:
        self._expect("(")
        arguments = [self.expression()]
        while self.next.text in (",", ";"):
            self.advance()
            arguments.append(self.expression())
        self._expect(")")
        return tuple(arguments)

    def _argument(self) -> Node:
        """Read an argument without parentheses: sin 2x, but sin x cos x is a product of two."""
        argument = self.expression(NEGATIVE)
        while self.next.kind == "name" and self.next.text not in FUNCTIONS and self.next.text != "mod":
            argument = Binary("*", argument, self.expression(NEGATIVE))
        return argument

    def _expect(self, sign: str) -> None:
        if self.next.text != sign:
            if self.next.kind == "end":
                raise CannotCalculate(MathsReason.SIGN_MISSING_AT_END, sign=sign)
            raise CannotCalculate(MathsReason.SIGN_MISSING, sign=sign, next=self.next.text)
        self.advance()
