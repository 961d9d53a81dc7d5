"""Facts as they are counted: the queries that sums are made of, one for each kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.agents.metrics.plan import Piece
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.kernel.database.queries import NamedQuery, Queries

QUERY_OF = {
    MetricKind.ALL: "execution",
    MetricKind.EXECUTION: "execution",
    MetricKind.MODEL: "calls",
    MetricKind.TOOL: "calls",
    MetricKind.STAGE: "stage",
    MetricKind.ERROR: "error",
    MetricKind.LINK: "link",
    MetricKind.APPROVAL: "approval",
    MetricKind.FEEDBACK: "feedback",
    MetricKind.DECISION: "decision",
    MetricKind.SHADOW: "shadow",
}
STEP_KINDS = {MetricKind.MODEL: ["model", "review"], MetricKind.TOOL: ["tool"]}
TIMED = (
    "count",
    "completed",
    "unanswered",
    "failed",
    "cancelled",
    "timed",
    "milliseconds",
    "input_tokens",
    "output_tokens",
    "cost",
    "model_calls",
    "tool_calls",
    "last_at",
    "bins",
    "tallies",
)
"""Columns of kinds that have durations."""
COUNTED = ("count", "model_calls", "last_at")
"""Columns of kinds that are only counted."""


class MetricFacts:
    """Counts facts of any kind."""

    def __init__(self) -> None:
        self._queries = Queries("bailiwick.agents.metrics.facts")

    def counting(self, kind: MetricKind) -> NamedQuery:
        """Return the query that counts facts of a kind; it takes `parameters`."""
        return self._queries[QUERY_OF[kind]]

    def inserting(self, kind: MetricKind) -> NamedQuery:
        """Return the statement that stores the counts of hours; `since` of each piece is its hour."""
        counting = self.counting(kind)
        columns = TIMED if counting.name in ("execution", "calls") else COUNTED
        names = ", ".join((*columns, "link") if kind is MetricKind.LINK else columns)
        return NamedQuery.of(
            f"insert_{counting.name}",
            "Store the counts of hours.",
            f"INSERT INTO metric_sums (kind, span, at, agent, subject, {names})"  # noqa: S608  (our own names)
            f" SELECT '{kind}', 'hour', (%(sinces)s::timestamptz[])[slot], agent, subject, {names}"
            f" FROM ({counting.sql.removesuffix(';')}) AS facts",
        )


def parameters(
    kind: MetricKind,
    pieces: Sequence[Piece],
    *,
    agent: str | None = None,
    subject: str | None = None,
    by_agent: bool = True,
    by_subject: bool = True,
) -> Mapping[str, Any]:
    """Return what the queries of a kind take."""
    return {
        "sinces": [piece.since for piece in pieces],
        "untils": [piece.until for piece in pieces],
        "slots": [piece.slot for piece in pieces],
        "kinds": STEP_KINDS.get(kind, []),
        "agent": agent,
        "subject": subject,
        "by_agent": by_agent and kind is not MetricKind.ALL,
        "by_subject": by_subject,
    }
