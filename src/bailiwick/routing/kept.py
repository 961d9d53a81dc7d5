"""Evidence that is kept from one decision to the next, for agents that are found again and again."""

from collections.abc import Hashable

from bailiwick.core.decisions import Evidence

MOST_KEPT = 32_768
"""Pieces of evidence that one router keeps, a few megabytes; with one more it begins anew."""


class KeptEvidence:
    """Evidence by what the message said and by the slot of the agent that has it.

    An index tells it when the agent of a slot changes or leaves; nothing of that agent survives.
    """

    __slots__ = ("__weakref__", "_by_said", "_size", "_slots")

    def __init__(self) -> None:
        self._by_said: dict[Hashable, dict[int, Evidence]] = {}
        self._slots: set[int] = set()
        """Every slot that anything is kept for."""
        self._size = 0

    def __len__(self) -> int:
        return sum(map(len, self._by_said.values()))

    def of(self, said: Hashable) -> dict[int, Evidence]:
        """Return what is kept on something said, by slot; to be read only, and not beyond this decision."""
        return self._by_said.get(said) or {}

    def keep(self, said: Hashable, slot: int, evidence: Evidence) -> None:
        """Keep a piece of evidence."""
        if self._size >= MOST_KEPT:
            self._by_said, self._slots, self._size = {}, set(), 0
        self._by_said.setdefault(said, {})[slot] = evidence
        self._slots.add(slot)
        self._size += 1

    def forget(self, slot: int) -> None:
        """Forget all about the agent of a slot."""
        if slot in self._slots:
            self._slots.remove(slot)
            for by_slot in self._by_said.values():
                by_slot.pop(slot, None)
