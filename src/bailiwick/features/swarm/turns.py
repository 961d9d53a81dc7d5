"""Turns of residents: taken up by workers, and made up for where a wake-up got lost."""

import asyncio

import structlog

from bailiwick.features.swarm.events import ResidentWoken
from bailiwick.features.swarm.neighbours import read_turn_start
from bailiwick.features.swarm.prompts import asked_of, prompt
from bailiwick.features.swarm.purpose import TurnPurpose
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import MOST_ATTEMPTS
from bailiwick.features.swarm.turn import SwarmDependencies, TurnWork
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import LATER, TASK, wake
from bailiwick.kernel.database.for_each_user import Users, for_each_user
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.pausing import Control
from bailiwick.runs.purpose import Purpose
from bailiwick.runs.records import Execution, RunPurpose
from bailiwick.runs.run import Begun
from bailiwick.runs.runner import Runner
from bailiwick.runs.store import ExecutionStore

AT_A_STRETCH = 10
"""Turns after which a job lets others have its place, and is queued again."""
POLL_SECONDS = 10.0
"""How often wake-ups that got lost are made up for."""

log = structlog.get_logger(__name__)


class Turns:
    """Has residents take their turns; `take_turns` is the job that workers do."""

    def __init__(self, dependencies: RunDependencies, swarm: SwarmDependencies, runner: Runner, jobs: Jobs) -> None:
        self._dependencies = dependencies
        self._swarm = swarm
        self._stores = dependencies.stores
        self._runner = runner
        self._jobs = jobs
        dependencies.purposes.add(RunPurpose.TURN, self._purpose_of)
        jobs.register(TASK, self.take_turns, gave_up=self.give_up_turns)

    def _purpose_of(self, user_id: str, execution: Execution) -> Purpose:
        return TurnPurpose(self._stores, self._jobs, self._swarm.mailing, user_id, execution)

    async def take_turns(self, user_id: str, arguments: dict[str, str]) -> None:
        """Take turns of a resident until it has nothing to do.

        Raises `Unavailable` when the database cannot be reached, so that the job is tried again.
        """
        resident_id = arguments["resident"]
        if arguments["by"] == LATER:
            await wake(self._jobs, user_id, [resident_id])
            return
        manual = arguments["by"] == "manual"
        for _ in range(AT_A_STRETCH):
            if not await self._take_turn(user_id, resident_id, manual=manual):
                return
            manual = False
        await wake(self._jobs, user_id, [resident_id])

    async def give_up_turns(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        """Leave it to the poll to wake the resident again: its mail is still there."""
        log.error("a wake-up was given up", user=user_id, resident=arguments["resident"], error=type(error).__name__)

    async def _take_turn(self, user_id: str, resident_id: str, *, manual: bool) -> bool:
        """Take one turn; false when there is nothing to do then, or nothing that may be done now."""
        stores, control = self._stores, Control(user_id)
        preferences = await self._dependencies.preferences.get(user_id)
        preferred = await self._dependencies.preferring(user_id, preferences)
        await self._dependencies.tools.of(user_id)
        await preferred.recalling.prepare(user_id)
        for ledgers in self._dependencies.ledgers:
            await ledgers.prepare(user_id)
        begun: list[str] = []
        purposes: list[TurnPurpose] = []

        async def begin() -> Begun | None:
            claim = await stores[ResidentTurnStore].begin(user_id, resident_id, manual=manual)
            if claim is None:
                return None
            # Before the claim is committed: who stops or pauses the turn from then on is heard.
            begun.append(claim.execution_id)
            self._runner.note(claim.execution_id, control)
            start = await read_turn_start(stores, user_id, claim)
            execution = await stores[ExecutionStore].claim(user_id, claim.execution_id, prompt(start), asked_of(start))
            if execution is None:
                return None
            woken = ResidentWoken(
                swarm=claim.swarm.id,
                resident=claim.resident.id,
                woken_by=claim.woken_by,
                room=None if claim.room is None else claim.room.id,
                mails=tuple(mail.id for mail in claim.mails),
                attempt=claim.attempts,
            )
            failure = None
            if claim.attempts > MOST_ATTEMPTS:  # no worker was there to count the last one as failed
                failure = CallFailed(ErrorClass.MODEL, Reason.of(SwarmReason.WORKER_LOST, attempts=MOST_ATTEMPTS))
            purposes.append(TurnPurpose(stores, self._jobs, self._swarm.mailing, user_id, execution, start))
            return Begun(
                execution=execution,
                facts=[woken],
                failure=failure,
                purpose=purposes[-1],
                work=lambda journal: TurnWork(
                    preferred,
                    self._swarm,
                    user_id,
                    start,
                    execution,
                    journal,
                    control,
                    preferences.language,
                ),
            )

        try:
            return await self._runner.carry_out(user_id, begin, control) and not purposes[-1].nothing_left
        finally:
            for execution_id in begun:
                self._runner.forget(execution_id, control)

    async def look_after(self, users: Users) -> None:
        """Wake, every few seconds and until cancelled, residents that have something to do and were not woken."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await for_each_user(await users(), self.wake_sleepers)
            except Unavailable:
                continue

    async def wake_sleepers(self, user_id: str, swarm_id: str | None = None) -> int:
        """Wake the residents that have something to do, of one swarm if given; return how many."""
        sleepers = await self._stores[ResidentTurnStore].sleepers(user_id, swarm_id=swarm_id)
        await wake(self._jobs, user_id, [resident_id for resident_id, _ in sleepers])
        return len(sleepers)
