"""Projects: created, listed, changed, deleted, restored; things put into them and taken out."""

from typing import Annotated
from uuid import UUID

from fastapi import Body as Content
from fastapi import Path, Query, Response
from pydantic import AfterValidator
from starlette.requests import Request

from bailiwick.features.projects.actions import Projects
from bailiwick.features.projects.fields import NewProject, ProjectChanges
from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import Project, ProjectGroup, ProjectKind, ProjectThing
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Before, Limit, Offset, PathUuid, Reply, Search, known_form_of_uuid
from bailiwick.kernel.reasons import Reason
from bailiwick.people.callers import Keeper, Reader, Runner

projects = router("projects")

LONGEST_KIND = 40
SHOWN = 50
"""Things of each kind that come with a project."""


def known_form_of_kind(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no kind of thing is called."""
    if not text.isascii() or not text.isalpha() or not text.islower() or len(text) > LONGEST_KIND:
        raise not_found("thing")
    return text


QueryKind = Annotated[str | None, Query(max_length=LONGEST_KIND, description="Only things of this kind.")]
PathKind = Annotated[
    str, Path(alias="kind", description="The kind of the thing.", examples=["task"]), AfterValidator(known_form_of_kind)
]
PathThing = Annotated[
    str,
    Path(alias="thing", description="The id of the thing, a UUID.", json_schema_extra={"format": "uuid"}),
    AfterValidator(known_form_of_uuid),
]


class ProjectList(Reply):
    """A page of projects, the latest change first."""

    projects: list[Project]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class ProjectKindList(Reply):
    """Kinds of things."""

    kinds: list[ProjectKind]


class ProjectWithThings(Reply):
    """A project and what is in it."""

    project: Project
    groups: list[ProjectGroup]
    """One for each kind, in the order of the kinds, also where there is nothing of it."""


class ProjectGroupList(Reply):
    """What is in a project."""

    groups: list[ProjectGroup]


class ProjectThingList(Reply):
    """Things that can be put into a project."""

    things: list[ProjectThing]


@projects.get("/api/projects", operation_id="listProjects", summary="List projects", responses=documented(400, 401))
async def list_projects(
    caller: Reader,
    platform: CurrentPlatform,
    archived: Annotated[bool, Query(description="Those that are archived, instead of the others.")] = False,
    search: Search = None,
    kind: Annotated[
        str | None, Query(max_length=LONGEST_KIND, description="With `thing`: which `holds` it; the kind of that.")
    ] = None,
    thing: Annotated[UUID | None, Query(description="The id of a thing, with its `kind`.")] = None,
    limit: Limit = 50,
    before: Before = None,
) -> ProjectList:
    """Return the caller's projects with how many things are in each, the latest change first."""
    if (kind is None) is not (thing is None):
        raise InvalidInput(Reason.of(ProjectReason.KIND_AND_THING), field="kind" if kind is None else "thing")
    found = await platform[Projects].list(
        caller.user.id,
        archived=archived,
        search=search,
        thing=None if kind is None or thing is None else (kind, str(thing)),
        before=before,
        limit=limit,
    )
    more = found[-1].updated_at.isoformat() if len(found) == limit else None
    return ProjectList(projects=list(found), next_before=more)


@projects.post(
    "/api/projects",
    operation_id="createProject",
    summary="Create a project",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[Once],
)
async def create_project(
    request: Request,
    response: Response,
    body: Annotated[NewProject, Content(examples=[{"name": "Kitchen", "about": "The new one, by May"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Project:
    """Create a project that has nothing in it yet."""
    made = await platform[Projects].create(caller.user.id, body.name, body.about)
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/projects/{made.id}"
    return made


@projects.get(
    "/api/projects/kinds", operation_id="listProjectKinds", summary="List what projects hold", responses=documented(401)
)
async def list_kinds(caller: Reader, platform: CurrentPlatform) -> ProjectKindList:
    """Return the kinds of things that can be put into projects."""
    del caller
    return ProjectKindList(kinds=list(platform[Projects].kinds))


@projects.get("/api/projects/{id}", operation_id="getProject", summary="Read a project", responses=documented(401, 404))
async def get_project(project_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ProjectWithThings:
    """Return a project and the first 50 things of each kind in it, what is over last, then the latest change first."""
    async with platform.database.as_user(caller.user.id):
        project = await platform[Projects].get(caller.user.id, project_id)
        groups = await platform[Projects].groups(caller.user.id, project_id, limit=SHOWN)
    return ProjectWithThings(project=project, groups=list(groups))


@projects.get(
    "/api/projects/{id}/things",
    operation_id="listProjectThings",
    summary="List what is in a project",
    responses=documented(400, 401, 404),
)
async def list_things(
    project_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    kind: QueryKind = None,
    search: Search = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> ProjectGroupList:
    """Return things of a project by kind, of each as many as `limit` says; `total` counts those that were found."""
    await platform[Projects].get(caller.user.id, project_id)
    found = await platform[Projects].groups(
        caller.user.id, project_id, kind=kind, search=search, limit=limit, offset=offset
    )
    return ProjectGroupList(groups=list(found))


@projects.get(
    "/api/projects/{id}/addable",
    operation_id="listAddableThings",
    summary="List what can be put into a project",
    responses=documented(400, 401, 404),
)
async def list_addable(
    project_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    kind: QueryKind = None,
    search: Search = None,
    limit: Limit = 50,
) -> ProjectThingList:
    """Return things that are not in a project, the latest change first."""
    await platform[Projects].get(caller.user.id, project_id)
    found = await platform[Projects].addable(caller.user.id, project_id, kind=kind, search=search, limit=limit)
    return ProjectThingList(things=list(found))


@projects.patch(
    "/api/projects/{id}",
    operation_id="changeProject",
    summary="Rename or archive a project",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_project(
    project_id: PathUuid,
    body: Annotated[ProjectChanges, Content(examples=[{"name": "New kitchen"}, {"archived": True}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Project:
    """Set what it is called, what it is about, whether it is archived."""
    return await platform[Projects].change(
        caller.user.id, project_id, name=body.name, about=body.about, archived=body.archived
    )


@projects.delete(
    "/api/projects/{id}", operation_id="deleteProject", summary="Delete a project", responses=documented(401, 404)
)
async def delete_project(project_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> Project:
    """Delete a project and return it as it was; all that is in it stays. For 30 days it can be restored."""
    return await platform[Projects].delete(caller.user.id, project_id)


@projects.post(
    "/api/projects/{id}/restore",
    operation_id="restoreProject",
    summary="Bring a deleted project back",
    responses=documented(401, 404, 409),
)
async def restore_project(project_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Project:
    """Bring a project back with what is in it, as far as that is still there."""
    return await platform[Projects].restore(caller.user.id, project_id)


@projects.post(
    "/api/projects/{id}/things/{kind}/{thing}/put",
    operation_id="putIntoProject",
    summary="Put a thing into a project",
    responses=documented(401, 404),
)
async def put_into_project(
    project_id: PathUuid, kind: PathKind, thing_id: PathThing, caller: Runner, platform: CurrentPlatform
) -> Project:
    """Put a thing into a project; nothing changes where it is in it. It may be in several."""
    return (await platform[Projects].put(caller.user.id, project_id, kind, thing_id)).project


@projects.post(
    "/api/projects/{id}/things/{kind}/{thing}/remove",
    operation_id="removeFromProject",
    summary="Take a thing out of a project",
    responses=documented(401, 404),
)
async def remove_from_project(
    project_id: PathUuid, kind: PathKind, thing_id: PathThing, caller: Runner, platform: CurrentPlatform
) -> Project:
    """Take a thing out of a project; the thing itself stays. Nothing changes where it is not in it."""
    return await platform[Projects].take_out(caller.user.id, project_id, kind, thing_id)
