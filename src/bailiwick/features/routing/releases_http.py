"""Releases of routing: made, compared, tried on past messages, published, rolled back."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.releases.records import CanaryMetrics, Release, ReleaseStatus, RoutingState
from bailiwick.features.routing.edit_fields import EXAMPLE_EDITS
from bailiwick.features.routing.release_fields import (
    MOST_CHANGES,
    AutoPublish,
    BeforeNumber,
    CanaryRequest,
    NewRelease,
    PathNumber,
    PublishRequest,
    QueryNumber,
    ReleaseDiff,
    ReleaseList,
    ReplayRequest,
    RollbackRequest,
    RoutingRules,
    ShadowList,
)
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, PathUuid
from bailiwick.people.callers import Keeper, Reader
from bailiwick_router.core.replays import ReplayReport

releases = router("releases")

CHANGES = documented(400, 401, 404, 409, 413, 415)


@releases.get(
    "/api/routing/state", operation_id="getRoutingState", summary="See what decides now", responses=documented(401)
)
async def get_state(caller: Reader, platform: CurrentPlatform) -> RoutingState:
    """Return the release that decides, the one that waits, and how edits are published."""
    return await platform[Releases].state(caller.user.id)


@releases.patch(
    "/api/routing/state",
    operation_id="setAutomaticPublishing",
    summary="Publish edits at once, or not",
    responses=documented(400, 401, 409, 413, 415),
)
async def set_auto_publish(
    body: Annotated[AutoPublish, Content(examples=[{"autoPublish": False}, {"autoPublish": True}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> RoutingState:
    """Choose whether an edit of an agent decides at once, or waits as a candidate."""
    return await platform[Releases].set_auto_publish(caller.user.id, body.auto_publish)


@releases.get(
    "/api/routing/rules",
    operation_id="getRoutingRules",
    summary="See the rules of routing",
    responses=documented(401),
)
async def get_rules(caller: Reader, platform: CurrentPlatform) -> RoutingRules:
    """Return which stages run, and the weights and thresholds by which they decide; a release may change them."""
    return RoutingRules.of(*await platform[Releases].rules(caller.user.id))


@releases.get(
    "/api/routing/shadows",
    operation_id="listShadows",
    summary="See how agents in the shadow would do",
    responses=documented(401),
)
async def list_shadows(
    caller: Reader,
    platform: CurrentPlatform,
    days: Annotated[int, Query(ge=1, le=366, description="How many days back.")] = 30,
) -> ShadowList:
    """Return how many messages agents in the shadow would have got."""
    return ShadowList(shadows=list(await platform[Releases].shadows(caller.user.id, days)))


@releases.get(
    "/api/routing/decisions/{id}/release",
    operation_id="getReleaseOfDecision",
    summary="See which release decided",
    responses=documented(401, 404),
)
async def get_release_of_decision(decision_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Release:
    """Return the release that made a decision; of several that decide alike the latest.

    Decisions from before the first release, and those on which runtime agents took part, name none.
    """
    decision = await platform.stores[DecisionStore].get(caller.user.id, decision_id)
    release = await platform[Releases].of_decision(caller.user.id, decision)
    if release is None:
        raise not_found("release")
    return release


@releases.get("/api/routing/releases", operation_id="listReleases", summary="List releases", responses=documented(401))
async def list_releases(
    caller: Reader,
    platform: CurrentPlatform,
    status: Annotated[ReleaseStatus | None, Query(description="Only those of which this became.")] = None,
    limit: Limit = 50,
    before: BeforeNumber = None,
) -> ReleaseList:
    """Return the history of routing: who changed what and why, latest first."""
    found = await platform[Releases].list(caller.user.id, limit=limit + 1, before=before, status=status)
    more = found[limit - 1].number if len(found) > limit else None
    return ReleaseList(releases=list(found[:limit]), next_before=more)


@releases.post(
    "/api/routing/releases",
    operation_id="createRelease",
    summary="Make a candidate from edits",
    status_code=201,
    responses=CHANGES,
    dependencies=[Once],
)
async def create_release(
    request: Request,
    response: Response,
    body: Annotated[
        NewRelease, Content(examples=[{"reason": "Avalanches are for the ski agent.", "edits": EXAMPLE_EDITS}])
    ],
    caller: Keeper,
    platform: CurrentPlatform,
) -> Release:
    """Make a candidate of what decides now with some edits, tried on the latest messages and all golden cases.

    It waits to be published also where edits are published at once.
    """
    made = await platform[Releases].create(
        caller.user.id, body.reason, [each.edit() for each in body.edits], body.chosen_rules()
    )
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/routing/releases/{made.number}"
    return made


@releases.get(
    "/api/routing/releases/{number}",
    operation_id="getRelease",
    summary="Read a release",
    responses=documented(401, 404),
)
async def get_release(number: PathNumber, caller: Reader, platform: CurrentPlatform) -> Release:
    """Return a release with what differs from its parent and, once it was tried, what it does."""
    return await platform[Releases].get(caller.user.id, number)


@releases.get(
    "/api/routing/releases/{number}/diff",
    operation_id="compareReleases",
    summary="See what differs between releases",
    responses=documented(401, 404),
)
async def diff_release(
    number: PathNumber, caller: Reader, platform: CurrentPlatform, against: QueryNumber = None
) -> ReleaseDiff:
    """Return what differs from another release, by default from the one it was made from."""
    changes = await platform[Releases].diff(caller.user.id, number, against)
    return ReleaseDiff(changes=list(changes[:MOST_CHANGES]), count=len(changes))


@releases.post(
    "/api/routing/releases/{number}/replay",
    operation_id="replayRelease",
    summary="Try a release on past messages",
    responses=CHANGES,
)
async def replay_release(
    number: PathNumber,
    caller: Keeper,
    platform: CurrentPlatform,
    body: Annotated[ReplayRequest | None, Content(examples=[{"limit": 1000}])] = None,
) -> ReplayReport:
    """Decide the latest messages and all golden cases with it and with what decides now; kept on the release."""
    return await platform[Releases].replay(caller.user.id, number, body.limit if body else None)


@releases.post(
    "/api/routing/releases/{number}/publish",
    operation_id="publishRelease",
    summary="Let a release decide",
    responses=CHANGES,
)
async def publish_release(
    number: PathNumber,
    caller: Keeper,
    platform: CurrentPlatform,
    body: Annotated[
        PublishRequest | None, Content(examples=[{"override": "The case is about a product we no longer sell."}])
    ] = None,
) -> Release:
    """Let a candidate decide from now on; what runs keeps its decision.

    Refused with `golden-broken` where it gets golden cases wrong that are right now, unless `override` says why.
    """
    given = body or PublishRequest()
    return await platform[Releases].publish(caller.user.id, number, reason=given.reason, override=given.override)


@releases.post(
    "/api/routing/releases/{number}/discard",
    operation_id="discardRelease",
    summary="Give a candidate up",
    responses=documented(401, 404, 409),
)
async def discard_release(number: PathNumber, caller: Keeper, platform: CurrentPlatform) -> Release:
    """Give a candidate up; it stays in the history."""
    return await platform[Releases].discard(caller.user.id, number)


@releases.post(
    "/api/routing/releases/{number}/rollback",
    operation_id="rollBack",
    summary="Let an earlier release decide again",
    responses=CHANGES,
)
async def roll_back(
    number: PathNumber,
    caller: Keeper,
    platform: CurrentPlatform,
    body: Annotated[RollbackRequest | None, Content(examples=[{"reason": "Too many questions went astray."}])] = None,
) -> Release:
    """Publish a new release with the content of an earlier one, and switch automatic publishing off."""
    return await platform[Releases].rollback(caller.user.id, number, body.reason if body else None)


@releases.post(
    "/api/routing/releases/{number}/canary",
    operation_id="beginCanary",
    summary="Give a candidate a share of the traffic",
    responses=CHANGES,
)
async def begin_canary(
    number: PathNumber,
    body: Annotated[CanaryRequest, Content(examples=[{"share": 10}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> Release:
    """Let a candidate decide a share of the conversations; it is taken back by itself where it does worse."""
    return await platform[Releases].canary(caller.user.id, number, body.share)


@releases.get(
    "/api/routing/releases/{number}/canary",
    operation_id="getCanary",
    summary="See how a canary does",
    responses=documented(401, 404),
)
async def get_canary(number: PathNumber, caller: Reader, platform: CurrentPlatform) -> CanaryMetrics:
    """Return how many decisions of a canary were reported or failed, beside those of the published release."""
    return await platform[Releases].canary_figures(caller.user.id, number)


@releases.delete(
    "/api/routing/releases/{number}/canary",
    operation_id="endCanary",
    summary="Take a candidate's traffic back",
    responses=documented(401, 404, 409),
)
async def end_canary(number: PathNumber, caller: Keeper, platform: CurrentPlatform) -> Release:
    """Let the published release decide all conversations again."""
    return await platform[Releases].end_canary(caller.user.id, number)
