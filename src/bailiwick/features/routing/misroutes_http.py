"""Misroutes: what people say about wrong decisions, and what would put them right."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.features.routing.advice import Advice
from bailiwick.features.routing.misroute_actions import Misroutes
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.features.routing.misroutes import Misroute
from bailiwick.features.routing.proposals_http import ProposalList
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Before, Body, Flag, Limit, PathUuid, Reply
from bailiwick.people.callers import Reader, Runner

misroutes = router("misroutes")


class MisrouteReport(Body):
    """What was wrong about a decision."""

    agent_id: AgentId | None = None
    """The agent that should have had the message, if the person says; the router learns from it."""
    note: Annotated[str, Field(max_length=2000)] = ""
    """Anything to add."""
    reroute: Flag = False
    """Give the message to that agent now, in the same thread; its answer takes the place of the wrong one and of all
    that came after it."""


class MisrouteList(Reply):
    """A page of misroutes, latest first."""

    misroutes: list[Misroute]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


@misroutes.post(
    "/api/routing/decisions/{id}/misroute",
    operation_id="reportMisroute",
    summary="Say that a decision was wrong",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def report_misroute(
    decision_id: PathUuid,
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[
        MisrouteReport | None,
        Content(
            examples=[
                {"agentId": "toby-technical", "note": "This is about code."},
                {"agentId": "toby-technical", "reroute": True},
            ]
        ),
    ] = None,
) -> Misroute:
    """Note that the message should have gone elsewhere; takes the place of an earlier report on the decision.

    With `reroute` the right agent is asked at once: report and new execution are written together or not at all.
    """
    report = body or MisrouteReport()
    return await platform[Misroutes].report(
        caller.user.id, decision_id, report.agent_id, report.note, reroute=report.reroute
    )


@misroutes.delete(
    "/api/routing/decisions/{id}/misroute",
    operation_id="withdrawMisroute",
    summary="Take a report back",
    status_code=204,
    responses=documented(401, 404),
)
async def withdraw_misroute(decision_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> None:
    """Take back that the decision was wrong; what was learned from it is unlearned."""
    await platform[Misroutes].withdraw(caller.user.id, decision_id)


@misroutes.get(
    "/api/routing/misroutes",
    operation_id="listMisroutes",
    summary="List misroutes",
    responses=documented(401),
)
async def list_misroutes(
    caller: Reader, platform: CurrentPlatform, limit: Limit = 50, before: Before = None
) -> MisrouteList:
    """Return the decisions that were reported as wrong, latest report first."""
    found = await platform.stores[MisrouteStore].list(caller.user.id, limit=limit, before=before)
    last = found[-1].created_at if len(found) == limit else None
    return MisrouteList(misroutes=list(found), next_before=last.isoformat() if last else None)


@misroutes.get(
    "/api/routing/misroutes/{id}/proposals",
    operation_id="proposeForMisroute",
    summary="See what would put a misroute right",
    responses=documented(401, 404, 409),
)
async def propose_for_misroute(misroute_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ProposalList:
    """Return edits that would send the message to the right agent, with what each fixes and breaks, the best first.

    Refused while the report does not say which agent would have been right.
    """
    return ProposalList(proposals=list(await platform[Advice].for_misroute(caller.user.id, misroute_id)))
