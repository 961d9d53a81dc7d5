"""Routing decisions with their full trace."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import read_reason
from bailiwick_router.core.decisions import (
    Candidate,
    Decision,
    Evidence,
    ExampleMatch,
    Exclusion,
    Learned,
    LearnedFeature,
    Mode,
    RequestPart,
    Shadow,
    Stage,
    StageOutcome,
    StageReport,
)
from bailiwick_router.core.record import values_of
from bailiwick_router.text import message_hash

EMPTY: Mapping[str, object] = {
    "candidates": (),
    "candidate_count": 0,
    "excluded": (),
    "margin": 0.0,
    "why": None,
    "shortlist": (),
    "parts": (),
    "learned": None,
    "asked": "",
    "last_agent": None,
    "canary": False,
    "shadows": (),
    "id": None,
    "created_at": None,
}
"""What is not written of a decision where it is this."""


class DecisionStore:
    """Routing decisions."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.decision_store")

    async def add(self, user_id: str, decision: Decision, *, execution_id: str | None = None) -> Decision:
        """Store; returns it with id and created_at. Raises `NotFound` for no such execution."""
        decision_id = uuid7()
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "add",
                id=as_uuid(decision_id, "decision"),
                agent_id=decision.agent,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
                record=written_decision(decision),
            )
            return replace(decision, id=decision_id, created_at=row["created_at"])

    async def get(self, user_id: str, decision_id: str) -> Decision:
        """Return one decision. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(decision_id, "decision"))
            if row is None:
                raise not_found("decision")
            return read_decision(row["record"], str(row["id"]), row["created_at"])

    async def execution_of(self, user_id: str, decision_id: str) -> str | None:
        """Return the execution that a decision was made for; None for a trial. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "execution_of", id=as_uuid(decision_id, "decision"))
        if row is None:
            raise not_found("decision")
        return None if row["execution_id"] is None else str(row["execution_id"])

    async def list(
        self, user_id: str, *, agent_id: str | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Decision]:
        """Latest first; `before` pages by `created_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", agent_id=agent_id, before=before, limit=bounded(limit))
            return [read_decision(row["record"], str(row["id"]), row["created_at"]) for row in rows]


def written_decision(decision: Decision) -> str:
    """Return a decision as the JSON that is stored of it, without what is empty or follows from the rest."""
    values = {**values_of(decision), "id": None, "created_at": None}
    if decision.message_hash == message_hash(clean_text(decision.message)):
        del values["message_hash"]
    values["stages"] = [_written_report(report, decision) for report in decision.stages]
    return as_json({name: value for name, value in values.items() if value or name not in EMPTY})


def _written_report(report: StageReport, decision: Decision) -> dict[str, Any]:
    """Return what a stage said, without the reason of the one that decided, which is the decision's."""
    values = values_of(report)
    if (report.reason, report.why) == (decision.reason, decision.why):
        del values["reason"], values["why"]
    return values


def read_decision(record: dict[str, Any], decision_id: str, created_at: datetime) -> Decision:
    """Return a stored decision as it was, with its id and time."""
    record = {**EMPTY, **record}
    if "message_hash" not in record:
        record["message_hash"] = message_hash(record["message"])
    said = {"reason": record["reason"], "why": record["why"]}
    fields: dict[str, Any] = {
        **record,
        "id": decision_id,
        "created_at": created_at,
        "stage": Stage(record["stage"]),
        "mode": Mode(record["mode"]),
        "why": read_reason(record["why"]),
        "shortlist": tuple(record["shortlist"]),
        "excluded": tuple(Exclusion(**item) for item in record["excluded"]),
        "candidates": tuple(_candidate(item) for item in record["candidates"]),
        "stages": tuple(_report(item if "reason" in item else {**item, **said}) for item in record["stages"]),
        "parts": tuple(_part(item) for item in record["parts"]),
        "learned": _learned(record["learned"]),
        "shadows": tuple(_shadow(item) for item in record["shadows"]),
    }
    return Decision(**fields)


def _part(item: dict[str, Any]) -> RequestPart:
    fields: dict[str, Any] = {
        **item,
        "stage": Stage(item["stage"]),
        "candidates": tuple(_candidate(each) for each in item["candidates"]),
        "stages": tuple(_report(each) for each in item["stages"]),
        "why": read_reason(item.get("why")),
    }
    return RequestPart(**fields)


def _learned(item: dict[str, Any] | None) -> Learned | None:
    if item is None:
        return None
    fields: dict[str, Any] = {
        **item,
        "examples": tuple(ExampleMatch(**each) for each in item["examples"]),
        "features": tuple(LearnedFeature(**each) for each in item["features"]),
    }
    return Learned(**fields)


def _shadow(item: dict[str, Any]) -> Shadow:
    fields: dict[str, Any] = {**item, "stage": Stage(item["stage"]), "why": read_reason(item.get("why"))}
    return Shadow(**fields)


def _candidate(item: dict[str, Any]) -> Candidate:
    fields: dict[str, Any] = {**item, "evidence": tuple(Evidence(**piece) for piece in item["evidence"])}
    return Candidate(**fields)


def _report(item: dict[str, Any]) -> StageReport:
    return StageReport(
        stage=Stage(item["stage"]),
        outcome=StageOutcome(item["outcome"]),
        reason=item["reason"],
        why=read_reason(item.get("why")),
    )
