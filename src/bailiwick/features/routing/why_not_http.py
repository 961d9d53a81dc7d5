"""Why not: what keeps an agent from a message, and the smallest edit that would give it to it."""

from typing import Annotated

from fastapi import Body as Content

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.features.routing.advice import Advice
from bailiwick.features.routing.context import context_of
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Body, MessageText, PathUuid
from bailiwick.people.callers import Reader
from bailiwick_router.core.edits import WhyNot

why_not = router("why-not")


class Doubt(Body):
    """A message, and an agent that a user expects to get it."""

    message: MessageText
    """What a person would say."""
    agent_id: AgentId
    """The agent that is asked about."""
    last_agent: AgentId | None = None
    """The agent that answered last in the thread."""


class DoubtOfDecision(Body):
    """An agent that a user expected to get a message."""

    agent_id: AgentId
    """The agent that is asked about."""


@why_not.post(
    "/api/routing/why-not",
    operation_id="askWhyNot",
    summary="Ask why not another agent",
    responses=documented(400, 401, 404, 413, 415),
)
async def ask_why_not(
    body: Annotated[Doubt, Content(examples=[{"message": "Is it safe to climb today?", "agentId": "ski"}])],
    caller: Reader,
    platform: CurrentPlatform,
) -> WhyNot:
    """Return what decides against an agent and the fewest edits after which it wins, proven by deciding again."""
    context = await context_of(platform, caller.user.id, body.message, last_agent=body.last_agent)
    return await platform[Advice].why_not(caller.user.id, body.message, body.agent_id, context)


@why_not.post(
    "/api/routing/decisions/{id}/why-not",
    operation_id="askWhyNotOfDecision",
    summary="Ask why a message did not go elsewhere",
    responses=documented(400, 401, 404, 413, 415),
)
async def ask_why_not_of_decision(
    decision_id: PathUuid,
    body: Annotated[DoubtOfDecision, Content(examples=[{"agentId": "ski"}])],
    caller: Reader,
    platform: CurrentPlatform,
) -> WhyNot:
    """Return the same of a message that was routed, with the rules that decide now and who had answered before it."""
    decision = await platform.stores[DecisionStore].get(caller.user.id, decision_id)
    context = await context_of(platform, caller.user.id, decision.message, last_agent=decision.last_agent)
    return await platform[Advice].why_not(caller.user.id, decision.message, body.agent_id, context)
