"""Keeping a run as it stands while something of it is decided."""

from dataclasses import replace

from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore


async def hold_run(stores: Stores, user_id: str, execution_id: str) -> Execution:
    """Within the caller's transaction: keep everyone else from changing where a run stands, and return it.

    A turn of a resident is held with its swarm, and what a schedule started with the schedule, and these first, as
    everybody does. Raises `NotFound`.
    """
    execution = await stores[ExecutionStore].get(user_id, execution_id, steps=False)
    if execution.swarm_id is not None:
        await stores[SwarmStore].hold(user_id, execution.swarm_id)
    if execution.schedule_id is not None:
        await stores[ScheduleStore].hold(user_id, execution.schedule_id)
    return replace(execution, status=await stores[ExecutionStore].hold(user_id, execution_id))
