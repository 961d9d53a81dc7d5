"""Figures as tables for spreadsheets."""

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import Enum
from typing import Any

from bailiwick.agents.metrics.records import CallTable, Delegations, Errors, ExecutionTable, Metrics
from bailiwick_router.core.record import Record

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, "CSV Injection")."""


def csv_of(found: Record) -> str:
    """Return figures as CSV (RFC 4180) in English notation, headed by the names of the columns."""
    text = io.StringIO()
    writer = csv.writer(text)
    for line in _lines(found):
        writer.writerow([_cell(value) for value in line])
    return text.getvalue()


def _lines(found: Record) -> Iterator[Sequence[Any]]:
    match found:
        case Metrics():
            yield (
                "from",
                "executions",
                "completed",
                "unanswered",
                "failed",
                "cancelled",
                "p50 ms",
                "p95 ms",
                "input tokens",
                "output tokens",
                "cost USD",
            )
            for at in found.series:
                yield (
                    at.at,
                    at.executions,
                    at.completed,
                    at.unanswered,
                    at.failed,
                    at.cancelled,
                    at.p50_ms,
                    at.p95_ms,
                    at.input_tokens,
                    at.output_tokens,
                    at.cost,
                )
        case ExecutionTable() | CallTable():
            yield from _table(found)
        case Delegations():
            yield "from", "to", "kind", "count"
            for link in found.links:
                yield link.from_, link.to, link.kind, link.count
        case Errors():
            yield "error class", "agent", "count", "last at"
            for row in found.rows:
                for agent in row.agents:
                    yield row.error_class, agent.agent_id, agent.count, row.last_at
        case _:
            raise TypeError(f"{type(found).__name__} is no table")


def _table(found: ExecutionTable | CallTable) -> Iterator[Sequence[Any]]:
    counted = "executions" if isinstance(found, ExecutionTable) else "calls"
    yield (
        "key",
        "name",
        counted,
        "completed",
        "unanswered",
        "failed",
        "success rate",
        "p50 ms",
        "p95 ms",
        "mean ms",
        "input tokens",
        "output tokens",
        "cost USD",
        "last used at",
    )
    for row in found.rows:
        yield (
            row.key,
            row.name,
            getattr(row, counted),
            row.completed,
            row.unanswered,
            row.failed,
            row.success_rate,
            row.p50_ms,
            row.p95_ms,
            row.mean_ms,
            row.input_tokens,
            row.output_tokens,
            row.cost,
            row.last_used_at,
        )


def _cell(value: Any) -> str:
    """Return what a cell says; text that would be a formula begins with an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value.value if isinstance(value, Enum) else value)
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA) else text
