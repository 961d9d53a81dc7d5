"""What agents made in their workspaces: listed, opened, downloaded and removed."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from bailiwick.features.code.files import FileView, view, whole
from bailiwick.kernel.http.attachments import attached
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import PathUuid, Reply
from bailiwick.kernel.platform import Platform
from bailiwick.people.callers import Keeper, Reader
from bailiwick.tools.confined import Workspace, WorkspaceFile
from bailiwick.tools.documents.pictures import picture_of
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox_contract import Sandbox

workspaces = router("workspaces")

MOST_LISTED = 1_000
"""Entries that are listed of a folder."""

FilePath = Annotated[str, Query(min_length=1, max_length=4_096, description="The file's path in the workspace.")]


class WorkspaceList(Reply):
    """Folders in which programs of agents keep their files."""

    workspaces: list[Workspace]


class WorkspaceFiles(Reply):
    """What is in a folder of a workspace."""

    workspace: Workspace
    files: list[WorkspaceFile]
    """Folders first, by name; with `deep` the files below too, the last changed first. 1,000 at most."""


@workspaces.get("/api/workspaces", operation_id="listWorkspaces", summary="List workspaces", responses=documented(401))
async def list_workspaces(caller: Reader, platform: CurrentPlatform) -> WorkspaceList:
    """Return the caller's workspaces, the last used first; one that is not used for long is removed by itself."""
    return WorkspaceList(workspaces=list(await _sandbox(platform).workspaces(caller.user.id)))


@workspaces.get(
    "/api/workspaces/{id}/files",
    operation_id="listWorkspaceFiles",
    summary="List the files of a workspace",
    responses=documented(401, 404),
)
async def list_workspace_files(
    workspace_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    folder: Annotated[str, Query(max_length=4_096, description="A folder in it; else the whole.")] = "",
    deep: Annotated[bool, Query(description="Also what is in the folders below, without these.")] = False,
) -> WorkspaceFiles:
    """Return what is in a folder of a workspace; links are listed and never followed."""
    sandbox, user_id = _sandbox(platform), caller.user.id
    files = await sandbox.workspace_files(user_id, workspace_id, folder, deep=deep)
    return WorkspaceFiles(workspace=await sandbox.workspace(user_id, workspace_id), files=list(files[:MOST_LISTED]))


@workspaces.get(
    "/api/workspaces/{id}/file",
    operation_id="openWorkspaceFile",
    summary="Open a file of a workspace",
    responses=documented(401, 404),
)
async def open_workspace_file(
    workspace_id: PathUuid, path: FilePath, caller: Reader, platform: CurrentPlatform
) -> FileView:
    """Return a file's text as it is written, or its beginning; `shown` says when it is a picture, or no text at all."""
    return await view(_sandbox(platform), caller.user.id, workspace_id, path)


@workspaces.get(
    "/api/workspaces/{id}/download",
    operation_id="downloadWorkspaceFile",
    summary="Download a file of a workspace",
    response_class=Response,
    responses={
        **documented(400, 401, 404),
        200: {
            "description": "The file's bytes.",
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
)
async def download_workspace_file(
    workspace_id: PathUuid, path: FilePath, caller: Reader, platform: CurrentPlatform
) -> Response:
    """Return a file as an attachment; only what begins as a picture is called one."""
    content = await whole(_sandbox(platform), caller.user.id, workspace_id, path)
    picture = picture_of(content)
    media_type = "application/octet-stream" if picture is None else picture.media_type
    return attached(content, path.rpartition("/")[2], media_type)


@workspaces.delete(
    "/api/workspaces/{id}",
    operation_id="removeWorkspace",
    summary="Remove a workspace",
    status_code=204,
    responses=documented(401, 404),
)
async def remove_workspace(workspace_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a workspace with its files, for good; what still runs in it is ended."""
    sandbox, user_id = _sandbox(platform), caller.user.id
    await sandbox.workspace(user_id, workspace_id)
    await sandbox.remove_workspace(user_id, workspace_id)


def _sandbox(platform: Platform) -> Sandbox:
    return platform[BubblewrapSandbox]
