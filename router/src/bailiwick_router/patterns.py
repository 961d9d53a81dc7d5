"""Patterns: linear-time regular expressions of agents, and which of them match a message.

A pattern is matched anywhere in the normalised message (lower case, no diacritics), without regard to case; its
own diacritics are taken off too, so that `mañana` and `manana` are one.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.literals import DIGITS, LITERAL_LENGTH, required_literals, requires_digit
from bailiwick_router.postings import Postings

PATTERN_LENGTH = 500
"""Longest pattern, in characters."""
MAX_MEMORY = 1 << 20
"""Memory that one compiled pattern may use, in bytes."""
PROGRAM_SIZE = 1000
"""Largest compiled pattern, in RE2's instructions: the time of a search grows with them."""


@lru_cache(maxsize=4096)
def bare(pattern: str) -> str:
    """Return the pattern without diacritics."""
    if pattern.isascii():
        return pattern
    return "".join(c for c in unicodedata.normalize("NFD", pattern) if not unicodedata.combining(c))


def compile_pattern(pattern: str, *, field: str = "patterns") -> Any:
    """Return the compiled pattern (over UTF-8 bytes).

    Raises `InvalidInput` for what RE2 refuses: lookaround, backreferences, too large a program.
    """
    if not pattern:
        raise InvalidInput(Reason.of(RoutingReason.PATTERN_EMPTY), field=field)
    if len(pattern) > PATTERN_LENGTH:
        raise InvalidInput(
            Reason.of(RoutingReason.PATTERN_TOO_LONG, length=len(pattern), most=PATTERN_LENGTH), field=field
        )
    try:
        return _compile(bare(pattern))
    except UnicodeEncodeError:
        raise InvalidInput(Reason.of(RoutingReason.PATTERN_HALF), field=field) from None
    except ValueError as error:
        raise InvalidInput(
            Reason.of(RoutingReason.PATTERN_WRONG, pattern=repr(pattern), error=str(error)), field=field
        ) from None


@lru_cache(maxsize=4096)
def _compile(pattern: str) -> Any:
    import re2  # a compiled extension; rosters without patterns do not pay for loading it

    options = re2.Options()
    options.max_mem = MAX_MEMORY
    options.log_errors = False
    options.case_sensitive = False
    encoded = pattern.encode()
    try:
        compiled = re2.compile(encoded, options)
    except re2.error as error:
        raise ValueError(_why(error)) from None
    if compiled.programsize > PROGRAM_SIZE:
        raise ValueError("is too large when its repetitions are written out; use smaller counts.")
    return compiled


def _why(error: Exception) -> str:
    told = error.args[0] if error.args else ""
    text = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
    if "(?=" in text or "(?!" in text or "(?<" in text:
        return "uses lookaround, which linear-time patterns do not have; write what should match instead."
    if "invalid escape sequence: \\" in text and text[-1:].isdigit():
        return "uses a backreference, which linear-time patterns do not have; write the text out."
    if "repetition size" in text or "too large" in text:
        return f"is too large when its repetitions are written out ({text}); use smaller counts."
    return f"is not valid: {text}."


class _Known:
    """A pattern that some agents share."""

    __slots__ = ("compiled", "gates", "literals", "postings")

    def __init__(self, compiled: Any, literals: frozenset[str]) -> None:
        self.compiled = compiled
        self.literals = literals
        """One of these is in every text that it matches; none where that is not known."""
        self.gates = frozenset(literal[:LITERAL_LENGTH] for literal in literals)
        self.postings = Postings()

    def may_match(self, folded: str) -> bool:
        """Whether a text holds one of the literals."""
        # A loop: `any` takes three times as long for the few there are.
        for literal in self.literals:
            if literal in folded:
                return True
        return not self.literals


class Patterns:
    """All patterns of a roster, each kept once however many agents have it.

    A pattern that cannot match without one of some literals is tried only on messages that hold one of them; it is
    found by their first three letters. Of the others, those that cannot match without a digit are tried on messages
    with a digit, and the rest on every message.
    """

    __slots__ = ("_by_gate", "_known", "_ungated", "_with_digit", "tried")

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._by_gate: dict[str, dict[str, _Known]] = {}
        self._with_digit: dict[str, _Known] = {}
        self._ungated: dict[str, _Known] = {}
        self.tried = 0
        """How many patterns have been matched against messages so far."""

    def __len__(self) -> int:
        return len(self._known)

    def get(self, pattern: str) -> Postings | None:
        """Return the agents that have a pattern, given without diacritics."""
        known = self._known.get(pattern)
        return None if known is None else known.postings

    def add(self, pattern: str, slots: Sequence[int]) -> None:
        """Add agents that have `pattern`, given without diacritics."""
        known = self._known.get(pattern)
        if known is None:
            known = self._known[pattern] = _Known(compile_pattern(pattern), required_literals(pattern))
            for gate in known.gates:
                self._by_gate.setdefault(gate, {})[pattern] = known
            if not known.gates:
                (self._with_digit if requires_digit(pattern) else self._ungated)[pattern] = known
        known.postings.add(slots)

    def remove(self, pattern: str, slot: int) -> None:
        """Remove an agent that has `pattern`."""
        known = self._known[pattern]
        known.postings.remove(slot)
        if len(known.postings):
            return
        del self._known[pattern]
        self._ungated.pop(pattern, None)
        self._with_digit.pop(pattern, None)
        for gate in known.gates:
            del self._by_gate[gate][pattern]
            if not self._by_gate[gate]:
                del self._by_gate[gate]

    def find(
        self, normalised: str, matches: dict[str, str | None] | None = None
    ) -> Iterator[tuple[str, str, Postings]]:
        """Yield (pattern, what it matched, postings) for every pattern that matches.

        `matches` is what patterns have matched in this very text so far, nothing for those that do not match; it grows.
        """
        if not self._known:
            return
        matches = {} if matches is None else matches
        folded = normalised if normalised.isascii() else normalised.casefold()
        possible = dict(self._ungated)
        if self._with_digit and not DIGITS.isdisjoint(normalised):
            possible.update(self._with_digit)
        held = {folded[at : at + LITERAL_LENGTH] for at in range(len(folded) - LITERAL_LENGTH + 1)}
        for gate in self._by_gate.keys() & held:
            possible.update(self._by_gate[gate])
        encoded = normalised.encode("utf-8", "replace")
        for pattern in sorted([pattern for pattern, known in possible.items() if known.may_match(folded)]):
            known = possible[pattern]
            if pattern not in matches:
                self.tried += 1
                found = known.compiled.search(encoded)
                matches[pattern] = None if found is None else found.group(0).decode("utf-8", "replace")
            matched = matches[pattern]
            if matched is not None:
                yield pattern, matched, known.postings
