"""The caller's account: everything taken along, or erased."""

import os
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import Body as Content
from pydantic import Field
from starlette.background import BackgroundTask
from starlette.responses import FileResponse

from bailiwick.features.account.actions import Account
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body
from bailiwick.people.callers import Keeper

account = router("account")


class EraseRequest(Body):
    """A wish to be forgotten."""

    confirm: Annotated[str, Field(min_length=1, max_length=200)]
    """The caller's name, so that this does not happen by mistake."""


ZIP = {200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}, "description": "All"}}


@account.get(
    "/api/account/export",
    operation_id="exportAccount",
    summary="Take everything along",
    response_class=FileResponse,
    responses={**ZIP, **documented(401)},
)
async def export_account(caller: Keeper, platform: CurrentPlatform) -> FileResponse:
    """Return everything of the caller as a zip archive of JSON lines and files; no secrets."""
    # A file first, not a stream: a slow reader must not hold a connection to the database.
    descriptor, name = tempfile.mkstemp(prefix="bailiwick-export-", suffix=".zip")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            await platform[Account].export(caller.user, file)
    except BaseException:
        _remove(path)
        raise
    return FileResponse(
        path,
        media_type="application/zip",
        filename="bailiwick-account.zip",
        background=BackgroundTask(_remove, path),
    )


@account.post(
    "/api/account/erase",
    operation_id="eraseAccount",
    summary="Be forgotten",
    status_code=204,
    responses=documented(400, 401, 409, 413, 415),
)
async def erase_account(
    body: Annotated[EraseRequest, Content(examples=[{"confirm": "Ana"}])], caller: Keeper, platform: CurrentPlatform
) -> None:
    """Stop whatever works for the caller and delete everything of theirs, for good; keys and sessions end at once."""
    await platform[Account].erase(caller.user.id, body.confirm)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
