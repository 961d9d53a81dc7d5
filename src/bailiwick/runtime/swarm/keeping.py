"""What people's orders to a swarm have in common: written down first, then told to the turns that are under way."""

from collections.abc import Sequence

from bailiwick.core.events import Event
from bailiwick.core.executions import ExecutionStatus
from bailiwick.core.ports.sandbox import Sandbox
from bailiwick.core.swarm import ResidentTurn
from bailiwick.events.bus import Bus
from bailiwick.runtime.pausing import PAUSE
from bailiwick.runtime.purpose import End
from bailiwick.runtime.run import facts_of_end
from bailiwick.runtime.swarm.creating import Creating
from bailiwick.runtime.swarm.mailing import Mailing
from bailiwick.runtime.swarm.purpose import TurnPurpose
from bailiwick.runtime.swarm.waking import wake
from bailiwick.storage.database import Database
from bailiwick.storage.events import EventStore
from bailiwick.storage.executions import ExecutionStore
from bailiwick.storage.jobs import Jobs
from bailiwick.storage.resident_turns import ResidentTurnStore
from bailiwick.storage.stores import Stores


class Keeping:
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
        """Within the transaction that pauses: have turns laid down as soon as it is committed."""
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
