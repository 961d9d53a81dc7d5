"""What people's orders to a swarm have in common: written down first, then told to the turns that are under way."""

from collections.abc import Sequence

from bailiwick.features.swarm.creating import Creating
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.purpose import TurnPurpose
from bailiwick.features.swarm.records import ResidentTurn
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import wake
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.pausing import PAUSE
from bailiwick.runs.purpose import End
from bailiwick.runs.run import facts_of_end
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.sandbox_contract import Sandbox


class SwarmActions:
    """Base of what people do with swarms."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        jobs: Jobs,
        bus: Bus,
        mailing: Mailing,
        creating: Creating,
        sandbox: Sandbox,
    ) -> None:
        self._database = database
        self._stores = stores
        self._jobs = jobs
        self._bus = bus
        self._mailing = mailing
        self._creating = creating
        self._sandbox = sandbox

    async def _pause_turns(self, user_id: str, turns: Sequence[ResidentTurn]) -> None:
        """Within the transaction that pauses: have turns paused as soon as it is committed."""
        for turn in turns:
            if turn.status is ExecutionStatus.RUNNING:
                await self._bus.command(user_id, turn.execution_id, PAUSE)

    async def _stop_turns(self, user_id: str, swarm_id: str, turns: Sequence[ResidentTurn]) -> None:
        """Within the transaction that stops, which holds the swarm: end turns, or have their workers end them."""
        for turn in turns:
            execution = await self._stores[ExecutionStore].request_cancel(user_id, turn.execution_id)
            if execution.status is not ExecutionStatus.CANCELLED:
                continue  # its worker has been told
            purpose = TurnPurpose(self._stores, self._jobs, self._mailing, user_id, execution)
            end = End(status=ExecutionStatus.CANCELLED, agent_id=turn.resident_id, usage=turn.usage)
            facts = await facts_of_end(self._stores, user_id, execution, purpose, end)
            await self._stores[EventStore].append(user_id, facts, execution_id=execution.id, agent=turn.resident_id)

    async def _wake_sleepers(self, user_id: str, swarm_id: str) -> None:
        """Within the transaction that lets go on: wake everyone of a swarm who has something to do."""
        sleepers = await self._stores[ResidentTurnStore].sleepers(user_id, swarm_id=swarm_id)
        await wake(self._jobs, user_id, [resident_id for resident_id, _ in sleepers])

    async def _tell(self, user_id: str, *events: Event) -> None:
        await self._stores[EventStore].append(user_id, events)
