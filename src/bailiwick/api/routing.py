"""Routing: trying a message, reading past decisions, saying which were wrong."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.api.access import Reader, Runner
from bailiwick.api.agent_fields import EXAMPLE_AGENT, NamedAgent
from bailiwick.api.idempotency import Once
from bailiwick.api.parts import CurrentPlatform
from bailiwick.api.problems import documented
from bailiwick.api.routes import router
from bailiwick.api.wire import AgentId, Before, Body, Limit, MessageText, PathUuid, QueryAgent, Reply
from bailiwick.core.decisions import Decision, Misroute, Mode, RoutingContext
from bailiwick.core.errors import InvalidInput

routing = router("routing")


class Trial(Body):
    """A message to be routed without being carried out."""

    message: MessageText
    """What a person would say."""
    agent_id: AgentId | None = None
    """The agent they would choose."""
    last_agent: AgentId | None = None
    """The agent that answered last in the thread."""
    mode: Mode = Mode.SUPERVISED
    """Recorded; it does not change the choice."""
    draft: NamedAgent | None = None
    """An agent to decide with as if it were saved: in place of the one of its id, else as the last of the roster."""


class DecisionList(Reply):
    """A page of decisions, latest first."""

    decisions: list[Decision]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class MisrouteReport(Body):
    """What was wrong about a decision."""

    agent_id: AgentId | None = None
    """The agent that should have had the message, if the person says."""
    note: Annotated[str, Field(max_length=2000)] = ""
    """Anything to add."""


class MisrouteList(Reply):
    """A page of misroutes, latest first."""

    misroutes: list[Misroute]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


@routing.post(
    "/api/routing/decide",
    operation_id="decide",
    summary="Try where a message would go",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def decide(
    body: Annotated[
        Trial, Content(examples=[{"message": "Resuelve 2x + 6 = 10"}, {"message": "roses", "draft": EXAMPLE_AGENT}])
    ],
    caller: Reader,
    platform: CurrentPlatform,
) -> Decision:
    """Decide as an execution would, with the full trace; nothing is run or stored, no model is asked.

    With a `draft` decide as if that agent were saved.
    """
    context = RoutingContext(requested_agent=body.agent_id, last_agent=body.last_agent, mode=body.mode)
    if body.draft is not None:
        return await platform.rosters.decide_with(caller.user.id, body.draft.agent(), body.message, context)
    router_of_user = await platform.rosters.of(caller.user.id)
    return router_of_user.decide(body.message, context)


@routing.get(
    "/api/routing/decisions",
    operation_id="listDecisions",
    summary="List decisions",
    responses=documented(401),
)
async def list_decisions(
    caller: Reader,
    platform: CurrentPlatform,
    agent_id: QueryAgent = None,
    limit: Limit = 50,
    before: Before = None,
) -> DecisionList:
    """Return past decisions with their traces, latest first."""
    found = await platform.stores.decisions.list(caller.user.id, agent_id=agent_id, limit=limit, before=before)
    last = found[-1].created_at if len(found) == limit else None
    return DecisionList(decisions=list(found), next_before=last.isoformat() if last else None)


@routing.get(
    "/api/routing/decisions/{id}",
    operation_id="getDecision",
    summary="Read a decision",
    responses=documented(401, 404),
)
async def get_decision(decision_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Decision:
    """Return one decision with its trace."""
    return await platform.stores.decisions.get(caller.user.id, decision_id)


@routing.post(
    "/api/routing/decisions/{id}/misroute",
    operation_id="reportMisroute",
    summary="Say that a decision was wrong",
    status_code=201,
    responses=documented(400, 401, 404, 413, 415),
    dependencies=[Once],
)
async def report_misroute(
    decision_id: PathUuid,
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[
        MisrouteReport | None, Content(examples=[{"agentId": "toby-technical", "note": "This is about code."}])
    ] = None,
) -> Misroute:
    """Note that the message should have gone elsewhere; takes the place of an earlier report on the decision."""
    report = body or MisrouteReport()
    decision = await platform.stores.decisions.get(caller.user.id, decision_id)
    if report.agent_id is not None:
        await platform.rosters.get(caller.user.id, report.agent_id)
        if report.agent_id == decision.agent:
            raise InvalidInput("That is the agent that was chosen; name another one, or none.", field="agentId")
    return await platform.stores.misroutes.report(caller.user.id, decision_id, report.agent_id, report.note)


@routing.delete(
    "/api/routing/decisions/{id}/misroute",
    operation_id="withdrawMisroute",
    summary="Take a report back",
    status_code=204,
    responses=documented(401, 404),
)
async def withdraw_misroute(decision_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> None:
    """Take back that the decision was wrong."""
    await platform.stores.misroutes.withdraw(caller.user.id, decision_id)


@routing.get(
    "/api/routing/misroutes",
    operation_id="listMisroutes",
    summary="List misroutes",
    responses=documented(401),
)
async def list_misroutes(
    caller: Reader, platform: CurrentPlatform, limit: Limit = 50, before: Before = None
) -> MisrouteList:
    """Return the decisions that were reported as wrong, latest report first."""
    found = await platform.stores.misroutes.list(caller.user.id, limit=limit, before=before)
    last = found[-1].created_at if len(found) == limit else None
    return MisrouteList(misroutes=list(found), next_before=last.isoformat() if last else None)
