"""Candidates that are kept from one decision to the next, for agents that are found again and again."""

from collections.abc import Collection

from bailiwick.core.decisions import Candidate

MOST_KEPT = 20_000
"""Candidates that one router keeps, some ten megabytes; with more it begins anew."""
LONGEST_KEPT = 200
"""Longest text of the message, in characters, that a kept candidate quotes."""

Said = tuple[str | tuple[int, str], ...]
"""A feature: its kind, the words of the message, and all else that decides the evidence besides the agent."""


class KeptCandidates:
    """Candidates by the features they have of a message, and by their slot.

    An index tells it when the agent of a slot changes or leaves; nothing of that agent survives.
    """

    __slots__ = ("__weakref__", "_by_features", "_size", "_slots")

    def __init__(self) -> None:
        self._by_features: dict[tuple[Said, ...], dict[int, Candidate]] = {}
        self._slots: set[int] = set()
        """Every slot that anything is kept for."""
        self._size = 0

    def __len__(self) -> int:
        return sum(map(len, self._by_features.values()))

    def of(self, features: tuple[Said, ...]) -> dict[int, Candidate]:
        """Return the candidates kept for agents that have these features, by slot; more may be put in."""
        known = self._by_features.get(features)
        if known is None:
            known = {}
            if all([len(said[1]) <= LONGEST_KEPT for said in features]):
                self._by_features[features] = known
                self._size += 1
        return known

    def count(self, slots: Collection[int]) -> None:
        """Take note of the slots that candidates were put in for; nothing may happen in between."""
        self._slots.update(slots)
        self._size += len(slots)
        if self._size > MOST_KEPT:
            self._by_features, self._slots, self._size = {}, set(), 0

    def forget(self, slot: int) -> None:
        """Forget all about the agent of a slot."""
        if slot in self._slots:
            self._slots.remove(slot)
            for by_slot in self._by_features.values():
                by_slot.pop(slot, None)
