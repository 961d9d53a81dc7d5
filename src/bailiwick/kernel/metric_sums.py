"""Metric sums: what a number of executions or calls came to, in a form that can be added up."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

RATIO = 1.05
"""Each bin of the histogram ends at so many times the duration at which it begins."""


def bin_of(milliseconds: float) -> int:
    """Return the bin of a duration: bin n holds those above RATIO^(n-1) up to RATIO^n ms, bin 0 those up to 1 ms."""
    return max(0, math.ceil(math.log(max(milliseconds, 1.0)) / math.log(RATIO)))


def duration_in(number: int) -> float:
    """Return the duration that stands for a bin, in milliseconds: at most (RATIO-1)/(RATIO+1) = 2.44 % off.

    The point with the same relative distance to both ends of the bin (Masson, Rim and Lee, "DDSketch", VLDB 2019).
    Bin 0 is told as 1 ms.
    """
    return 1.0 if number == 0 else 2.0 * RATIO**number / (RATIO + 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricSums:
    """Sums over executions or calls that ended within a time."""

    count: int = 0
    completed: int = 0
    unanswered: int = 0
    """Those of the completed that did nothing for who asked."""
    failed: int = 0
    cancelled: int = 0
    timed: int = 0
    """How many durations `milliseconds` and `histogram` hold: of what completed or failed."""
    milliseconds: float = 0.0
    """All durations together."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars by list price."""
    model_calls: int = 0
    tool_calls: int = 0
    last_at: datetime | None = None
    """The latest of them ended then."""
    histogram: Mapping[int, int] = field(default_factory=dict[int, int])
    """How many durations are in each bin."""

    def __add__(self, other: "MetricSums") -> "MetricSums":
        histogram = dict(self.histogram)
        for number, times in other.histogram.items():
            histogram[number] = histogram.get(number, 0) + times
        ends = [at for at in (self.last_at, other.last_at) if at is not None]
        return MetricSums(
            count=self.count + other.count,
            completed=self.completed + other.completed,
            unanswered=self.unanswered + other.unanswered,
            failed=self.failed + other.failed,
            cancelled=self.cancelled + other.cancelled,
            timed=self.timed + other.timed,
            milliseconds=self.milliseconds + other.milliseconds,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=self.cost + other.cost,
            model_calls=self.model_calls + other.model_calls,
            tool_calls=self.tool_calls + other.tool_calls,
            last_at=max(ends, default=None),
            histogram=histogram,
        )

    @property
    def success_rate(self) -> float | None:
        """Answered / (completed + failed); None while there is neither."""
        judged = self.completed + self.failed
        return (self.completed - self.unanswered) / judged if judged else None

    @property
    def mean_ms(self) -> float | None:
        """Mean duration, in milliseconds; None while there is none."""
        return self.milliseconds / self.timed if self.timed else None

    def percentile_ms(self, share: float) -> float | None:
        """Return the duration that `share` (0 to 1) of them took at most, within 2.44 %; None while there is none.

        The nearest rank: the smallest duration that is not exceeded by at least `share` of all.
        """
        total = sum(self.histogram.values())
        rank, seen = max(1, math.ceil(share * total)), 0
        for number in sorted(self.histogram):
            seen += self.histogram[number]
            if seen >= rank:
                return duration_in(number)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotSums:
    """The sums of one slot, agent and subject; both texts are empty where these were not told apart."""

    slot: int
    """Which of the times asked for, from 1."""
    agent: str
    subject: str
    """Model, tool, stage, class of error, rating, or who a link leads to."""
    link: str = ""
    """How a link hands work on: `routed`, `helper`, `review`, `swarm`, `group` for mail to one; else empty."""
    sums: MetricSums
