"""Swarms as people use them: made from a goal or a template, edited, paused, resumed, stopped, deleted."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from bailiwick.features.swarm.events import SwarmChanged
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import (
    COLORS,
    LONGEST_GUIDANCE,
    NewMail,
    NewResident,
    Swarm,
    SwarmLimits,
    SwarmStatus,
    Template,
    TemplateResident,
)
from bailiwick.features.swarm.residents import ResidentActions
from bailiwick.features.swarm.rooms import RoomActions
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.templates import TEMPLATES
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.errors import InvalidInput, NotFound, SandboxUnavailable
from bailiwick.kernel.reasons import Reason, ReasonCode, Said
from bailiwick.people.records import PERSON
from bailiwick.runs.pausing import PAUSED, STOPPED
from bailiwick.tools.confined import workspace_of
from bailiwick_router.core.language import Language

FIRST = TemplateResident(
    name="Ana",
    role={"en": "coordinator", "es": "coordinación"},
    guidance="",
    tools=(".*",),
    color=COLORS[0],
    icon="compass",
)
"""The first resident of a swarm that is made without a template, unless more is said about it."""
EVERY_TOOL = (".*",)


class Swarms(ResidentActions, RoomActions):
    """What people do with their swarms; what is only read is read from the stores."""

    @staticmethod
    def templates() -> Sequence[Template]:
        """Return what a swarm can be made from."""
        return TEMPLATES

    async def create(
        self,
        user_id: str,
        name: str,
        goal: str,
        template: str | None = None,
        limits: SwarmLimits | None = None,
        guidance: str = "",
        role: str = "",
        tools: Sequence[str] = (),
        agent_id: str | None = None,
        language: Language = "en",
    ) -> Swarm:
        """Create a swarm and send its goal to its first resident, who begins at once.

        Without a template there is one resident, which may use every tool unless `tools` or `agent_id` say which. What
        is said to people of residents and rooms without a name of their own is in `language`.
        Raises `NotFound` (template, agent), `InvalidInput`, `Conflict`.
        """
        if not goal.strip():
            raise InvalidInput(Reason.of(SwarmReason.GOAL_EMPTY), field="goal")
        if len(goal) > LONGEST_GUIDANCE:
            raise InvalidInput(Reason.of(ReasonCode.LONGER_THAN, most=LONGEST_GUIDANCE), field="goal")
        made = _template(template)
        async with self._database.as_user(user_id):
            swarm = await self._stores[SwarmStore].create(
                user_id,
                name=name,
                goal=goal,
                template=template,
                limits=limits or (SwarmLimits() if made is None else made.limits),
            )
            await self._changed(user_id, swarm, "created")
            if made is None:
                own = tools or (() if agent_id is not None else EVERY_TOOL)
                first = await self.add_resident(
                    user_id,
                    swarm.id,
                    NewResident(
                        name=FIRST.name,
                        role=role or FIRST.role[language],
                        guidance=guidance,
                        tools=own,
                        agent_id=agent_id,
                        icon=FIRST.icon,
                    ),
                )
                members = [first.id]
            else:
                members = [
                    (await self.add_resident(user_id, swarm.id, _new(one, goal, language))).id for one in made.residents
                ]
                if made.group is not None:
                    await self.create_room(user_id, swarm.id, made.group[language], [PERSON, *members])
            room = await self._stores[MailStore].open_direct(user_id, swarm.id, PERSON, members[0])
            new = NewMail(room_id=room.id, sender=PERSON, content=goal, expects_reply=True)
            await self._mailing.post(user_id, swarm.id, new)
            return await self._stores[SwarmStore].get(user_id, swarm.id)

    async def get(self, user_id: str, swarm_id: str) -> Swarm:
        """Raises `NotFound`."""
        return await self._stores[SwarmStore].get(user_id, swarm_id)

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Swarm]:
        """Latest change first; `before` pages by `updated_at`."""
        return await self._stores[SwarmStore].list(user_id, limit=limit, before=before)

    async def update(
        self,
        user_id: str,
        swarm_id: str,
        name: str | None = None,
        goal: str | None = None,
        limits: SwarmLimits | None = None,
    ) -> Swarm:
        """Change what is given; residents know a new goal from their next turn on. `NotFound`, `InvalidInput`."""
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            swarm = await self._stores[SwarmStore].update(user_id, swarm_id, name=name, goal=goal, limits=limits)
            await self._changed(user_id, swarm, "updated")
        return swarm

    async def delete(self, user_id: str, swarm_id: str) -> None:
        """Delete with everything in it, also the files of its workspace.

        Raises `NotFound`; `Conflict` while a turn is running.
        """
        async with self._database.as_user(user_id):
            swarm = await self._stores[SwarmStore].hold(user_id, swarm_id)
            await self._stores[SwarmStore].delete(user_id, swarm_id)
            await self._changed(user_id, swarm, "deleted")
            audited(self._database, Act.SWARM_DELETED, "swarm", swarm_id)
        with suppress(SandboxUnavailable, NotFound, InvalidInput):  # where there is no sandbox there are no files
            workspace = await self._sandbox.open_workspace(user_id, workspace_of(swarm_id))
            await self._sandbox.remove_workspace(user_id, workspace)

    async def pause(self, user_id: str, swarm_id: str) -> Swarm:
        """Let nothing new begin; model calls are cut within a second, tool calls run to their end. `NotFound`."""
        return await self._set_swarm(user_id, swarm_id, SwarmStatus.PAUSED, PAUSED, "paused")

    async def stop(self, user_id: str, swarm_id: str) -> Swarm:
        """End everything within a second; mail that was being read counts as read. Raises `NotFound`."""
        return await self._set_swarm(user_id, swarm_id, SwarmStatus.STOPPED, STOPPED, "stopped")

    async def resume(self, user_id: str, swarm_id: str) -> Swarm:
        """Let it work again; residents that have something to do are woken. Raises `NotFound`."""
        return await self._set_swarm(user_id, swarm_id, SwarmStatus.RUNNING, "", "resumed")

    async def _set_swarm(self, user_id: str, swarm_id: str, status: SwarmStatus, reason: Said, change: str) -> Swarm:
        async with self._database.as_user(user_id):
            await self._stores[SwarmStore].hold(user_id, swarm_id)
            swarm = await self._stores[SwarmStore].set_status(user_id, swarm_id, status, reason)
            if status is SwarmStatus.RUNNING:
                await self._wake_sleepers(user_id, swarm_id)
            else:
                turns = await self._stores[ResidentTurnStore].unfinished(user_id, swarm_id)
                if status is SwarmStatus.PAUSED:
                    await self._pause_turns(user_id, turns)
                else:
                    await self._stop_turns(user_id, swarm_id, turns)
            await self._changed(user_id, swarm, change)
            return await self._stores[SwarmStore].get(user_id, swarm_id)

    async def _changed(self, user_id: str, swarm: Swarm, change: str) -> None:
        changed = SwarmChanged(swarm=swarm.id, change=change, status=swarm.status, reason=swarm.reason, why=swarm.why)
        await self._tell(user_id, changed)


def _template(template_id: str | None) -> Template | None:
    if template_id is None:
        return None
    for template in TEMPLATES:
        if template.id == template_id:
            return template
    raise NotFound(Reason.of(SwarmReason.NO_SUCH_TEMPLATE, names=", ".join(one.id for one in TEMPLATES)))


def _new(resident: TemplateResident, goal: str, language: Language) -> NewResident:
    # Cut rather than refused: a template's own words are short, and what a goal says first matters most.
    guidance = resident.guidance.replace("{goal}", goal)[:LONGEST_GUIDANCE]
    return NewResident(
        name=resident.name,
        role=resident.role[language],
        guidance=guidance,
        tools=resident.tools,
        color=resident.color,
        icon=resident.icon,
    )
