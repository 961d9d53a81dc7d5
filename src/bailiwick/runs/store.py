"""Executions and their journal, fenced by attempt."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bailiwick.agents.decision_store import read_decision, written_decision
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded, containing
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_json, clean_text
from bailiwick.kernel.errors import Conflict, ExecutionCancelled, LostClaim, TooMuchWork, not_found
from bailiwick.kernel.events.facts import Told
from bailiwick.kernel.events.store import together
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.places import Place, read_place
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, as_data, read_reason
from bailiwick.kernel.usage import ExecutionStatus, Outcome, Usage
from bailiwick.runs.records import (
    Assignment,
    Ended,
    Execution,
    Failure,
    FoundExecution,
    RunPurpose,
    Step,
    StepKind,
    StepStatus,
)
from bailiwick_router.core.decisions import Mode
from bailiwick_router.core.record import values_of

SEARCHED = 5000
"""A search looks into so many executions, the latest."""
INSTRUCTIONS = "instructions"
"""What the input of a step calls what its model was told."""
DIGEST_CHARACTERS = 32
SHORTEST_SHARED = 100
"""Characters of instructions that are kept once for all steps; what is shorter is kept with each."""
LOST = "Another worker has this execution, or it is over."


class ExecutionStore:
    """Executions and their journal. Writes by a worker name the attempt it claimed and raise `LostClaim` when
    another worker has claimed the execution since or it is over.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.store")

    async def create(
        self,
        user_id: str,
        conversation_id: str,
        message: str,
        mode: Mode,
        requested_agent: str | None,
        *,
        purpose: RunPurpose = RunPurpose.CHAT,
        asked: Sequence[str] = (),
        files: Sequence[str] = (),
        most: int | None = None,
    ) -> Execution:
        """Create a pending execution and add to the thread the message that asks for it.

        Raises `NotFound` for no such conversation, or a resident's, and `TooMuchWork` while `most` wait or run.
        """
        execution_id = uuid7()
        async with self._database.as_user(user_id) as connection:
            created = await self._queries.row(
                connection,
                "create",
                id=as_uuid(execution_id, "execution"),
                message=message,
                mode=mode,
                conversation_id=as_uuid(conversation_id, "conversation"),
                requested_agent=requested_agent,
                purpose=purpose,
                asked=[*asked],
                files=[as_uuid(each, "file") for each in files],
                message_id=as_uuid(uuid7(), "message"),
                most=most,
            )
            if created["created_at"] is None:
                if most is not None and created["executions"] >= most:
                    raise TooMuchWork.of(most)
                raise not_found("conversation")
        return Execution(
            id=execution_id,
            conversation_id=conversation_id,
            message=message,
            mode=mode,
            requested_agent=requested_agent,
            agent_id=None,
            status=ExecutionStatus.PENDING,
            attempt=0,
            cancel_requested=False,
            answer=None,
            failure=None,
            decision=None,
            usage=Usage(),
            created_at=created["created_at"],
            started_at=None,
            ended_at=None,
            purpose=purpose,
            asked=tuple(asked),
            files=tuple(files),
        )

    async def note_silence(self, user_id: str, execution_id: str, attempt: int) -> None:
        """Note that silence had ended the conversation before its message. Raises `LostClaim`."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(execution_id, "execution")
            if not await self._queries.run(connection, "note_silence", id=key, attempt=attempt):
                raise LostClaim(LOST)

    async def get(self, user_id: str, execution_id: str, *, steps: bool = True) -> Execution:
        """Return one execution, with its journal unless told otherwise. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, execution_id, steps=steps)

    async def list(
        self,
        user_id: str,
        *,
        conversation_id: str | None = None,
        agent_id: str | None = None,
        status: ExecutionStatus | None = None,
        limit: int = 50,
        before: datetime | None = None,
    ) -> Sequence[Execution]:
        """Latest first, without their journals; `before` pages by `created_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "list" if agent_id is None else "list_of_agent",
                agent_id=agent_id,
                status=status,
                before=before,
                limit=bounded(limit),
                conversation_id=None if conversation_id is None else as_uuid(conversation_id, "conversation"),
            )
            return [_execution(row) for row in rows]

    async def hold(self, user_id: str, execution_id: str) -> ExecutionStatus:
        """Within the caller's transaction: keep everyone else from changing where it stands. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            held = await self._queries.one(connection, "hold", id=as_uuid(execution_id, "execution"))
            if held is None:
                raise not_found("execution")
            return ExecutionStatus(held["status"])

    async def unfinished(self, user_id: str, most: int) -> int:
        """Return how many are pending or running, counted up to `most`."""
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "unfinished", most=most))["executions"]

    async def used(self, user_id: str, conversation_id: str, *, but: str | None = None) -> tuple[int, Usage]:
        """Return how many runs of a conversation are over, without the one `but`, and what they used in all."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "used",
                conversation_id=as_uuid(conversation_id, "conversation"),
                but=None if but is None else as_uuid(but, "execution"),
            )
            return row.pop("runs"), Usage(**row)

    async def claim(
        self, user_id: str, execution_id: str, message: str | None = None, asked: Sequence[str] | None = None
    ) -> Execution | None:
        """Claim for this worker: raise `attempt`, set running (started_at on the first), return it with its steps.

        `message` and `asked` say what it is asked, where that was not known before. Returns nothing when it is over,
        waiting, or gone.
        """
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(execution_id, "execution")
            row = await self._queries.one(
                connection,
                "claim",
                id=key,
                message=None if message is None else clean_text(message),
                asked=None if asked is None else [clean_text(each) for each in asked],
            )
            if row is None:
                return None
            # What was never claimed before has no steps yet.
            journal = await self._queries.all(connection, "steps", id=key) if row["attempt"] > 1 else []
            return replace(_execution(row), steps=tuple(_step(line) for line in journal))

    async def record(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        *steps: Step,
        facts: Sequence[Told] = (),
        assigned: Assignment | None = None,
        begins: bool = False,
    ) -> Sequence[Step]:
        """Store who works on it and why, where that was decided; insert steps, or replace those of the same keys, which
        keep their places and starts; store facts with them.

        Results of calls in flight are still taken while the execution waits for a person. Raises `LostClaim`; raises
        `ExecutionCancelled` when cancel was requested and a step is running or `begins` says that something else does.
        """
        begins = begins or any(step.status is StepStatus.RUNNING for step in steps)
        steps = tuple(map(self.cleaned, steps))
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "record",
                execution_id=key,
                attempt=attempt,
                begins=begins,
                **_written(assigned, steps, facts),
            )
            if not rows:
                held = await self._queries.one(connection, "hold", id=key)
                if held is None or held["attempt"] != attempt or held["status"] not in ("running", "waiting"):
                    raise LostClaim(LOST)
                raise ExecutionCancelled("The execution was cancelled.")
            if facts:
                await self._database.tell_of_facts(user_id, execution_id)
            stored = {row.pop("key"): row for row in rows}
            return [replace(step, **stored[step.key]) for step in steps]

    def cleaned(self, step: Step) -> Step:
        """Return a step as it would be stored: texts and values that PostgreSQL refuses are replaced."""
        return replace(
            step,
            input=clean_json(step.input),
            output=None if step.output is None else clean_json(step.output),
            error=None if step.error is None else clean_text(step.error),
        )

    async def finish(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        status: ExecutionStatus,
        *,
        usage: Usage,
        answer: str | None = None,
        failure: Failure | None = None,
        outcome: Outcome | None = None,
        model_messages: Sequence[Any] = (),
        assigned: Assignment | None = None,
        steps: Sequence[Step] = (),
        facts: Sequence[Told] = (),
    ) -> Ended:
        """End it, with what was decided and its last steps and facts; `model_messages` (JSON) become part of the
        thread's history if it completed.

        Raises `LostClaim`, and `ValueError` for a status that is no end.
        """
        if not status.terminal:
            raise ValueError(f"An execution does not end as {status}")
        kept = None if answer is None else clean_text(answer)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "finish",
                execution_id=as_uuid(execution_id, "execution"),
                attempt=attempt,
                status=status,
                answer=kept,
                error_class=None if failure is None else str(failure.error_class),
                error_message=None if failure is None else clean_text(failure.message),
                why=None if failure is None else why_column(failure.said),
                lack=None if failure is None or failure.lack is None else as_json(failure.lack),
                outcome=outcome,
                model_messages=as_json(list(model_messages)),
                **values_of(usage),
                **_written(assigned, steps, facts),
            )
            if row is None:
                raise LostClaim(LOST)
            if facts:
                await self._database.tell_of_facts(user_id, execution_id)
            return Ended(row["ended_at"], kept)

    async def wait(self, user_id: str, execution_id: str, attempt: int, reason: Said) -> None:
        """Set waiting for a person. Raises `LostClaim`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "wait",
                id=as_uuid(execution_id, "execution"),
                attempt=attempt,
                reason=text_column(reason),
                why=why_column(reason),
            )
            if row is None:
                raise LostClaim(LOST)

    async def resume(self, user_id: str, execution_id: str) -> Execution:
        """Set a waiting execution pending again. Raises `NotFound`, `Conflict` when it is not waiting."""
        async with self._database.as_user(user_id) as connection:
            resumed = await self._queries.one(connection, "resume", id=as_uuid(execution_id, "execution"))
            execution = await self._get(connection, execution_id, steps=True)
            if resumed is None:
                raise Conflict(Reason.of(ReasonCode.NOT_WAITING, status=execution.status))
            return execution

    async def settle(self, user_id: str, execution_id: str, key: str, *, error: Said | None) -> None:
        """Resolve a running step of a waiting execution: with `error` it failed so, without it is deleted and will
        be made again. Raises `NotFound` when there is no such running step."""
        async with self._database.as_user(user_id) as connection:
            step: dict[str, Any] = {"execution_id": as_uuid(execution_id, "execution"), "key": key}
            if error is None:
                row = await self._queries.one(connection, "forget_open_step", **step)
            else:
                failed = {"error": text_column(error), "why": why_column(error)}
                row = await self._queries.one(connection, "fail_open_step", **step, **failed)
            if row is None:
                raise not_found("step")

    async def request_cancel(self, user_id: str, execution_id: str) -> Execution:
        """Note that it is to stop; pending and waiting ones become cancelled at once.

        Its worker hears of it on channel `bailiwick_control`: `{"u": user, "x": execution, "do": "cancel"}`.
        Raises `NotFound`; over ones are returned as they are.
        """
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(execution_id, "execution")
            if await self._queries.one(connection, "request_cancel", id=key) is not None:
                await self._queries.run(connection, "announce_cancel", id=str(key))
            return await self._get(connection, execution_id, steps=True)

    async def search(self, user_id: str, text: str, *, limit: int = 8) -> Sequence[FoundExecution]:
        """Latest first, those whose message contains `text`, whatever the case; among the latest executions only."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "search", pattern=containing(text), searched=SEARCHED, limit=bounded(limit)
            )
            return [
                FoundExecution(
                    id=str(row["id"]),
                    conversation_id=str(row["conversation_id"]),
                    message=row["message"],
                    agent_id=row["agent_id"],
                    status=ExecutionStatus(row["status"]),
                    created_at=row["created_at"],
                    swarm_id=row["swarm_id"],
                    resident_id=row["resident_id"],
                )
                for row in rows
            ]

    async def _get(self, connection: Connection, execution_id: str, *, steps: bool) -> Execution:
        key = as_uuid(execution_id, "execution")
        row = await self._queries.one(connection, "get", id=key)
        if row is None:
            raise not_found("execution")
        journal = await self._queries.all(connection, "steps", id=key) if steps else []
        execution = _execution(row)
        return replace(execution, steps=_ended(execution, tuple(map(_step, journal))))


def _ended(execution: Execution, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps of an execution with its end, which is stored as that of the execution alone."""
    if not steps or execution.status is not ExecutionStatus.COMPLETED or steps[-1].kind is StepKind.FINALIZE:
        return steps
    end = Step(
        key="finalize",
        kind=StepKind.FINALIZE,
        agent_id=execution.agent_id,
        status=StepStatus.COMPLETED,
        attempt=execution.attempt,
        output=None if execution.answer is None else {"answer": execution.answer},
        started_at=execution.ended_at,
        ended_at=execution.ended_at,
        position=steps[-1].position + 1,
    )
    return (*steps, end)


