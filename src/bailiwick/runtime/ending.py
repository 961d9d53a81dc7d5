"""What belongs to the end of every execution, and to holding one until it is written."""

from bailiwick.core.approvals import ApprovalStatus
from bailiwick.core.events import ApprovalDecided, ErrorOccurred, Event, ExecutionFinished
from bailiwick.core.executions import Execution, ExecutionStatus, Failure, Usage
from bailiwick.core.ports import Stores
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.swarm import swarm_of
from bailiwick.runtime.task_ends import hold_errand, settle

STOPPED = Reason.of(ReasonCode.STOPPED)
PAUSED = Reason.of(ReasonCode.PAUSED)


async def hold_execution(stores: Stores, user_id: str, execution_id: str) -> ExecutionStatus:
    """Within the caller's transaction: keep everyone else from changing where an execution stands.

    A turn of a resident is held with its swarm, and what a schedule started with the schedule, and these first, as
    everybody does. Raises `NotFound`.
    """
    execution = await stores.executions.get(user_id, execution_id, steps=False)
    swarm_id = swarm_of(execution.agent_id)
    if swarm_id is not None:
        await stores.swarms.hold(user_id, swarm_id)
    await hold_errand(stores, user_id, execution)
    return await stores.executions.hold(user_id, execution_id)


async def tell_end(
    stores: Stores, user_id: str, execution: Execution, status: ExecutionStatus, failure: Failure | None,
    usage: Usage = Usage(),
) -> None:  # fmt: skip
    """Within the transaction that ends an execution without an answer: close what waits in it, and tell."""
    events: list[Event] = [
        ApprovalDecided(approval_id=approval_id, tool=tool, status=ApprovalStatus.WITHDRAWN, note="")
        for approval_id, tool in await stores.approvals.withdraw(user_id, execution.id)
    ]
    if failure is not None:
        events.append(
            ErrorOccurred(
                error_class=failure.error_class,
                message=failure.message,
                will_retry=False,
                lack=failure.lack,
                why=failure.why,
            )
        )
    events.append(
        ExecutionFinished(
            status=status, agent=execution.agent_id, content=failure.message if failure else "", usage=usage,
            error_class=failure.error_class if failure else None, why=failure.why if failure else None,
        )
    )  # fmt: skip
    await stores.events.append(user_id, events, execution_id=execution.id, agent=execution.agent_id)
    errand = await hold_errand(stores, user_id, execution)
    await settle(stores, user_id, execution, errand, status, failure=failure.said if failure else None)
