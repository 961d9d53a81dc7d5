"""Keeping a run as it stands while something of it is decided."""

from dataclasses import replace

from bailiwick.kernel.database.stores import Stores
from bailiwick.runs.purpose import Purposes
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore


async def hold_run(stores: Stores, purposes: Purposes, user_id: str, execution_id: str) -> Execution:
    """Within the caller's transaction: keep everyone else from changing where a run stands, and return it.

    What stands above it is held first, as everyone does: a turn's swarm, the schedule that started it.
    Raises `NotFound`.
    """
    execution = await stores[ExecutionStore].get(user_id, execution_id, steps=False)
    purpose = purposes.of(user_id, execution)
    await purpose.hold()
    await purpose.hold_to_end()
    return replace(execution, status=await stores[ExecutionStore].hold(user_id, execution_id))
