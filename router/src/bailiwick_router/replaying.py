"""Replays: messages decided one after the other by one router, with what came of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from time import perf_counter

from bailiwick_router.core.decisions import Decision, RoutingContext, Stage
from bailiwick_router.core.replays import ReplayQuery, ReplaySummary
from bailiwick_router.pipeline import Router


def decisions(router: Router, queries: Iterable[ReplayQuery]) -> Iterator[tuple[ReplayQuery, Decision]]:
    """Yield each query with the decision on it, in order; only one record at a time is kept."""
    for query in queries:
        yield query, router.decide(query.text, RoutingContext(last_agent=query.last_agent))


def replay(router: Router, queries: Iterable[ReplayQuery]) -> tuple[list[Decision], ReplaySummary]:
    """Return the decision on each query, in order, with what came of all of them."""
    counts, records = ReplayCounts(), list[Decision]()
    for query, decision in decisions(router, queries):
        counts.add(query, decision)
        records.append(decision)
    return records, counts.summary()


def correct(query: ReplayQuery, agent: str | None) -> bool:
    """Whether a labelled query went where it should; one that no agent should get, when none did."""
    return query.labelled and query.agent == agent


class ReplayCounts:
    """Counts decisions as they are made."""

    def __init__(self) -> None:
        self._started = perf_counter()
        self._messages = self._labelled = self._correct = self._refused = 0
        self._nobodys = self._nobodys_refused = 0
        self._stages: Counter[Stage] = Counter()
        self._times: list[float] = []
        self._confused: Counter[tuple[str | None, str | None]] = Counter()
        self._samples: dict[tuple[str | None, str | None], str] = {}

    def add(self, query: ReplayQuery, decision: Decision) -> None:
        """Count one decision."""
        self._messages += 1
        self._stages[decision.stage] += 1
        self._refused += decision.agent is None
        self._times.append(decision.microseconds)
        if not query.labelled:
            return
        self._labelled += 1
        right = correct(query, decision.agent)
        self._correct += right
        if query.agent is None:
            self._nobodys += 1
            self._nobodys_refused += right
        if not right:
            pair = (query.agent, decision.agent)
            self._confused[pair] += 1
            self._samples.setdefault(pair, query.text)

    def confused(self, most: int) -> Sequence[tuple[str | None, str | None, int, str]]:
        """Return (expected, got, how often, the first such message) of the most frequent mistakes, most first."""
        return [
            (*pair, count, self._samples[pair])
            # Equals stay in the order in which they came.
            for pair, count in sorted(self._confused.items(), key=lambda each: -each[1])[:most]
        ]

    def summary(self) -> ReplaySummary:
        """Return what came of the decisions so far; the seconds are those since this was made."""
        times = sorted(self._times)
        return ReplaySummary(
            messages=self._messages,
            labelled=self._labelled,
            correct=self._correct,
            accuracy=self._correct / self._labelled if self._labelled else None,
            refused=self._refused,
            refused_share=self._refused / self._messages if self._messages else 0.0,
            stages=by_stage(self._stages),
            p50_microseconds=quantile(times, 0.5),
            p99_microseconds=quantile(times, 0.99),
            seconds=round(perf_counter() - self._started, 3),
            nobodys=self._nobodys,
            nobodys_refused=self._nobodys_refused,
        )


def by_stage(counts: Counter[Stage]) -> list[tuple[Stage, int]]:
    """Return the counts in the order of the stages, without those that decided nothing."""
    return [(stage, counts[stage]) for stage in Stage if counts[stage]]


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of the ordered values do not exceed; 0 for none."""
    return ordered[max(1, ceil(share * len(ordered))) - 1] if ordered else 0.0
