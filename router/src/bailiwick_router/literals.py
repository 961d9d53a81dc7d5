"""Required literals: which pieces of text a pattern cannot match without.

They let an index skip patterns that cannot match a message. The reading is conservative: whatever it does not
know, it gives up on, and the pattern is then tried on every message.
"""

from dataclasses import dataclass
from functools import lru_cache

LITERAL_LENGTH = 3
"""Shortest literal worth knowing."""
MOST_LITERALS = 64
DIGITS = frozenset("0123456789")
_DEPTH = 20
_READ = 4096
"""Patterns whose literals are remembered: an agent that is edited, or tried with an edit, brings its patterns anew."""


class _Unknown(Exception):
    """Something this reading does not know."""


@lru_cache(maxsize=_READ)
def required_literals(pattern: str) -> frozenset[str]:
    """Return literals, folded, of which every match of `pattern` contains at least one.

    Empty when there is no such set of literals of three characters or more. `pattern` is a valid RE2
    pattern that is matched without regard to case.
    """
    try:
        reader = _Reader(pattern)
        found = reader.alternatives(0)
    except _Unknown:
        return frozenset()
    if reader.at != len(pattern) or _weight(found) < LITERAL_LENGTH or len(found) > MOST_LITERALS:
        return frozenset()
    return frozenset(found)


@lru_cache(maxsize=_READ)
def requires_digit(pattern: str) -> bool:
    """Whether every match of `pattern`, a valid RE2 pattern, is known to contain one of the digits 0 to 9."""
    try:
        reader = _DigitReader(pattern)
        found = reader.alternatives(0)
    except _Unknown:
        return False
    return reader.at == len(pattern) and bool(found)


def _weight(literals: "set[str]") -> int:
    return min(map(len, literals), default=0)


@dataclass(slots=True)
class _Reader:
    """Reads a pattern from left to right; each method returns literals one of which is required."""

    pattern: str
    at: int = 0

    def alternatives(self, depth: int) -> "set[str]":
        if depth > _DEPTH:
            raise _Unknown
        branches = [self._sequence(depth)]
        while self._take("|"):
            branches.append(self._sequence(depth))
        # One branch that requires nothing frees them all.
        return set().union(*branches) if all(branches) else set()

    def _sequence(self, depth: int) -> "set[str]":
        best: set[str] = set()
        run = ""

        def keep(literals: "set[str]") -> None:
            nonlocal best
            if _weight(literals) > _weight(best):
                best = literals

        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            literal, group = self._atom(depth)
            optional, repeated = self._quantifier()
            if optional:
                literal, group = "", set()
            run += literal
            if repeated or not literal:
                keep({run} if run else set())
                run = ""
            keep(group)
        keep({run} if run else set())
        return best

    def _atom(self, depth: int) -> "tuple[str, set[str]]":
        """Return the literal character at hand, or the literals that the group at hand requires."""
        character = self.pattern[self.at]
        self.at += 1
        if character == "(":
            return "", self._group(depth)
        if character == "[":
            self._class()
            return "", set()
        if character == "\\":
            return self._escape(), set()
        if character in ".^$":
            return "", set()
        if character in "*+?{":
            raise _Unknown
        return character.casefold(), set()

    def _group(self, depth: int) -> "set[str]":
        if self._take("?") and not self._take(":"):
            if not (self._take("P<") or self._take("<")):
                raise _Unknown
            while self.at < len(self.pattern) and not self._take(">"):
                self.at += 1
        found = self.alternatives(depth + 1)
        if not self._take(")"):
            raise _Unknown
        return found

    def _class(self) -> None:
        self._take("^")
        first = True
        while self.at < len(self.pattern):
            if self._take("[:"):
                raise _Unknown
            character = self.pattern[self.at]
            self.at += 1
            if character == "\\":
                self._escape()
            elif character == "]" and not first:
                return
            first = False
        raise _Unknown

    def _escape(self) -> str:
        if self.at >= len(self.pattern):
            raise _Unknown
        character = self.pattern[self.at]
        self.at += 1
        if character in "bBAzdDsSwWnrtfv":
            return ""
        if character.isalnum() or not character.isascii():
            raise _Unknown
        return character

    def _quantifier(self) -> tuple[bool, bool]:
        """Return whether the atom before may be missing, and whether it may be repeated."""
        optional = repeated = False
        if self._take("*"):
            optional = repeated = True
        elif self._take("+"):
            repeated = True
        elif self._take("?"):
            optional = True
        elif self._take("{"):
            end = self.pattern.find("}", self.at)
            least = self.pattern[self.at : end].partition(",")[0] if end >= 0 else ""
            if not least.isdecimal():
                raise _Unknown
            self.at = end + 1
            optional, repeated = int(least) == 0, True
        else:
            return False, False
        self._take("?")
        return optional, repeated

    def _take(self, text: str) -> bool:
        if self.pattern.startswith(text, self.at):
            self.at += len(text)
            return True
        return False


class _DigitReader(_Reader):
    """Reads only which digits are required; all other characters count for nothing."""

    def _atom(self, depth: int) -> "tuple[str, set[str]]":
        start = self.at
        literal, group = super()._atom(depth)
        if self.pattern[start : self.at] == r"\d":
            literal = "0"
        return literal if literal in DIGITS else "", group
