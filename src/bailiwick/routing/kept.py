"""Candidates that are kept from one decision to the next, for agents that are found again and again."""

from collections.abc import Hashable

from bailiwick.core.decisions import Candidate

MOST_KEPT = 20_000
"""Candidates that one router keeps, some ten megabytes; with one more it begins anew."""


class KeptCandidates:
    """Candidates by what they have of a message, and by their slot.

    An index tells it when the agent of a slot changes or leaves; nothing of that agent survives.
    """

    __slots__ = ("__weakref__", "_by_having", "_size", "_slots")

    def __init__(self) -> None:
        self._by_having: dict[Hashable, dict[int, Candidate]] = {}
        self._slots: set[int] = set()
        """Every slot that anything is kept for."""
        self._size = 0

    def __len__(self) -> int:
        return sum(map(len, self._by_having.values()))

    def of(self, having: Hashable) -> dict[int, Candidate] | None:
        """Return the agents that are known with what they have of a message, by slot; not to be changed."""
        return self._by_having.get(having)

    def keep(self, having: Hashable, slot: int, candidate: Candidate) -> None:
        """Keep a candidate. `having` says all that decides it besides the agent."""
        if self._size >= MOST_KEPT:
            self._by_having, self._slots, self._size = {}, set(), 0
        self._by_having.setdefault(having, {})[slot] = candidate
        self._slots.add(slot)
        self._size += 1

    def forget(self, slot: int) -> None:
        """Forget all about the agent of a slot."""
        if slot in self._slots:
            self._slots.remove(slot)
            for by_slot in self._by_having.values():
                by_slot.pop(slot, None)
