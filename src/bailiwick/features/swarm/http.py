"""Swarms: made from a goal, read, bounded, paused, stopped, deleted; who waits for whom, and how mail flows."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from pydantic import AwareDatetime
from starlette.requests import Request

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.fields import NewSwarm, PathSwarm, SwarmChanges, name_for
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import MailFlow, Swarm, SwarmLimits, Template, Wait
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.http.errors import language_of
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Before, Limit, Reply
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick.people.limited import Beginner

swarms = router("swarms")


class SwarmList(Reply):
    """A page of swarms, latest change first."""

    swarms: list[Swarm]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class TemplateList(Reply):
    """What a swarm can be made from."""

    templates: list[Template]


class WaitList(Reply):
    """Who waits for whom, oldest first."""

    waits: list[Wait]


class FlowOverTime(Reply):
    """How much mail went from whom to whom, by spans of time."""

    since: datetime
    until: datetime
    span_seconds: float
    """How long one span is."""
    flows: list[MailFlow]


@swarms.get("/api/swarms", operation_id="listSwarms", summary="List swarms", responses=documented(401))
async def list_swarms(caller: Reader, platform: CurrentPlatform, limit: Limit = 50, before: Before = None) -> SwarmList:
    """Return the caller's swarms, latest change first."""
    found = await platform.stores[SwarmStore].list(caller.user.id, limit=limit + 1, before=before)
    more = found[limit - 1].updated_at.isoformat() if len(found) > limit else None
    return SwarmList(swarms=list(found[:limit]), next_before=more)


@swarms.get(
    "/api/swarms/templates", operation_id="listSwarmTemplates", summary="List templates", responses=documented(401)
)
async def list_templates(caller: Reader, platform: CurrentPlatform) -> TemplateList:
    """Return the swarms that only need a goal."""
    del caller
    return TemplateList(templates=list(platform[Swarms].templates()))


@swarms.post(
    "/api/swarms",
    operation_id="createSwarm",
    summary="Give a goal to a new swarm",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
    dependencies=[Once],
)
async def create_swarm(
    request: Request,
    response: Response,
    body: Annotated[
        NewSwarm,
        Content(
            examples=[
                {"goal": "Ask Ben what time it is in Tokyo.", "role": "coordinator", "tools": ["getCurrentDateTime"]},
                {"goal": "Compare heat pumps and gas heating for an old house.", "template": "research-team"},
            ]
        ),
    ],
    caller: Beginner,
    platform: CurrentPlatform,
) -> Swarm:
    """Create a swarm from a goal, with one first resident or a template's; the goal is its first mail.

    It begins to work at once, within its limits. Roles and rooms of a template are in the language that the request
    asks for.
    """
    limits = await _limits(platform, body)
    made = await platform[Swarms].create(
        caller.user.id,
        body.name or name_for(body.goal),
        body.goal,
        template=body.template,
        limits=limits,
        guidance=body.guidance,
        role=body.role,
        tools=body.tools,
        agent_id=body.agent_id,
        language=language_of(request.scope),
    )
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/swarms/{made.id}"
    return made


async def _limits(platform: Platform, body: NewSwarm) -> SwarmLimits | None:
    """Return what the request limits, on top of what its template does; None where it says nothing."""
    if body.limits is None:
        return None
    usual = SwarmLimits()
    if body.template is not None:
        known = {template.id: template for template in platform[Swarms].templates()}
        if body.template not in known:
            raise NotFound(Reason.of(SwarmReason.NO_SUCH_TEMPLATE, names=", ".join(known)))
        usual = known[body.template].limits
    return body.limits.over(usual)


@swarms.get("/api/swarms/{id}", operation_id="getSwarm", summary="Read a swarm", responses=documented(401, 404))
async def get_swarm(swarm_id: PathSwarm, caller: Reader, platform: CurrentPlatform) -> Swarm:
    """Return a swarm with its limits and what it has used of them."""
    return await platform.stores[SwarmStore].get(caller.user.id, swarm_id)


