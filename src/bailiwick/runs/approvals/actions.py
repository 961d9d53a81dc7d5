"""Approvals: which calls need a person's word, and what happens when it is given."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.events.facts import ApprovalDecided, ApprovalRequested, Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.approvals.records import Approval, ApprovalStatus, Grant
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.holding import hold_run
from bailiwick.runs.purpose import Purposes
from bailiwick.tools.admission import Admission, Admitted, Refused, Waits
from bailiwick.tools.records import ToolContext, ToolSpec

MAY_BEGIN = (None, ApprovalStatus.PENDING, ApprovalStatus.APPROVED, ApprovalStatus.USED)
"""How a call can stand that may still begin."""
DECIDED = {ApprovalStatus.APPROVED: Act.CALL_APPROVED, ApprovalStatus.DENIED: Act.CALL_DENIED}
"""What a person has done who decides so."""
GoOn = Callable[[str, str], Awaitable[object]]
"""Sets a waiting execution going again, within the caller's transaction: (user id, execution id)."""


class Approvals:
    """The gate that tool calls pass, and the inbox of those that wait before it."""

    def __init__(self, database: Database, stores: Stores, purposes: Purposes, life: timedelta) -> None:
        """`life` is how long a call waits for a person."""
        self._purposes = purposes
        self._database = database
        self._stores = stores
        self._life = life

    async def asks(self, spec: ToolSpec, context: ToolContext) -> bool:
        """Whether a call depends on a person's word: no user has said no, or is asked yet."""
        if why_ask(spec, context) is None or context.execution_id is None or context.agent_id is None:
            return False
        store, user_id = self._stores[ApprovalStore], context.user_id
        if await store.granted(user_id, context.agent_id, spec.name):
            return False
        return await store.status_of_call(user_id, context.execution_id, context.step_key) in MAY_BEGIN

    async def admit(self, spec: ToolSpec, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Say whether a call may begin; ask a person where one has to be asked.

        No user is asked about a call that found nothing it could touch. To be called in the transaction that begins
        the call.
        """
        reason = why_ask(spec, context)
        if reason is None or context.execution_id is None or context.agent_id is None:
            return Admitted()
        store, user_id, agent_id = self._stores[ApprovalStore], context.user_id, context.agent_id
        if await store.granted(user_id, agent_id, spec.name):
            return Admitted()
        step_key = context.step_key
        if context.found == () and await store.status_of_call(user_id, context.execution_id, step_key) is None:
            return Admitted(found=())
        admission = await store.admit(
            user_id,
            execution_id=context.execution_id,
            step_key=step_key,
            place=context.place,
            agent_id=agent_id,
            spec=spec,
            arguments=arguments,
            reason=reason,
            life=self._life,
            found=context.found,
        )
        told: Event | None = None
        if isinstance(admission, Refused) and admission.voided is not None:
            told = ApprovalDecided(approval_id=admission.voided, tool=spec.name, status=ApprovalStatus.CHANGED, note="")
        if isinstance(admission, Waits) and admission.asked_now:
            told = ApprovalRequested(
                approval_id=admission.approval_id,
                agent=agent_id,
                tool=spec.name,
                call=step_key,
                place=context.place,
                reason=reason.text(),
                found=context.found,
                why=reason,
            )
        if told is not None:
            await self._stores[EventStore].append(user_id, [told], execution_id=context.execution_id, agent=agent_id)
        return admission

    async def approve(self, user_id: str, approval_id: str, go_on: GoOn, *, always: bool = False) -> Approval:
        """Let a call be made; with `always` also every later one of this agent and tool.

        Raises `NotFound`, `Conflict`.
        """
        return await self._decide(user_id, approval_id, ApprovalStatus.APPROVED, "", go_on, always=always)

    async def deny(self, user_id: str, approval_id: str, note: str, go_on: GoOn) -> Approval:
        """Have a call not made; the agent reads the note. Raises `NotFound`, `Conflict`."""
        return await self._decide(user_id, approval_id, ApprovalStatus.DENIED, note, go_on)

    async def expire(self, user_id: str, go_on: GoOn) -> int:
        """Close what was not decided in time; return how many there were."""
        late = await self._stores[ApprovalStore].late(user_id)
        for approval_id in late:
            with suppress(Conflict):  # another request has closed it meanwhile
                await self._decide(user_id, approval_id, ApprovalStatus.EXPIRED, "", go_on)
        return len(late)

    async def grants(self, user_id: str) -> Sequence[Grant]:
        """Return what is allowed for good, latest first."""
        return await self._stores[ApprovalStore].grants(user_id)

    async def revoke(self, user_id: str, agent_id: str, tool: str) -> None:
        """Take a permission back. Raises `NotFound`."""
        await self._stores[ApprovalStore].revoke(user_id, agent_id, tool)

    async def _decide(
        self, user_id: str, approval_id: str, status: ApprovalStatus, note: str, go_on: GoOn, *, always: bool = False
    ) -> Approval:
        store = self._stores[ApprovalStore]
        execution_id = (await store.get(user_id, approval_id)).execution_id
        async with self._database.as_user(user_id):
            # The execution first: its worker holds it too while it begins to wait, so neither misses the other.
            held = await hold_run(self._stores, self._purposes, user_id, execution_id)
            approval = await store.decide(user_id, approval_id, status, note)
            if status in DECIDED:
                about = {"agent": approval.agent_id, "tool": approval.tool}
                audited(self._database, DECIDED[status], "approval", approval_id, **about)
            if always:
                await store.grant(user_id, approval.agent_id, approval.tool)
            decided = ApprovalDecided(approval_id=approval_id, tool=approval.tool, status=status, note=approval.note)
            await self._stores[EventStore].append(
                user_id, [decided], execution_id=execution_id, agent=approval.agent_id
            )
            if held.status is ExecutionStatus.WAITING and not await store.count_pending(user_id, execution_id):
                await go_on(user_id, execution_id)
        return approval


def why_ask(spec: ToolSpec, context: ToolContext) -> Reason | None:
    """Return why a person has to agree to a call; None when no user has to.

    What strangers wrote may have told the agent what to do. From then on a call that can destroy something, or that
    can carry something out, needs a person who knows what they wanted.
    """
    if spec.approval:
        return Reason.of(ReasonCode.TOOL_ASKS)
    if not context.tainted:
        return None
    if not spec.read_only and spec.destructive:
        return Reason.of(ReasonCode.TAINTED_DESTROYS)
    if not spec.read_only and spec.open_world:
        return Reason.of(ReasonCode.TAINTED_REACHES_OUT)
    if spec.instructs:
        return Reason.of(ReasonCode.TAINTED_INSTRUCTS)
    if context.unseen_addresses:
        return Reason.of(ReasonCode.TAINTED_ADDRESS, address=context.unseen_addresses[0][:500])
    return None
