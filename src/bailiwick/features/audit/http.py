"""The audit log: read, verified, taken along."""

from typing import Annotated

from fastapi import Depends, Query
from pydantic import AwareDatetime
from starlette.responses import StreamingResponse

from bailiwick.features.audit.actions import Audit, ExportFormat
from bailiwick.features.audit.records import AuditEntry, AuditFilter, Verification
from bailiwick.kernel.audit.acts import Act, ActGroup
from bailiwick.kernel.database.queries import as_uuid
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, Reply
from bailiwick.people.administrators import Administrator
from bailiwick.people.callers import Keeper

audit = router("audit")

MEDIA_TYPES = {ExportFormat.JSON_LINES: "application/x-ndjson", ExportFormat.CSV: "text/csv; charset=utf-8"}
TEXT = {
    200: {
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/csv": {"schema": {"type": "string"}},
        },
        "description": "The entries.",
    }
}


class AuditPage(Reply):
    """Entries of the audit log, latest first."""

    entries: list[AuditEntry]
    names: dict[str, str]
    """What the people in them are called today, by id; who was erased has no name."""
    next_before: int | None
    """Give this as `before` for the next page; null on the last one."""


def wanted(
    person: Annotated[str | None, Query(max_length=36, description="Id of who did it.")] = None,
    group: Annotated[ActGroup | None, Query(description="Acts of this sort.")] = None,
    act: Annotated[list[Act] | None, Query(max_length=len(Act), description="Just these acts.")] = None,
    whose: Annotated[
        str | None, Query(max_length=36, description="Id of the person whose data it was done to.")
    ] = None,
    thing: Annotated[str | None, Query(max_length=200, description="Id of what it was done to.")] = None,
    since: Annotated[AwareDatetime | None, Query(description="From this time on (ISO 8601 with an offset).")] = None,
    until: Annotated[AwareDatetime | None, Query(description="Before this time.")] = None,
) -> AuditFilter:
    """Return what a request looks for. Raises `NotFound` for what is no id of a person."""
    for given in (person, whose):
        if given is not None:
            as_uuid(given, "user")
    of_group = [] if group is None else [each.value for each in group.acts]
    named = [each.value for each in act or ()]
    return AuditFilter(
        person=person,
        acts=[each for each in named if each in of_group] or ["none"] if named and group else named or of_group,
        whose=whose,
        thing=thing,
        since=since,
        until=until,
    )


Wanted = Annotated[AuditFilter, Depends(wanted)]


@audit.get(
    "/api/audit", operation_id="listAuditEntries", summary="Read the audit log", responses=documented(400, 401, 404)
)
async def list_entries(
    caller: Keeper,
    platform: CurrentPlatform,
    wanted: Wanted,
    limit: Limit = 50,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="Only smaller numbers, for paging.")] = None,
) -> AuditPage:
    """Return entries, latest first: to administrators all, to others what was done by them or to what is theirs."""
    log = platform[Audit]
    found = await log.list(caller.user.id, wanted, before=before, limit=limit)
    return AuditPage(
        entries=list(found),
        names=dict(await log.names(found)),
        next_before=found[-1].number if len(found) == limit else None,
    )


@audit.get(
    "/api/audit/verification",
    operation_id="verifyAuditLog",
    summary="Verify the audit log",
    responses=documented(401, 403),
)
async def verify(caller: Administrator, platform: CurrentPlatform) -> Verification:
    """Go along the whole chain and say which entries were changed, are missing or are out of order."""
    return await platform[Audit].verify(caller.user)


@audit.get(
    "/api/audit/export",
    operation_id="exportAuditLog",
    summary="Take the audit log along",
    response_class=StreamingResponse,
    responses={**TEXT, **documented(400, 401, 404)},
)
async def export(
    caller: Keeper,
    platform: CurrentPlatform,
    wanted: Wanted,
    form: Annotated[ExportFormat, Query(alias="format", description="Lines of JSON, or a table.")] = (
        ExportFormat.JSON_LINES
    ),
) -> StreamingResponse:
    """Return the entries that the caller may read, in the order in which they were written; this is recorded itself."""
    return StreamingResponse(
        platform[Audit].export(caller.user.id, wanted, form),
        media_type=MEDIA_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="bailiwick-audit.{form}"'},
    )
