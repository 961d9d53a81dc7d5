"""Golden cases: messages pinned to the agent that must get them."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.agents.releases.records import GoldenCase, GoldenImport, GoldenRun
from bailiwick.features.routing.golden import Golden
from bailiwick.features.routing.golden_fields import (
    BeforeCase,
    CaseChanges,
    CaseFile,
    CaseFormat,
    CaseList,
    GoldenRunRequest,
    NewCase,
    PinRequest,
)
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, PathUuid
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper, Reader

golden = router("golden")

EXAMPLE_CASE = {"text": "Is there an avalanche warning for Meadows?", "agent": "ski"}
MEDIA_TYPES: dict[CaseFormat, str] = {"jsonl": "application/x-ndjson", "csv": "text/csv"}


@golden.get(
    "/api/routing/golden", operation_id="listGoldenCases", summary="List golden cases", responses=documented(401)
)
async def list_cases(
    caller: Reader,
    platform: CurrentPlatform,
    failing: Annotated[bool, Query(description="Only those that go elsewhere now.")] = False,
    limit: Limit = 50,
    before: BeforeCase = None,
) -> CaseList:
    """Return golden cases with who gets each now, latest first."""
    after = None if before is None else str(before)
    page = await platform[Golden].list(caller.user.id, limit=limit + 1, before=after, failing=failing)
    more = page[limit - 1].id if len(page) > limit else None
    total = await platform[Golden].count(caller.user.id)
    return CaseList(cases=list(page[:limit]), total=total, next_before=more)


@golden.post(
    "/api/routing/golden",
    operation_id="createGoldenCase",
    summary="Pin a message to an agent",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_case(
    request: Request,
    response: Response,
    body: Annotated[NewCase, Content(examples=[EXAMPLE_CASE, {"text": "What is love?", "agent": None}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> GoldenCase:
    """Pin a message to the agent that must get it; a release that breaks it is then refused."""
    made = await platform[Golden].add(caller.user.id, body.text, body.agent, last_agent=body.last_agent, note=body.note)
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/routing/golden/{made.id}"
    return made


@golden.post(
    "/api/routing/golden/import",
    operation_id="importGoldenCases",
    summary="Import golden cases",
    responses=documented(400, 401, 413, 415),
    dependencies=[Once],
)
async def import_cases(
    body: Annotated[
        CaseFile,
        Content(
            examples=[
                {"format": "jsonl", "content": '{"text": "Is there snow?", "agent": "ski"}'},
                {"format": "csv", "content": "text,agent\nIs there snow?,ski"},
            ]
        ),
    ],
    caller: Keeper,
    platform: CurrentPlatform,
) -> GoldenImport:
    """Add the cases of a file, all or none: where lines cannot be taken, the answer says what is wrong with them."""
    return await platform[Golden].import_cases(caller.user.id, body.format, body.content)


@golden.get(
    "/api/routing/golden/export",
    operation_id="exportGoldenCases",
    summary="Export golden cases",
    response_class=Response,
    responses={
        **documented(401),
        200: {
            "description": "A file that an import takes.",
            "content": {media_type: {"schema": {"type": "string"}} for media_type in MEDIA_TYPES.values()},
        },
    },
)
async def export_cases(
    caller: Reader,
    platform: CurrentPlatform,
    form: Annotated[CaseFormat, Query(alias="format", description="JSON lines, or CSV for spreadsheets.")] = "jsonl",
) -> Response:
    """Return every golden case, oldest first, in a file."""
    text = await platform[Golden].export(caller.user.id, form)
    disposition = f'attachment; filename="golden-cases.{form}"'
    return Response(
        text, media_type=f"{MEDIA_TYPES[form]}; charset=utf-8", headers={"Content-Disposition": disposition}
    )


@golden.post(
    "/api/routing/golden/run",
    operation_id="runGoldenCases",
    summary="Decide all golden cases",
    responses=documented(400, 401, 404, 413, 415),
)
async def run_cases(
    caller: Reader,
    platform: CurrentPlatform,
    body: Annotated[GoldenRunRequest | None, Content(examples=[{"release": 12}])] = None,
) -> GoldenRun:
    """Decide every golden case with what decides now or with a release, and return those that go elsewhere."""
    return await platform[Golden].run(caller.user.id, body.release if body else None)


@golden.patch(
    "/api/routing/golden/{id}",
    operation_id="updateGoldenCase",
    summary="Change a golden case",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_case(
    case_id: PathUuid,
    body: Annotated[CaseChanges, Content(examples=[{"agent": "ski"}, {"note": "Asked every week."}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> GoldenCase:
    """Change the given fields; those left out keep their value."""
    changes = body.changes()
    if not changes:
        raise InvalidInput(Reason.of(ReasonCode.NOTHING_TO_CHANGE))
    return await platform[Golden].change(caller.user.id, case_id, changes)


@golden.delete(
    "/api/routing/golden/{id}",
    operation_id="deleteGoldenCase",
    summary="Delete a golden case",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_case(case_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Let the message go wherever the rules send it."""
    await platform[Golden].delete(caller.user.id, case_id)


@golden.post(
    "/api/routing/decisions/{id}/pin",
    operation_id="pinDecision",
    summary="Say that a decision was right",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def pin_decision(
    decision_id: PathUuid,
    caller: Keeper,
    platform: CurrentPlatform,
    body: Annotated[PinRequest | None, Content(examples=[{"note": "Asked every week."}])] = None,
) -> GoldenCase:
    """Make a golden case of a decision: the same message must go to the same agent from now on."""
    return await platform[Golden].pin(caller.user.id, decision_id, body.note if body else "")


@golden.delete(
    "/api/routing/decisions/{id}/pin",
    operation_id="unpinDecision",
    summary="Take back that a decision was right",
    status_code=204,
    responses=documented(401, 404),
)
async def unpin_decision(decision_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete the golden case that was made of a decision."""
    await platform[Golden].unpin(caller.user.id, decision_id)