def _written(assigned: Assignment | None, steps: Sequence[Step], facts: Sequence[Told]) -> dict[str, Any]:
    """Return what was decided, steps and facts as the parameters of the queries that store them."""
    decision = None if assigned is None else assigned.decision
    # In one order: two runs that store the same texts for the first time wait for each other, and not in a ring.
    shared = dict(sorted({each.digest: each.text for step in steps if (each := _shared(step)) is not None}.items()))
    return {
        "decision_id": None if decision is None else as_uuid(str(decision.id), "decision"),
        "assigned": assigned is not None,
        "worker": None if assigned is None else assigned.agent_id,
        "decided": None if decision is None else decision.agent,
        "decision": None if decision is None else written_decision(decision),
        "decided_at": None if decision is None else decision.created_at,
        "digests": [*shared],
        "instructions": [*shared.values()],
        "steps": as_json([_row(step) for step in steps]),
        **together(facts),
    }


@dataclass(frozen=True, slots=True)
class _Shared:
    """What the instructions in a step's input begin with, where that is kept once for all steps."""

    digest: str
    text: str
    rest: str


def _told(step: Step) -> tuple[str, str] | None:
    """Return what a model was told, in its two parts; None of any other step: a tool may have such an argument."""
    match step.input.get(INSTRUCTIONS) if step.kind is StepKind.MODEL else None:
        case [str(text), str(rest)]:
            return text, rest
        case _:
            return None