@swarms.patch(
    "/api/swarms/{id}",
    operation_id="updateSwarm",
    summary="Change a swarm",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_swarm(
    swarm_id: PathSwarm,
    body: Annotated[SwarmChanges, Content(examples=[{"limits": {"tokens": 2_000_000, "laps": None}}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Swarm:
    """Rename it, change its goal or its limits. A swarm that a limit has paused goes on when it is resumed."""
    if all(value is None for value in body.given().values()):
        raise InvalidInput(Reason.of(ReasonCode.NOTHING_TO_CHANGE))
    user_id = caller.user.id
    async with platform.database.as_user(user_id):
        # Held, so that two changes of different limits add up.
        swarm = await platform.stores[SwarmStore].hold(user_id, swarm_id)
        limits = body.limits.over(swarm.limits) if body.limits is not None else None
        return await platform[Swarms].update(user_id, swarm_id, name=body.name, goal=body.goal, limits=limits)


@swarms.delete(
    "/api/swarms/{id}",
    operation_id="deleteSwarm",
    summary="Delete a swarm",
    status_code=204,
    responses=documented(401, 404, 409),
)
async def delete_swarm(swarm_id: PathSwarm, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a swarm with its residents, their turns and all mail; stop it first if anybody is at work."""
    await platform[Swarms].delete(caller.user.id, swarm_id)


@swarms.post(
    "/api/swarms/{id}/pause", operation_id="pauseSwarm", summary="Pause a swarm", responses=documented(401, 404, 409)
)
async def pause_swarm(swarm_id: PathSwarm, caller: Runner, platform: CurrentPlatform) -> Swarm:
    """Let nobody go on, within a second. A tool call that has begun runs to its end; nothing is lost."""
    return await platform[Swarms].pause(caller.user.id, swarm_id)


@swarms.post(
    "/api/swarms/{id}/resume",
    operation_id="resumeSwarm",
    summary="Let a swarm go on",
    responses=documented(401, 404, 409),
)
async def resume_swarm(swarm_id: PathSwarm, caller: Runner, platform: CurrentPlatform) -> Swarm:
    """Wake everybody who has something to do. A swarm whose limit is reached needs a higher one first."""
    return await platform[Swarms].resume(caller.user.id, swarm_id)


@swarms.post(
    "/api/swarms/{id}/stop", operation_id="stopSwarm", summary="Stop a swarm", responses=documented(401, 404, 409)
)
async def stop_swarm(swarm_id: PathSwarm, caller: Runner, platform: CurrentPlatform) -> Swarm:
    """Give up what is under way, tool calls included, within a second; mail that nobody has begun to read stays."""
    return await platform[Swarms].stop(caller.user.id, swarm_id)


@swarms.get(
    "/api/swarms/{id}/waits", operation_id="listWaits", summary="Who waits for whom?", responses=documented(401, 404)
)
async def list_waits(swarm_id: PathSwarm, caller: Reader, platform: CurrentPlatform) -> WaitList:
    """Return mail that expects a reply and has none, and tool calls that wait for a person; rings are marked."""
    return WaitList(waits=list(await platform.stores[MailStore].waits(caller.user.id, swarm_id)))


@swarms.get(
    "/api/swarms/{id}/flow",
    operation_id="getFlow",
    summary="See how mail flows",
    responses=documented(401, 404),
)
async def get_flow(
    swarm_id: PathSwarm,
    caller: Reader,
    platform: CurrentPlatform,
    since: Annotated[AwareDatetime | None, Query(description="From when; by default the first mail.")] = None,
    until: Annotated[AwareDatetime | None, Query(description="Until when; by default now.")] = None,
    spans: Annotated[int, Query(ge=1, le=500, description="Into how many spans the time is divided.")] = 60,
) -> FlowOverTime:
    """Return how many mails went from whom to whom in each span of time; spans without mail are left out."""
    user_id, mail = caller.user.id, platform.stores[MailStore]
    swarm = await platform.stores[SwarmStore].get(user_id, swarm_id)
    if since is None:
        first = await mail.list(user_id, swarm_id, before=2, limit=1)
        since = first[0].sent_at if first else swarm.created_at
    until = until or max(datetime.now(UTC), since)
    if until < since:
        raise InvalidInput(Reason.of(SwarmReason.UNTIL_BEFORE_SINCE), field="until")
    seconds = (until - since).total_seconds() / spans
    flows = await mail.flow(user_id, swarm_id, since=since, until=until, spans=spans) if seconds else ()
    return FlowOverTime(since=since, until=until, span_seconds=seconds, flows=list(flows))
