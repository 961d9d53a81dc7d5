"""What workers do: they take runs up, and hear what people say about those under way."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from bailiwick.kernel.background import Background, once_reachable
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.answering import Answering
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.pausing import CANCEL, PAUSE, PAUSED, Control
from bailiwick.runs.records import Execution
from bailiwick.runs.run import UNEXPECTED, Begin, Begun, Run
from bailiwick.runs.store import ExecutionStore
from bailiwick_router.core.budgets import Budget

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class Awaited:
    """What a caller waits for."""

    execution: Execution | None = None
    """The execution as it ended, without its journal, once this process has answered it."""


class Runner:
    """Carries runs out; `answer` is the job of workers that answers a message."""

    def __init__(
        self,
        dependencies: RunDependencies,
        background: Background,
        crash_points: CrashPoints,
    ) -> None:
        self._dependencies = dependencies
        self._stores = dependencies.stores
        self._background = background
        self._crash = crash_points
        self._under_way: dict[str, list[Control]] = {}
        """By execution; a run that has lost its claim may still work beside its successor."""
        self._awaited: dict[tuple[str, str], list[Awaited]] = {}
        """By user and execution."""
        dependencies.bus.on_control(self._hear)

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
        preferred = await dependencies.preferring(user_id, preferences)
        await dependencies.tools.of(user_id)
        if all(agent.recall for agent in choosing.working.roster):
            await preferred.recalling.prepare(user_id)
        for ledgers in dependencies.ledgers:
            await ledgers.prepare(user_id)

        async def begin() -> Begun | None:
            execution = await self._stores[ExecutionStore].claim(user_id, execution_id)
            if execution is None:
                return None
            meant_for = choosing.working.roster.get(execution.agent_id or execution.requested_agent or "")
            return Begun(
                execution=execution,
                purpose=dependencies.purposes.of(user_id, execution),
                failure=failure,
                seconds=(meant_for.budget if meant_for else Budget()).seconds,
                work=lambda journal: Answering(preferred, user_id, execution, journal, choosing, preferences),
            )

        with self._noted(execution_id, control):
            await self.carry_out(user_id, begin, control)

    # all runs

    async def carry_out(self, user_id: str, begin: Begin, control: Control) -> bool:
        """Carry out the run that `begin` claims; false where it claims none."""
        run = Run(self._dependencies, user_id, begin, control, self._crash)
        try:
            return await asyncio.create_task(run.carry_out())  # noqa: TID251  (ends with this job)
        finally:
            if run.answered is not None:
                for awaited in self._awaited.get((user_id, run.answered.id), ()):
                    awaited.execution = run.answered

    @contextmanager
    def _noted(self, execution_id: str, control: Control) -> Generator[None]:
        self.note(execution_id, control)
        try:
            yield
        finally:
            self.forget(execution_id, control)

    def note(self, execution_id: str, control: Control) -> None:
        """Have who stops or pauses the run be heard from now on; `forget` ends that."""
        self._under_way.setdefault(execution_id, []).append(control)

    def forget(self, execution_id: str, control: Control) -> None:
        """The run is not under way here any more."""
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
            return
        obstacle = await self._dependencies.purposes.of(control.user_id, execution).obstacle()
        if obstacle:
            control.pause(obstacle)