def _shared(step: Step) -> _Shared | None:
    told = _told(step)
    if told is None or len(told[0]) < SHORTEST_SHARED:
        return None
    return _Shared(hashlib.sha256(told[0].encode()).hexdigest()[:DIGEST_CHARACTERS], *told)


def _row(step: Step) -> dict[str, Any]:
    told, shared, given = _told(step), _shared(step), step.input
    if told is not None:
        given = {**given, INSTRUCTIONS: told[1] if shared else "".join(told)}
    row: dict[str, Any] = {
        "key": step.key,
        "position": step.position,
        "kind": step.kind,
        "agent_id": step.agent_id,
        "status": step.status,
        "attempt": step.attempt,
        "name": step.name,
        "helper": step.helper,
        "place": {} if step.place == Place() else step.place,
        "input": given,
        "output": step.output,
        "error": step.error,
        "why": as_data(step.why),
        "instructions": None if shared is None else shared.digest,
        **values_of(step.usage),
        "started_at": None if step.started_at is None else step.started_at.isoformat(),
    }
    return row


def read_usage(row: dict[str, Any]) -> Usage:
    """Return what a row says was used."""
    return Usage(
        input_tokens=row["input_tokens"],
        output_tokens=row["output_tokens"],
        model_calls=row["model_calls"],
        tool_calls=row["tool_calls"],
        cost=row["cost"],
    )


