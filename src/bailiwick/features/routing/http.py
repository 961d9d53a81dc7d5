"""Routing: trying a message, reading past decisions."""

from typing import Annotated
from uuid import UUID

from fastapi import Body as Content

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.fields import EXAMPLE_AGENT, NamedAgent
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.context import context_of
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Before, Body, Limit, MessageText, PathUuid, QueryAgent, Reply
from bailiwick.people.callers import Reader
from bailiwick_router.core.decisions import Decision, Mode

routing = router("routing")


class RoutingTrial(Body):
    """A message to be routed without being carried out."""

    message: MessageText
    """What a person would say."""
    agent_id: AgentId | None = None
    """The agent they would choose."""
    last_agent: AgentId | None = None
    """The agent that answered last in the thread; not asked for where there is a conversation."""
    conversation_id: UUID | None = None
    """The thread that it would be said in: who answered last there counts, unless silence has ended the talk."""
    mode: Mode = Mode.SUPERVISED
    """Recorded; it does not change the choice."""
    draft: NamedAgent | None = None
    """An agent to decide with as if it were saved: in place of the one of its id, else as the last of the roster."""


class DecisionList(Reply):
    """A page of decisions, latest first."""

    decisions: list[Decision]
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
        RoutingTrial,
        Content(examples=[{"message": "Resuelve 2x + 6 = 10"}, {"message": "roses", "draft": EXAMPLE_AGENT}]),
    ],
    caller: Reader,
    platform: CurrentPlatform,
) -> Decision:
    """Decide as an execution would, with the full trace; nothing is run or stored, no model is asked.

    With a `draft` decide as if that agent were saved.
    """
    user_id, conversation_id = caller.user.id, None if body.conversation_id is None else str(body.conversation_id)
    context = await context_of(
        platform,
        user_id,
        body.message,
        requested_agent=body.agent_id,
        last_agent=body.last_agent,
        conversation_id=conversation_id,
        mode=body.mode,
    )
    if body.draft is not None:
        return await platform[Rosters].decide_with(user_id, body.draft.agent(), body.message, context)
    return await platform[Rosters].decide(user_id, body.message, context, conversation_id)


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
    found = await platform.stores[DecisionStore].list(caller.user.id, agent_id=agent_id, limit=limit, before=before)
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
    return await platform.stores[DecisionStore].get(caller.user.id, decision_id)
