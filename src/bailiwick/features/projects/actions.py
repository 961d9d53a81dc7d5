"""What people do with projects: created, renamed, archived, deleted, restored; things put into them and taken out."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from bailiwick.features.projects.events import ProjectChanged
from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import Project, ProjectGroup, ProjectKind, ProjectThing, Put
from bailiwick.features.projects.rules import is_id, meant, thing_meant
from bailiwick.features.projects.store import ProjectStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput, NotFound, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.reasons import Reason

KEPT_DAYS = 30
"""So long a deleted project can come back, and what is in one while it is not there."""


class Projects:
    """Projects as people handle them."""

    def __init__(self, database: Database, stores: Stores, kinds: Sequence[Groupable]) -> None:
        self._database = database
        self._stores = stores
        self._store = stores[ProjectStore]
        self._kinds = kinds

    @property
    def groupable(self) -> Sequence[Groupable]:
        """What can be put into projects."""
        return self._kinds

    @property
    def kinds(self) -> Sequence[ProjectKind]:
        """What can be put into projects, as people see it."""
        return [ProjectKind(kind=each.kind, icon=each.icon, words=each.words) for each in self._kinds]

    def known_kind(self, kind: str | None) -> str | None:
        """Return the kind, None for None. Raises `InvalidInput` for one that there is not."""
        kinds = [each.kind for each in self._kinds]
        if kind is not None and kind not in kinds:
            reason = Reason.of(ProjectReason.KIND_UNKNOWN, kind=kind, kinds=", ".join(kinds))
            raise InvalidInput(reason, field="kind")
        return kind

    async def list(
        self,
        user_id: str,
        *,
        archived: bool | None = False,
        search: str | None = None,
        thing: tuple[str, str] | None = None,
        before: datetime | None = None,
        limit: int = 50,
    ) -> Sequence[Project]:
        """Return projects as `ProjectStore.list` does. Raises `InvalidInput` for a `thing` of an unknown kind."""
        if thing is not None:
            self.known_kind(thing[0])
        return await self._store.list(
            user_id, self._kinds, archived=archived, search=search, thing=thing, before=before, limit=limit
        )

    async def get(self, user_id: str, project_id: str) -> Project:
        """Raises `NotFound`."""
        return await self._store.get(user_id, self._kinds, project_id)

    async def groups(
        self,
        user_id: str,
        project_id: str,
        *,
        kind: str | None = None,
        search: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Sequence[ProjectGroup]:
        """Return what is in a project, by kind. Raises `InvalidInput` for a kind that there is not."""
        return await self._store.things(
            user_id, self._kinds, project_id, kind=self.known_kind(kind), search=search, limit=limit, offset=offset
        )

    async def addable(
        self,
        user_id: str,
        project_id: str | None,
        *,
        kind: str | None = None,
        search: str | None = None,
        limit: int = 50,
    ) -> Sequence[ProjectThing]:
        """Return things that are not in a project, the latest change first. Raises `InvalidInput` as `groups`."""
        return await self._store.addable(
            user_id, self._kinds, project_id, kind=self.known_kind(kind), search=search, limit=limit
        )

    async def called(self, user_id: str, which: str | None, *, archived: bool | None = None) -> Project:
        """Return the project that an id or words mean; the only one without any.

        Raises `CallFailed` when there is none, or when several may be meant.
        """
        return meant(await self.list(user_id, archived=archived, limit=MOST_ROWS), which)

    async def thing_called(
        self, user_id: str, which: str, *, kind: str | None = None, project_id: str | None = None
    ) -> ProjectThing | None:
        """Return the thing that an id or words of its title mean, of those in a project where one is given.

        None where none is called so. Raises `CallFailed` when several may be meant, and `InvalidInput` as `groups`.
        """
        if kind is not None and is_id(which):
            with suppress(NotFound):
                thing, held, _ = await self._store.thing(user_id, self._kinds, project_id, kind, which)
                return thing if held or project_id is None else None
        if project_id is None:
            return thing_meant(await self.addable(user_id, None, kind=kind, limit=MOST_ROWS), which)
        groups = await self.groups(user_id, project_id, kind=kind, limit=MOST_ROWS)
        return thing_meant([thing for group in groups for thing in group.things], which)

    async def create(
        self, user_id: str, name: str, about: str = "", *, call_id: str | None = None, tainted: bool = False
    ) -> Project:
        """Create a project. Idempotent per `call_id`. Raises `Conflict` when another one is called so."""
        async with self._database.as_user(user_id):
            made = None if call_id is None else await self._store.made_by(user_id, call_id)
            if made is not None:
                return await self.get(user_id, made)
            created = await self._store.insert(user_id, name, about, call_id=call_id, tainted=tainted)
            return await self._told(user_id, created)

    async def change(
        self,
        user_id: str,
        project_id: str,
        *,
        name: str | None = None,
        about: str | None = None,
        archived: bool | None = None,
        tainted: bool = False,
    ) -> Project:
        """Set what is given; None stays as it is. Raises `NotFound`, and `Conflict` as `create`."""
        changes: dict[str, Any] = {}
        if name is not None:
            changes["name"], changes["tainted"] = name, tainted
        if about is not None:
            changes["about"] = about
        async with self._database.as_user(user_id):
            held = await self._held(user_id, project_id)
            if archived is not None and archived is not bool(held["archived_at"]):
                changes["archived_at"] = await self._database.now(user_id) if archived else None
            if not changes:
                return await self.get(user_id, project_id)
            await self._store.change(user_id, held, changes)
            return await self._told(user_id, project_id)

    async def delete(self, user_id: str, project_id: str) -> Project:
        """Delete a project and return it as it was; what is in it stays, and for 30 days the project can come back.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id):
            held = await self._held(user_id, project_id)
            before = await self.get(user_id, project_id)
            await self._store.change(user_id, held, {"deleted_at": await self._database.now(user_id)})
            await self._tell(user_id, before)
            return before

    async def restore(self, user_id: str, project_id: str) -> Project:
        """Bring a deleted project back. Raises `NotFound`, and `Conflict` when another one is called so by now."""
        async with self._database.as_user(user_id):
            held = await self._store.hold(user_id, project_id)
            if held["deleted_at"] is None:
                return await self.get(user_id, project_id)
            await self._store.change(user_id, held, {"deleted_at": None})
            return await self._told(user_id, project_id)

    async def put(self, user_id: str, project_id: str, kind: str, thing_id: str, *, call_id: str | None = None) -> Put:
        """Put a thing into a project. Idempotent. Raises `NotFound` for a project or a thing that there is not."""
        async with self._database.as_user(user_id):
            held = await self._held(user_id, project_id)
            thing, already, by = await self._store.thing(user_id, self._kinds, project_id, kind, thing_id)
            if already:
                same_call = call_id is not None and by == call_id
                return Put(project=await self.get(user_id, project_id), thing=thing, already=not same_call)
            await self._store.put(user_id, project_id, kind, thing_id, call_id)
            await self._store.change(user_id, held, {})
            return Put(project=await self._told(user_id, project_id), thing=thing, already=False)

    async def take_out(self, user_id: str, project_id: str, kind: str, thing_id: str) -> Project:
        """Take a thing out of a project; it stays where it is. Idempotent. Raises `NotFound` for the project."""
        async with self._database.as_user(user_id):
            held = await self._held(user_id, project_id)
            if not await self._store.take_out(user_id, project_id, kind, thing_id):
                return await self.get(user_id, project_id)
            await self._store.change(user_id, held, {})
            return await self._told(user_id, project_id)

    async def tidy(self, user_id: str) -> None:
        """Forget projects that were deleted long ago, and what of things in them is long gone."""
        await self._store.tidy(user_id, self._kinds, KEPT_DAYS)

    async def _held(self, user_id: str, project_id: str) -> Mapping[str, Any]:
        held = await self._store.hold(user_id, project_id)
        if held["deleted_at"] is not None:
            raise not_found("project")
        return held

    async def _told(self, user_id: str, project_id: str) -> Project:
        project = await self.get(user_id, project_id)
        await self._tell(user_id, project)
        return project

    async def _tell(self, user_id: str, project: Project) -> None:
        fact = ProjectChanged(project_id=project.id, name=project.name)
        await self._stores[EventStore].append(user_id, [fact])