def read_failure(row: Mapping[str, Any]) -> Failure | None:
    """Return why an execution did not complete, of its row; None where it did or is not over."""
    if row["error_class"] is None:
        return None
    lack = (
        None
        if row["lack"] is None
        else Lack(
            code=LackCode(row["lack"]["code"]), values=row["lack"]["values"], why=read_reason(row["lack"].get("why"))
        )
    )
    return Failure(error_class=row["error_class"], message=row["error_message"], lack=lack, why=read_reason(row["why"]))


def _execution(row: dict[str, Any]) -> Execution:
    decision = None
    if row["decision"] is not None:
        decision = read_decision(row["decision"], str(row["decision_id"]), row["decided_at"])
    return Execution(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        message=row["message"],
        mode=Mode(row["mode"]),
        requested_agent=row["requested_agent"],
        agent_id=row["agent_id"],
        status=ExecutionStatus(row["status"]),
        attempt=row["attempt"],
        cancel_requested=row["cancel_requested"],
        waiting_for=row["waiting_for"],
        waiting_why=read_reason(row["why"]) if row["waiting_for"] else None,
        answer=row["answer"],
        failure=read_failure(row),
        decision=decision,
        usage=read_usage(row),
        created_at=row["created_at"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        outcome=None if row["outcome"] is None else Outcome(row["outcome"]),
        after_silence=row["after_silence"],
        superseded=row["superseded"],
        purpose=RunPurpose(row["purpose"]),
        asked=tuple(row["asked"]),
        files=tuple(str(each) for each in row["files"]),
        task_id=None if row["task_id"] is None else str(row["task_id"]),
        schedule_id=None if row["schedule_id"] is None else str(row["schedule_id"]),
        swarm_id=row["swarm_id"],
        resident_id=row["resident_id"],
        tainted=row["tainted"],
    )


def _step(row: dict[str, Any]) -> Step:
    if row["shared"] is not None:
        row["input"][INSTRUCTIONS] = row["shared"] + row["input"][INSTRUCTIONS]
    return Step(
        key=row["key"],
        kind=StepKind(row["kind"]),
        agent_id=row["agent_id"],
        status=StepStatus(row["status"]),
        attempt=row["attempt"],
        name=row["name"],
        helper=row["helper"],
        place=read_place(row["place"]),
        input=row["input"],
        output=row["output"],
        error=row["error"],
        why=read_reason(row["why"]),
        usage=read_usage(row),
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        position=row["position"],
    )
