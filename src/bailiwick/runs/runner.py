"""What workers do: they take up messages and residents, and hear what people say about the runs under way."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from bailiwick.features.swarm.neighbours import look_around
from bailiwick.features.swarm.prompts import asked_of, prompt
from bailiwick.features.swarm.purpose import TurnPurpose
from bailiwick.features.swarm.records import MOST_ATTEMPTS
from bailiwick.features.swarm.turn import SwarmDependencies, Turn
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import LATER, wake
from bailiwick.kernel.background import Background, once_reachable
from bailiwick.kernel.database.for_each_user import Users, for_everybody
from bailiwick.kernel.errors import NotFound, Unavailable
from bailiwick.kernel.events.facts import ResidentWoken
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.answering import Answering
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.message import MessagePurpose
from bailiwick.runs.pausing import CANCEL, PAUSE, PAUSED, Control
from bailiwick.runs.purpose import Purpose
from bailiwick.runs.records import Execution, RunPurpose
from bailiwick.runs.run import UNEXPECTED, Begin, Begun, Run
from bailiwick.runs.store import ExecutionStore
from bailiwick_router.core.budgets import Budget

AT_A_STRETCH = 10
"""Turns after which a job lets others have its place, and is queued again."""
POLL_SECONDS = 10.0
"""How often wake-ups that got lost are made up for."""

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class Awaited:
    """What somebody waits for."""

    execution: Execution | None = None
    """The execution as it ended, without its journal, once this process has answered it."""


class Runner:
    """Carries runs out; `answer` and `take_turns` are the jobs that workers do."""

    def __init__(
        self,
        dependencies: RunDependencies,
        swarm: SwarmDependencies,
        jobs: Jobs,
        background: Background,
        crash_points: CrashPoints,
    ) -> None:
        self._dependencies = dependencies
        self._swarm = swarm
        self._stores = dependencies.stores
        self._jobs = jobs
        self._background = background
        self._crash = crash_points
        self._under_way: dict[str, list[Control]] = {}
        """By execution; a run that has lost its claim may still work beside its successor."""
        self._awaited: dict[tuple[str, str], list[Awaited]] = {}
        """By user and execution."""
        dependencies.bus.on_control(self._hear)

    def purpose_of(self, user_id: str, execution: Execution) -> Purpose:
        """Return what a run is carried out for, to end it or to have it taken up."""
        if execution.purpose is RunPurpose.TURN:
            return TurnPurpose(self._stores, self._jobs, self._swarm.mailing, user_id, execution)
        return self.message(user_id, execution)

    def message(self, user_id: str, execution: Execution) -> MessagePurpose:
        """Return the purpose of a run that answers a message."""
        return MessagePurpose(self._stores, self._jobs, user_id, execution)

    def works_on(self, execution_id: str) -> bool:
        """Whether this process carries it out now."""
        return execution_id in self._under_way

    @contextmanager
    def awaiting(self, user_id: str, execution_id: str) -> Generator[Awaited]:
        """Yield what becomes of an execution, should this process answer it."""
        key, awaited = (user_id, execution_id), Awaited()
        self._awaited.setdefault(key, []).append(awaited)
        try:
            yield awaited
        finally:
            self._awaited[key].remove(awaited)
            if not self._awaited[key]:
                del self._awaited[key]

    # messages

    async def answer(self, user_id: str, arguments: dict[str, str]) -> None:
        """Claim what answers a message and carry it out to its end.

        Raises `Unavailable` when the database cannot be reached, so that the job is tried again.
        """
        await self._carry_out_message(user_id, arguments["execution"])

    async def give_up_answer(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        """End a run whose job has been tried too often."""
        log.error("a run was given up", execution=arguments["execution"], error=type(error).__name__)
        await self._carry_out_message(user_id, arguments["execution"], CallFailed(ErrorClass.NETWORK, UNEXPECTED))

    async def _carry_out_message(self, user_id: str, execution_id: str, failure: CallFailed | None = None) -> None:
        control = Control(user_id)
        # What is kept in memory is asked for before the transaction: within one it would not be kept.
        dependencies = self._dependencies
        choosing = await dependencies.rosters.choosing(user_id)
        preferences = await dependencies.preferences.get(user_id)
        await dependencies.tools.of(user_id)

        async def begin() -> Begun | None:
            execution = await self._stores[ExecutionStore].claim(user_id, execution_id)
            if execution is None:
                return None
            meant_for = choosing.working.roster.get(execution.agent_id or execution.requested_agent or "")
            return Begun(
                execution=execution,
                purpose=self.purpose_of(user_id, execution),
                failure=failure,
                seconds=(meant_for.budget if meant_for else Budget()).seconds,
                work=lambda journal: Answering(dependencies, user_id, execution, journal, choosing, preferences),
            )

        with self._noted(execution_id, control):
            await self._carry_out(user_id, begin, control)

    # turns

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
        await self._dependencies.tools.of(user_id)
        begun: list[str] = []
        purposes: list[TurnPurpose] = []

        async def begin() -> Begun | None:
            claim = await stores[ResidentTurnStore].begin(user_id, resident_id, manual=manual)
            if claim is None:
                return None
            # Before the claim is committed: who stops or pauses the turn from then on is heard.
            begun.append(claim.execution_id)
            self._under_way.setdefault(claim.execution_id, []).append(control)
            around = await look_around(stores, user_id, claim)
            execution = await stores[ExecutionStore].claim(
                user_id, claim.execution_id, prompt(around), asked_of(around)
            )
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
            if claim.attempts > MOST_ATTEMPTS:  # nobody was there to count the last one as failed
                failure = CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.WORKER_LOST, attempts=MOST_ATTEMPTS))
            purposes.append(TurnPurpose(stores, self._jobs, self._swarm.mailing, user_id, execution, around))
            return Begun(
                execution=execution,
                facts=[woken],
                failure=failure,
                purpose=purposes[-1],
                work=lambda journal: Turn(
                    self._dependencies.preferring(preferences),
                    self._swarm,
                    user_id,
                    around,
                    execution,
                    journal,
                    control,
                    preferences.language,
                ),
            )

        try:
            return await self._carry_out(user_id, begin, control) and not purposes[-1].nothing_left
        finally:
            for execution_id in begun:
                self._forget(execution_id, control)

    async def look_after(self, users: Users) -> None:
        """Wake, every few seconds and until cancelled, whoever has something to do and was not woken."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await for_everybody(await users(), self.wake_sleepers)
            except Unavailable:
                continue

    async def wake_sleepers(self, user_id: str, swarm_id: str | None = None) -> int:
        """Wake whoever has something to do, of one swarm if given; return how many."""
        sleepers = await self._stores[ResidentTurnStore].sleepers(user_id, swarm_id=swarm_id)
        await wake(self._jobs, user_id, [resident_id for resident_id, _ in sleepers])
        return len(sleepers)

    # both

    async def _carry_out(self, user_id: str, begin: Begin, control: Control) -> bool:
        run = Run(self._dependencies, user_id, begin, control, self._crash)
        try:
            return await asyncio.create_task(run.carry_out())  # noqa: TID251  (ends with this job)
        finally:
            if run.answered is not None:
                for awaited in self._awaited.get((user_id, run.answered.id), ()):
                    awaited.execution = run.answered

    @contextmanager
    def _noted(self, execution_id: str, control: Control) -> Generator[None]:
        self._under_way.setdefault(execution_id, []).append(control)
        try:
            yield
        finally:
            self._forget(execution_id, control)

    def _forget(self, execution_id: str, control: Control) -> None:
        controls = self._under_way[execution_id]
        controls.remove(control)
        if not controls:
            del self._under_way[execution_id]
        self._dependencies.bus.changed(execution_id)

    def _hear(self, execution_id: str, command: str) -> None:
        """Stop or pause a run that works here; "" means that a command may have been missed."""
        if not command and self._under_way:
            self._background.start("look for missed pauses and stops", once_reachable(self._look_for_missed))
        for control in self._under_way.get(execution_id, ()):
            if command == CANCEL:
                control.stop()
            elif command == PAUSE:
                control.pause(PAUSED)

    async def _look_for_missed(self) -> None:
        for execution_id, controls in list(self._under_way.items()):
            for control in controls:
                await self._look_at(execution_id, control)

    async def _look_at(self, execution_id: str, control: Control) -> None:
        try:
            execution = await self._stores[ExecutionStore].get(control.user_id, execution_id, steps=False)
        except NotFound:  # it was erased, or its claim is not committed yet; its worker finds that out by itself
            return
        if execution.cancel_requested:
            control.stop()
        elif execution.swarm_id is not None:
            obstacle = await self._stores[ResidentTurnStore].obstacle(control.user_id, execution_id)
            if obstacle:
                control.pause(obstacle)
