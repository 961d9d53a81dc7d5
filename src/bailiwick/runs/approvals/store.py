"""Calls that wait for a person, and what people allow for good."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_json, clean_text
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.places import Place, read_place
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, read_reason
from bailiwick.kernel.shown_calls import FoundThing, argument_hash, was_shown
from bailiwick.runs.approvals.records import Approval, ApprovalStatus, Grant
from bailiwick.tools.admission import Admission, Admitted, RefusalCode, Refused, Waits
from bailiwick.tools.records import ToolSpec

ANOTHER_CALL = Refused(Reason.of(ReasonCode.APPROVED_ANOTHER_CALL), RefusalCode.ANOTHER_CALL)
CHANGED = Refused(Reason.of(ReasonCode.CHANGED_SINCE), RefusalCode.CHANGED)
EXPIRED = Refused(Reason.of(ReasonCode.APPROVAL_LATE), RefusalCode.EXPIRED)


class ApprovalStore:
    """What waits, and what was said to it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.approvals.store")

    async def admit(
        self,
        user_id: str,
        *,
        execution_id: str,
        step_key: str,
        place: Place,
        agent_id: str,
        spec: ToolSpec,
        arguments: Mapping[str, Any],
        reason: Said,
        life: timedelta,
        found: Sequence[FoundThing] | None = None,
    ) -> Admission:
        """Say whether a call may begin, by what a person said to it; ask, if no user has been asked.

        A word holds once, for exactly these arguments, and while `found`, what they name now, is what the person was
        shown or less. To be called in the transaction that begins the call.
        """
        # The arguments as the journal keeps them: a call that is taken up again has them from there.
        kept: dict[str, Any] = clean_json(dict(arguments))
        key, digest = as_uuid(execution_id, "execution"), argument_hash(spec.name, kept)
        async with self._database.as_user(user_id) as connection:
            await self._queries.one(connection, "hold_execution", execution_id=key)
            said = await self._queries.one(connection, "of_step", execution_id=key, step_key=step_key)
            if said is None:
                row = await self._queries.row(
                    connection,
                    "request",
                    id=as_uuid(uuid7(), "approval"),
                    execution_id=key,
                    step_key=step_key,
                    place=as_json(asdict(place)),
                    agent_id=agent_id,
                    tool=spec.name,
                    origin=spec.origin,
                    arguments=as_json(kept),
                    argument_hash=digest,
                    reason=text_column(reason),
                    why=why_column(reason),
                    life=life,
                    found=None if found is None else as_json([asdict(each) for each in found]),
                )
                return Waits(str(row["id"]), asked_now=True)
            if said["argument_hash"] != digest:
                return ANOTHER_CALL
            shown = _found(said)
            match ApprovalStatus(said["status"]):
                case ApprovalStatus.PENDING if not said["late"]:
                    return Waits(str(said["id"]), asked_now=False)
                case ApprovalStatus.CHANGED:
                    return CHANGED
                case ApprovalStatus.APPROVED | ApprovalStatus.USED if not was_shown(found or (), shown or ()):
                    await self._queries.run(connection, "void", id=said["id"])
                    return replace(CHANGED, voided=str(said["id"]))
                case ApprovalStatus.APPROVED:
                    await self._queries.run(connection, "use", id=said["id"])
                    return Admitted(shown)
                case ApprovalStatus.USED:
                    # The step of a used approval exists until a person asks for the call to be made again.
                    return Admitted(shown)
                case ApprovalStatus.DENIED:
                    note, denied = said["note"], Reason.of(ReasonCode.CALL_DENIED)
                    told = Reason.of(ReasonCode.CALL_DENIED_SAYING, note=note) if note else denied
                    return Refused(told, RefusalCode.DENIED)
                case _:
                    return EXPIRED

    async def status_of_call(self, user_id: str, execution_id: str, step_key: str) -> ApprovalStatus | None:
        """Return how the call of a step stands; None if no user has been asked about it."""
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "status_of_call", execution_id=key, step_key=step_key)
            return None if row is None else ApprovalStatus(row["status"])

    async def granted(self, user_id: str, agent_id: str, tool: str) -> bool:
        """Whether the agent may call the tool without asking."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.one(connection, "granted", agent_id=agent_id, tool=tool) is not None

    async def get(self, user_id: str, approval_id: str) -> Approval:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, approval_id)

    async def list(
        self,
        user_id: str,
        *,
        status: ApprovalStatus | None = None,
        execution_id: str | None = None,
        limit: int = 50,
        before: datetime | None = None,
    ) -> Sequence[Approval]:
        """Latest first; `before` pages by `created_at`."""
        execution = None if execution_id is None else as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "list", status=status, execution_id=execution, before=before, limit=bounded(limit)
            )
            return [_approval(row) for row in rows]

    async def count_pending(self, user_id: str, execution_id: str | None = None) -> int:
        """How many wait, of one execution if given."""
        async with self._database.as_user(user_id) as connection:
            if execution_id is None:
                return (await self._queries.row(connection, "count_pending"))["pending"]
            key = as_uuid(execution_id, "execution")
            return (await self._queries.row(connection, "pending_of_execution", execution_id=key))["pending"]

    async def decide(self, user_id: str, approval_id: str, status: ApprovalStatus, note: str = "") -> Approval:
        """Write down what was said. Raises `NotFound`; `Conflict` when it does not wait any more."""
        async with self._database.as_user(user_id) as connection:
            decided = await self._queries.one(
                connection, "decide", id=as_uuid(approval_id, "approval"), status=status, note=clean_text(note)
            )
            approval = await self._get(connection, approval_id)
            if decided is None:
                late = approval.status is ApprovalStatus.PENDING
                raise Conflict(Reason.of(ReasonCode.CALL_NOT_WAITING, status="expired" if late else approval.status))
            return approval

    async def late(self, user_id: str) -> Sequence[str]:
        """Return ids of approvals that were not decided in time."""
        async with self._database.as_user(user_id) as connection:
            return [str(row["id"]) for row in await self._queries.all(connection, "late")]

    async def withdraw(self, user_id: str, execution_id: str) -> Sequence[tuple[str, str]]:
        """Close what still waits in an execution that is over; return (id, tool) of each."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "withdraw", execution_id=as_uuid(execution_id, "execution"))
            return [(str(row["id"]), row["tool"]) for row in rows]

    async def grant(self, user_id: str, agent_id: str, tool: str) -> None:
        """Allow an agent a tool for good."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "grant", agent_id=agent_id, tool=tool)
            audited(self._database, Act.PERMISSION_GIVEN, "agent", agent_id, tool=tool)

    async def grants(self, user_id: str) -> Sequence[Grant]:
        """Latest first."""
        async with self._database.as_user(user_id) as connection:
            return [Grant(**row) for row in await self._queries.all(connection, "grants")]

    async def revoke(self, user_id: str, agent_id: str, tool: str) -> None:
        """Take a permission back. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "revoke", agent_id=agent_id, tool=tool) is None:
                raise not_found("permission")
            audited(self._database, Act.PERMISSION_TAKEN_BACK, "agent", agent_id, tool=tool)

    async def _get(self, connection: Connection, approval_id: str) -> Approval:
        row = await self._queries.one(connection, "get", id=as_uuid(approval_id, "approval"))
        if row is None:
            raise not_found("approval")
        return _approval(row)


def _found(row: dict[str, Any]) -> list[FoundThing] | None:
    return None if row["found"] is None else [FoundThing(**each) for each in row["found"]]


def _approval(row: dict[str, Any]) -> Approval:
    return Approval(
        id=str(row["id"]),
        execution_id=str(row["execution_id"]),
        conversation_id=str(row["conversation_id"]),
        agent_id=row["agent_id"],
        step_key=row["step_key"],
        place=read_place(row["place"]),
        tool=row["tool"],
        origin=row["origin"],
        arguments=row["arguments"],
        found=_found(row),
        argument_hash=row["argument_hash"],
        reason=row["reason"],
        why=read_reason(row["why"]),
        status=ApprovalStatus(row["status"]),
        note=row["note"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        decided_at=row["decided_at"],
        swarm_id=row["swarm_id"],
        resident_id=row["resident_id"],
    )
