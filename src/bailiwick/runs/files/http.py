"""Files for messages: uploaded, read, downloaded, deleted."""

from starlette.requests import Request
from starlette.responses import Response

from bailiwick.kernel.http.attachments import attached
from bailiwick.kernel.http.idempotency import KeyHeader
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.uploads import read_upload, upload_form, uploaded_once
from bailiwick.kernel.http.wire import PathUuid
from bailiwick.people.callers import Keeper, Reader
from bailiwick.people.limited import Uploader
from bailiwick.runs.files.actions import Files
from bailiwick.runs.files.records import KeptFile
from bailiwick.runs.files.store import FileStore

files = router("files")


@files.post(
    "/api/files",
    operation_id="uploadFile",
    summary="Upload a file for a message",
    status_code=201,
    responses=documented(400, 401, 408, 409, 413, 415, busy=["rate-limit"]),
    dependencies=[KeyHeader],
    openapi_extra=upload_form("A PNG, JPEG, GIF or WebP picture, a PDF, DOCX, HTML or any text."),
)
async def upload_file(request: Request, response: Response, caller: Uploader, platform: CurrentPlatform) -> KeptFile:
    """Keep a file that a message will name in `files`; one that none names within a day is deleted.

    What it is, its bytes say, not its name.
    """
    user = caller.user.id
    upload = await read_upload(request, most_bytes=platform[Files].most_bytes)

    async def keep() -> KeptFile:
        return await platform[Files].upload(user, upload.filename, upload.content)

    return await uploaded_once(platform, user, request, response, upload, KeptFile, keep)


@files.get("/api/files/{id}", operation_id="getFile", summary="Read about a file", responses=documented(401, 404))
async def get_file(file_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> KeptFile:
    """Return what is known of a file without its bytes."""
    return await platform[Files].named(caller.user.id, file_id)


@files.get(
    "/api/files/{id}/content",
    operation_id="downloadFile",
    summary="Download a file",
    response_class=Response,
    responses={
        **documented(401, 404),
        200: {
            "description": "The bytes as they were uploaded. Pictures may be shown; all else is an attachment.",
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
)
async def download_file(file_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Response:
    """Return the bytes: PNG, JPEG, GIF and WebP pictures to be shown, everything else as an attachment."""
    file, content = await platform.stores[FileStore].content(caller.user.id, file_id)
    return attached(content, file.filename, file.media_type, inline=file.picture)


@files.delete(
    "/api/files/{id}",
    operation_id="deleteFile",
    summary="Delete a file",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_file(file_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a file for good, also one that was sent: its message stays without it."""
    await platform.stores[FileStore].delete(caller.user.id, file_id)
