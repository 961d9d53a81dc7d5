"""What people do with residents: add, edit, wake, pause, resume and stop them."""

from collections.abc import Sequence

from bailiwick.features.swarm.creating import check_guidance, check_tools
from bailiwick.features.swarm.events import ResidentChanged
from bailiwick.features.swarm.orders import SwarmActions
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import NewResident, Resident, ResidentStatus, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.swarm.waking import wake
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.reasons import Reason, Said
from bailiwick.runs.pausing import PAUSED, STOPPED

LARGEST_WINDOW = 200
"""Turns that a resident reads in full, at most."""


class ResidentActions(SwarmActions):
    """The part of `Swarms` that is about residents."""

    async def add_resident(self, user_id: str, swarm_id: str, new: NewResident) -> Resident:
        """Add a resident, with no more rights than its parent if it has one.

        Raises `NotFound` (swarm, parent, agent), `InvalidInput`, `Conflict` (name, a bound of the swarm).
        """
        return await self._creating.add(user_id, swarm_id, new)

    async def edit_resident(
        self,
        user_id: str,
        resident_id: str,
        *,
        role: str | None = None,
        guidance: str | None = None,
        tools: Sequence[str] | None = None,
        model: str | None = None,
        context_window: int | None = None,
        color: str | None = None,
        icon: str | None = None,
    ) -> Resident:
        """Change what is given, from its next turn on; an empty model means the default.

        Raises `NotFound`, `InvalidInput`.
        """
        check_guidance(guidance or "")
        check_tools(tools or ())
        await self._creating.check_model(user_id, model)
        before = await self._stores[SwarmStore].resident(user_id, resident_id)
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, before.swarm_id)
            resident = await self._stores[SwarmStore].edit_resident(
                user_id,
                resident_id,
                role=role,
                guidance=guidance,
                tools=tools,
                model=model,
                color=color,
                icon=icon,
                context_window=None if context_window is None else min(max(context_window, 0), LARGEST_WINDOW),
            )
            await self._resident_changed(user_id, resident, "updated")
        return resident

    async def wake(self, user_id: str, resident_id: str) -> Resident:
        """Wake a resident by hand: it goes on with what it was doing, reads its mail, or looks around.

        Raises `NotFound`; `Conflict` when it or its swarm does not run.
        """
        before = await self._stores[SwarmStore].resident(user_id, resident_id)
        async with self._database.as_user(user_id):
            swarm = await self._stores[SwarmStore].hold(user_id, before.swarm_id)
            resident = await self._stores[SwarmStore].resident(user_id, resident_id)
            if swarm.status is not SwarmStatus.RUNNING:
                raise Conflict(Reason.of(SwarmReason.RESUME_SWARM, status=swarm.status))
            if resident.status is not ResidentStatus.ACTIVE:
                raise Conflict(Reason.of(SwarmReason.RESUME_RESIDENT, name=resident.name, status=resident.status))
            await self._stores[ResidentTurnStore].hurry(user_id, resident_id)
            await wake(self._jobs, user_id, [resident_id], manual=True)
        return resident

    async def pause_resident(self, user_id: str, resident_id: str) -> Resident:
        """Let it begin nothing new; a model call is cut within a second, a tool call runs to its end. `NotFound`."""
        return await self._set(user_id, resident_id, ResidentStatus.PAUSED, PAUSED, "paused")

    async def stop_resident(self, user_id: str, resident_id: str) -> Resident:
        """End what it does within a second; the mail that it was reading counts as read. Raises `NotFound`."""
        return await self._set(user_id, resident_id, ResidentStatus.STOPPED, STOPPED, "stopped")

    async def resume_resident(self, user_id: str, resident_id: str) -> Resident:
        """Let it work again; it is woken if it has something to do. Raises `NotFound`."""
        return await self._set(user_id, resident_id, ResidentStatus.ACTIVE, "", "resumed")

    async def _set(self, user_id: str, resident_id: str, status: ResidentStatus, reason: Said, change: str) -> Resident:
        before = await self._stores[SwarmStore].resident(user_id, resident_id)
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, before.swarm_id)
            resident = await self._stores[SwarmStore].set_resident_status(user_id, resident_id, status, reason)
            turns = await self._stores[ResidentTurnStore].unfinished(
                user_id, resident.swarm_id, resident_id=resident_id
            )
            if status is ResidentStatus.ACTIVE:
                await wake(self._jobs, user_id, [resident_id])
            elif status is ResidentStatus.PAUSED:
                await self._pause_turns(user_id, turns)
            else:
                await self._stop_turns(user_id, resident.swarm_id, turns)
            await self._resident_changed(user_id, resident, change)
            return await self._stores[SwarmStore].resident(user_id, resident_id)

    async def _resident_changed(self, user_id: str, resident: Resident, change: str) -> None:
        changed = ResidentChanged(
            swarm=resident.swarm_id,
            resident=resident.id,
            change=change,
            parent=resident.parent_id,
            reason=resident.reason,
            why=resident.why,
        )
        await self._tell(user_id, changed)
