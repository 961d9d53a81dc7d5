"""Candidates: the best agents of a decision with their scores and the evidence for them."""

from collections.abc import Sequence
from itertools import islice

from bailiwick_router.core.decisions import Candidate
from bailiwick_router.evidence import EvidenceWriter
from bailiwick_router.index import Entry
from bailiwick_router.stage import Query

_set = object.__setattr__


def candidates(query: Query, *, intents_first: bool) -> list[Candidate]:
    """Return the best agents with their scores: those of the tags stage first, or those of the intents stage.

    The other stage's agents fill what is left of the list.
    """
    rankings = (query.by_intent, query.by_tags) if intents_first else (query.by_tags, query.by_intent)
    best = {ranked.slot: ranked.features for ranking in rankings for ranked in ranking}
    writers = [EvidenceWriter(1 << at, feature, query) for at, feature in enumerate(query.scores.features)]
    plans: dict[int, _Plan] = {}
    found: list[Candidate] = []
    for slot, pattern in islice(best.items(), query.settings.candidates):
        plan = plans.get(pattern)
        if plan is None:
            plan = plans[pattern] = _Plan(pattern, [each for each in writers if each.bit & pattern], query)
        found.append(plan.candidate(query.index.at(slot)))
    return found


class _Plan:
    """What agents with the same features have in common."""

    __slots__ = ("_confidence", "_having", "_score")

    def __init__(self, pattern: int, having: Sequence[EvidenceWriter], query: Query) -> None:
        self._score = query.tag_measure.value(pattern)
        self._confidence = query.intent_measure.value(pattern)
        self._having = having

    def candidate(self, entry: Entry) -> Candidate:
        """Return the candidate that an agent with these features is."""
        held = entry.held
        # Most agents hold a feature as one before them: what that gave is known, and nothing is called.
        evidence = [each.known.get(held[each.shelf].get(each.key)) or each.write(entry) for each in self._having]
        # As `Candidate(…)` in half the time, up to twenty times a decision: a frozen class initialises slowly.
        made = object.__new__(Candidate)
        _set(made, "agent", entry.id)
        _set(made, "score", self._score)
        _set(made, "confidence", self._confidence)
        _set(made, "evidence", tuple(evidence))
        return made
