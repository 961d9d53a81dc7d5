"""Tools for projects."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.projects.actions import Projects
from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import LONGEST_ABOUT, LONGEST_NAME, Project, ProjectThing
from bailiwick.features.projects.requests import (
    CONVERSATION,
    ChangeProjectReader,
    CreateProjectReader,
    DeleteProjectReader,
    ProjectListReader,
    PutReader,
    RestoreProjectReader,
    ShowProjectReader,
    TakeOutReader,
)
from bailiwick.features.projects.rules import failed, is_id
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool

MOST_LISTED = 50
"""Projects that are listed."""
MOST_TITLES = 50
"""Titles of one kind that are told."""
LONGEST_TITLE = 300
NOT_THERE = (ProjectReason.NO_SUCH_PROJECT, ProjectReason.NO_PROJECTS)
"""Why no project is found that could be created."""
Which = Annotated[
    str | None,
    Field(max_length=LONGEST_NAME, description="Its name, words of it, or its id; left out for the only one."),
]
Title = Annotated[
    str | None,
    Field(
        max_length=LONGEST_TITLE,
        description="The title of the thing, words of it, or its id; left out for this conversation.",
    ),
]
Kind = Annotated[
    str | None,
    Field(max_length=40, description="Its kind, if it is known: conversation, task, document, note."),
]


def project_tools(platform: Platform) -> list[Tool]:
    """Return the tools that create, list, show, fill, change and delete projects.

    The part of the platform is asked for when a call needs it.
    """

    def projects() -> Projects:
        return platform[Projects]

    def kinds() -> Sequence[Groupable]:
        return projects().groupable

    async def named(context: ToolContext, which: str | None, *, archived: bool | None = None) -> Project:
        return await projects().called(context.user_id, which, archived=archived)

    async def thing(
        context: ToolContext,
        title: str | None,
        kind: str | None,
        *,
        within: Project | None = None,
        into: Project | None = None,
    ) -> ProjectThing:
        """Return the thing that is meant, of those `within` a project where one is given, or to go `into` one.

        Raises `CallFailed`.
        """
        known = kind if kind in {each.kind for each in kinds()} else None
        if title is None and known == CONVERSATION:
            title = context.conversation_id
        if title is None:
            raise failed(ProjectReason.PUT_WHAT)
        of = None if within is None else within.id
        found = await projects().thing_called(context.user_id, title, kind=known, project_id=of)
        if found is not None:
            return found
        if within is None:
            outside = into is not None and into.tainted  # the failure shows that there is such a project
            raise failed(ProjectReason.NO_SUCH_THING, title=title, outside=outside)
        elsewhere = await projects().thing_called(context.user_id, title, kind=known) if is_id(title) else None
        raise failed(
            ProjectReason.NOT_IN_PROJECT,
            title=title if elsewhere is None else elsewhere.title,
            name=within.name,
            outside=within.tainted or (elsewhere is not None and elsewhere.tainted),
        )

    def told(context: ToolContext, project: Project) -> dict[str, Any]:
        counts = [f"{number} {name(context, kind, number)}" for kind, number in project.counts.items()]
        return {
            "id": project.id,
            "project": project.name,
            "about": project.about,
            "archived": project.archived_at is not None,
            "counts": ", ".join(counts),
        }

    def name(context: ToolContext, kind: str, number: int) -> str:
        of_kind = next(each for each in kinds() if each.kind == kind)
        return of_kind.words[context.language][0 if number == 1 else 1]

    @skill_tool(idempotent=True, recogniser=CreateProjectReader())
    async def createProject(
        context: ToolContext,
        name: Annotated[
            str | None, Field(max_length=LONGEST_NAME, description="What it is to be called: Kitchen.")
        ] = None,
        about: Annotated[str, Field(max_length=LONGEST_ABOUT, description="What it is about, a line.")] = "",
    ) -> dict[str, Any]:
        """Create a project: a name under which the person keeps conversations, tasks, documents and notes together.

        Without `name` the call fails, and the person is to be asked. Fails where a project is called so already.
        """
        clean = " ".join((name or "").split())
        if not clean:
            raise failed(ProjectReason.PROJECT_NAME)
        try:
            made = await projects().create(
                context.user_id,
                clean,
                " ".join(about.split()),
                call_id=context.call_id or None,
                tainted=context.tainted,
            )
        except Conflict as error:
            raise CallFailed(ErrorClass.VALIDATION, error.said) from error
        return told(context, made)

    @skill_tool(read_only=True, recogniser=ProjectListReader())
    async def listProjects(context: ToolContext) -> dict[str, Any]:
        """List the person's projects that are not archived, the latest change first, with how much is in each."""
        found = await projects().list(context.user_id, limit=MOST_LISTED)
        _read(context, found)
        return {"projects": [told(context, each) for each in found]}

    @skill_tool(read_only=True, recogniser=ShowProjectReader())
    async def showProject(context: ToolContext, project: Which = None) -> dict[str, Any]:
        """Say what is in a project: the titles of its conversations, tasks, documents and notes."""
        found = await named(context, project)
        groups = await projects().groups(context.user_id, found.id, limit=MOST_TITLES)
        _read(context, [found], (thing for group in groups for thing in group.things))
        return {
            **told(context, found),
            "groups": [
                {
                    "kind": group.kind,
                    "name": name(context, group.kind, group.total),
                    "total": group.total,
                    "titles": [thing.title for thing in group.things],
                }
                for group in groups
                if group.total
            ],
        }

    @skill_tool(
        idempotent=True, undo="/api/projects/{projectId}/things/{kind}/{id}/remove", recogniser=PutReader(kinds)
    )
    async def putIntoProject(
        context: ToolContext,
        project: Which = None,
        title: Title = None,
        kind: Kind = None,
        create: Annotated[bool, Field(description="Create the project if there is none of that name.")] = False,
    ) -> dict[str, Any]:
        """Put a conversation, a task, a document or a note into a project; it may be in several.

        For this conversation give the kind `conversation` and no title. Nothing else about the thing changes. Set
        `create` only where the person agreed that a new project is created.
        """
        into: Project | None = None
        try:
            into = await named(context, project)
        except CallFailed as error:
            if project is None or error.why is None or error.why.code not in NOT_THERE:
                raise
            if not create:
                raise failed(ProjectReason.PROJECT_TO_BEGIN, name=project) from error
        found = await thing(context, title, kind, into=into)
        created = into is None
        if into is None:
            into = await projects().create(
                context.user_id, project or "", call_id=context.call_id or None, tainted=context.tainted
            )
        put = await projects().put(context.user_id, into.id, found.kind, found.id, call_id=context.call_id or None)
        _read(context, [put.project], [found])
        return {
            **_of(context, put.project, found, name(context, found.kind, 1)),
            **({} if put.already else {"projectId": into.id}),
            "already": put.already,
            "created": created,
        }

    @skill_tool(
        idempotent=True, undo="/api/projects/{projectId}/things/{kind}/{id}/put", recogniser=TakeOutReader(kinds)
    )
    async def removeFromProject(
        context: ToolContext, project: Which = None, title: Title = None, kind: Kind = None
    ) -> dict[str, Any]:
        """Take a conversation, a task, a document or a note out of a project; the thing itself stays."""
        out_of = await named(context, project)
        found = await thing(context, title, kind, within=out_of)
        after = await projects().take_out(context.user_id, out_of.id, found.kind, found.id)
        _read(context, [after], [found])
        return {**_of(context, after, found, name(context, found.kind, 1)), "projectId": out_of.id}

    @skill_tool(recogniser=ChangeProjectReader())
    async def changeProject(
        context: ToolContext,
        project: Which = None,
        name: Annotated[str | None, Field(max_length=LONGEST_NAME, description="Its new name.")] = None,
        archived: Annotated[
            bool | None, Field(description="Whether it is to be archived, out of the way with what is in it.")
        ] = None,
    ) -> dict[str, Any]:
        """Rename a project, archive it, or bring it back from the archive."""
        before = await named(context, project, archived=None if archived is None else not archived)
        clean = " ".join((name or "").split()) or None
        try:
            after = await projects().change(
                context.user_id, before.id, name=clean, archived=archived, tainted=context.tainted
            )
        except Conflict as error:
            raise CallFailed(ErrorClass.VALIDATION, error.said) from error
        _read(context, [before, after])
        renamed = after.name != before.name
        return {
            **told(context, after),
            "before": before.name if renamed else None,
            "changed": renamed or after.archived_at != before.archived_at,
        }

    async def doomed(context: ToolContext, project: str | None = None) -> list[FoundThing]:
        """Return the project that a call would delete."""
        found = await named(context, project)
        return [FoundThing.of("project", found.id, found.name, found.about)]

    @skill_tool(destructive=True, finds=doomed, undo="/api/projects/{id}/restore", recogniser=DeleteProjectReader())
    async def deleteProject(context: ToolContext, project: Which = None) -> dict[str, Any]:
        """Delete a project; all that is in it stays. Only the one that the person means.

        restoreProject brings it back.
        """
        found = await named(context, project)
        before = await projects().delete(context.user_id, found.id)
        _read(context, [before])
        return told(context, before)

    @skill_tool(idempotent=True, recogniser=RestoreProjectReader())
    async def restoreProject(
        context: ToolContext,
        project: Annotated[str, Field(max_length=40, description="Its id, as deleteProject returned it.")],
    ) -> dict[str, Any]:
        """Bring back a project that deleteProject deleted in the last 30 days, with what was in it."""
        try:
            back = await projects().restore(context.user_id, project)
        except (Conflict, NotFound) as error:
            raise CallFailed(ErrorClass.VALIDATION, error.said) from error
        _read(context, [back])
        return told(context, back)

    return [
        createProject,
        listProjects,
        showProject,
        putIntoProject,
        removeFromProject,
        changeProject,
        deleteProject,
        restoreProject,
    ]


def _of(context: ToolContext, project: Project, thing: ProjectThing, one: str) -> dict[str, Any]:
    return {
        "projectOf": project.id,
        "project": project.name,
        "kind": thing.kind,
        "one": one,
        "id": thing.id,
        "title": thing.title,
        "here": thing.kind == CONVERSATION and thing.id == context.conversation_id,
    }


def _read(context: ToolContext, projects: Iterable[Project], things: Iterable[ProjectThing] = ()) -> None:
    """Note for the call that strangers had a hand in a name or a title that it returns, where they had."""
    if any(each.tainted for each in (*projects, *things)):
        context.reading.note_outside()
