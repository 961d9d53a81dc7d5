"""Budgets: limits on spending set, seen with what is used, changed, removed; and what was spent on what."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.features.budgets.actions import Budgets, LimitDraft
from bailiwick.features.budgets.fields import NewSpendingLimit, SpendingLimitChanges
from bailiwick.features.budgets.records import LimitUse, SpendingRow, SpentBy
from bailiwick.kernel.http.errors import language_of
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import PathUuid, Reply
from bailiwick.people.callers import Keeper, Reader

budgets = router("budgets")

MOST_DAYS = 366
NAMES_NOTHING = ("name", "at_limit")
"""What cannot be taken away from a limit."""


class LimitList(Reply):
    """Limits and how they stand."""

    limits: list[LimitUse]


class SpendingTable(Reply):
    """What was spent."""

    rows: list[SpendingRow]


@budgets.get(
    "/api/budgets", operation_id="listSpendingLimits", summary="List limits on spending", responses=documented(401)
)
async def list_spending_limits(caller: Reader, platform: CurrentPlatform) -> LimitList:
    """Return the limits that concern the caller, with what is used and reserved of each; to administrators also those
    that they set for people."""
    return LimitList(limits=list(await platform[Budgets].list(caller.user.id)))


@budgets.get(
    "/api/budgets/spending",
    operation_id="getSpending",
    summary="See what was spent",
    responses=documented(401),
)
async def get_spending(
    caller: Reader,
    platform: CurrentPlatform,
    by: Annotated[SpentBy, Query(description="By what it is told apart.")] = SpentBy.MODEL,
    days: Annotated[int, Query(ge=1, le=MOST_DAYS, description="So many days, today included.")] = 30,
    everybody: Annotated[bool, Query(description="Of all people; for administrators.")] = False,
) -> SpendingTable:
    """Return what the model calls of runs that have ended cost, the dearest first; by day the oldest first."""
    return SpendingTable(rows=list(await platform[Budgets].spending(caller.user, by, days, everybody=everybody)))


@budgets.post(
    "/api/budgets",
    operation_id="createSpendingLimit",
    summary="Set a limit on spending",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_spending_limit(
    request: Request,
    response: Response,
    body: Annotated[NewSpendingLimit, Content(examples=[{"scope": "person", "period": "day", "money": 5.0}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> LimitUse:
    """Limit what runs may spend, from their next call on. What was spent in its period already counts."""
    draft = LimitDraft(**{name: getattr(body, name) for name in NewSpendingLimit.model_fields})
    made = await platform[Budgets].set(caller.user, draft, language_of(request.scope))
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/budgets/{made.limit.id}"
    return made


@budgets.get(
    "/api/budgets/{id}",
    operation_id="getSpendingLimit",
    summary="Read a limit on spending",
    responses=documented(401, 404),
)
async def get_spending_limit(limit_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> LimitUse:
    """Return a limit with what is used and reserved of it."""
    return await platform[Budgets].get(caller.user.id, limit_id)


@budgets.patch(
    "/api/budgets/{id}",
    operation_id="changeSpendingLimit",
    summary="Raise, lower or rename a limit on spending",
    responses=documented(400, 401, 404, 413, 415),
)
async def change_spending_limit(
    limit_id: PathUuid,
    body: Annotated[SpendingLimitChanges, Content(examples=[{"money": 10.0}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> LimitUse:
    """Change a limit; runs that wait for it go on if it leaves room now."""
    changes = {name: value for name, value in body.given().items() if value is not None or name not in NAMES_NOTHING}
    return await platform[Budgets].change(caller.user, limit_id, changes)


@budgets.delete(
    "/api/budgets/{id}",
    operation_id="removeSpendingLimit",
    summary="Remove a limit on spending",
    status_code=204,
    responses=documented(401, 404),
)
async def remove_spending_limit(limit_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Limit that no longer; runs that wait for it go on."""
    await platform[Budgets].remove(caller.user, limit_id)
