"""A user's projects, and what is in them: things that lie in tables of features and plug-ins."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from asyncpg import UniqueViolationError

from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import Project, ProjectGroup, ProjectThing
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import NamedQuery, Queries, Row, as_uuid, bounded, containing
from bailiwick.kernel.database.text import clean_text, same_title
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason

MARKED, PLAIN = "áàâäãéèêëíìîïóòôöõúùûüñç", "aaaaaeeeeiiiiooooouuuunc"
"""Letters with marks, and what they are sought as."""
NOTHING = """
SELECT NULL::text AS kind, NULL::uuid AS id, NULL::text AS title, NULL::timestamptz AS changed_at,
       NULL::boolean AS done, NULL::boolean AS tainted
 WHERE false
"""
"""All things where there are no kinds."""
Kinds = Sequence[Groupable]


class ProjectStore:
    """A user's projects.

    Methods that are given `kinds` see things of these alone, and no thing that is not there any more.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.projects.store")

    async def list(
        self,
        user_id: str,
        kinds: Kinds,
        *,
        archived: bool | None = False,
        search: str | None = None,
        thing: tuple[str, str] | None = None,
        before: datetime | None = None,
        limit: int = 50,
    ) -> Sequence[Project]:
        """Return projects, the latest change first, each with whether a `thing`, a kind and an id, is in it.

        `archived` None for those that are archived and those that are not.
        """
        given = {
            "archived": archived,
            "search": containing(same_title(search or "")),
            "before": before,
            "limit": bounded(limit),
            **_asked(thing),
        }
        async with self._database.as_user(user_id) as connection:
            return [_project(row) for row in await self.seeing("list", kinds).all(connection, given)]

    async def get(self, user_id: str, kinds: Kinds, project_id: str) -> Project:
        """Raises `NotFound`."""
        given = {"id": as_uuid(project_id, "project"), **_asked(None)}
        async with self._database.as_user(user_id) as connection:
            row = await self.seeing("get", kinds).one(connection, given)
            if row is None:
                raise not_found("project")
            return _project(row)

    async def made_by(self, user_id: str, call_id: str) -> str | None:
        """Return the id of the project that a call created; None where it has created none."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "made_by", call_id=call_id)
            return None if row is None else str(row["id"])

    async def insert(
        self, user_id: str, name: str, about: str, *, call_id: str | None = None, tainted: bool = False
    ) -> str:
        """Create a project and return its id. Raises `Conflict` where another one is called so."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "insert",
                id=as_uuid(uuid7(), "project"),
                name=clean_text(name),
                name_key=same_title(clean_text(name)),
                about=clean_text(about),
                call_id=call_id,
                tainted=tainted,
            )
            if row is None:
                raise _taken(name)
            return str(row["id"])

    async def hold(self, user_id: str, project_id: str) -> Row:
        """Within the caller's transaction: hold a project, also a deleted one, and return its columns.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "hold", id=as_uuid(project_id, "project"))
            if row is None:
                raise not_found("project")
            return row

    async def change(self, user_id: str, held: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        """Set some columns of a project that the caller holds. Raises `Conflict` where another one is called so."""
        values = {**held, **changes}
        values["name"], values["about"] = clean_text(values["name"]), clean_text(values["about"])
        values["name_key"] = same_title(values["name"])
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.run(connection, "change", **values)
        except UniqueViolationError:
            raise _taken(values["name"]) from None

    async def thing(
        self, user_id: str, kinds: Kinds, project_id: str | None, kind: str, thing_id: str
    ) -> tuple[ProjectThing, bool, str | None]:
        """Return a thing, whether it is in a project, and by which call it was put there. Raises `NotFound`."""
        given = {
            "project_id": None if project_id is None else UUID(project_id),
            "kind": kind,
            "id": as_uuid(thing_id, "thing"),
        }
        async with self._database.as_user(user_id) as connection:
            row = await self.seeing("thing", kinds).one(connection, given)
            if row is None:
                raise not_found("thing")
            return _thing(row, kinds), row["held"], row["call_id"]

    async def put(self, user_id: str, project_id: str, kind: str, thing_id: str, call_id: str | None) -> None:
        """Within the caller's transaction: put a thing into a project that the caller holds."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection, "put", project_id=UUID(project_id), kind=kind, id=UUID(thing_id), call_id=call_id
            )

    async def take_out(self, user_id: str, project_id: str, kind: str, thing_id: str) -> bool:
        """Within the caller's transaction: take a thing out of a project; False where it was not in it."""
        async with self._database.as_user(user_id) as connection:
            return bool(
                await self._queries.run(
                    connection,
                    "take_out",
                    project_id=UUID(project_id),
                    kind=kind,
                    id=as_uuid(thing_id, "thing"),
                )
            )

    async def things(
        self,
        user_id: str,
        kinds: Kinds,
        project_id: str,
        *,
        kind: str | None = None,
        search: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Sequence[ProjectGroup]:
        """Return what is in a project, a group for each kind in their order; at most `limit` things of each."""
        given = {
            "project_id": as_uuid(project_id, "project"),
            "kind": kind,
            "limit": bounded(limit),
            "offset": offset,
            **_sought(search),
        }
        async with self._database.as_user(user_id) as connection:
            rows = await self.seeing("things", kinds).all(connection, given)
        found = {each.kind: [row for row in rows if row["kind"] == each.kind] for each in kinds}
        return [
            ProjectGroup(
                kind=each.kind,
                total=found[each.kind][0]["total"] if found[each.kind] else 0,
                things=[_thing(row, kinds) for row in found[each.kind]],
            )
            for each in kinds
            if kind is None or each.kind == kind
        ]

    async def addable(
        self,
        user_id: str,
        kinds: Kinds,
        project_id: str | None,
        *,
        kind: str | None = None,
        search: str | None = None,
        limit: int = 50,
    ) -> Sequence[ProjectThing]:
        """Return things that are not in a project, the latest change first; all things where none is given."""
        given = {
            "project_id": None if project_id is None else as_uuid(project_id, "project"),
            "kind": kind,
            "limit": bounded(limit),
            **_sought(search),
        }
        async with self._database.as_user(user_id) as connection:
            rows = await self.seeing("addable", kinds).all(connection, given)
            return [_thing(row, kinds) for row in rows]

    async def tidy(self, user_id: str, kinds: Kinds, days: int) -> None:
        """Forget projects that were deleted so many days ago, and what of things has not been there for as long."""
        async with self._database.as_user(user_id) as connection:
            await self.seeing("note_missing", kinds).run(connection, {"kinds": [each.kind for each in kinds]})
            await self._queries.run(connection, "forget_missing", days=days)
            await self._queries.run(connection, "forget_deleted", days=days)

    def seeing(self, name: str, kinds: Kinds) -> NamedQuery:
        """Return a query with what its `all_things`, or the `things_of_item` of a row of `project_items`, stand for."""
        return _seeing(self._queries[name], tuple((each.kind, each.rows) for each in kinds))


@cache
def _seeing(query: NamedQuery, kinds: Sequence[tuple[str, str]]) -> NamedQuery:
    columns = ", ".join(Groupable.COLUMNS)
    selects = [f"SELECT '{kind}'::text AS kind, {columns} FROM ({rows}) AS of_kind" for kind, rows in kinds]  # noqa: S608  (code's own)
    # Sought by id within each kind, so that an index of its table is used.
    of_item = [
        f"{select} WHERE of_kind.id = project_items.item_id AND project_items.kind = '{kind}'"
        for select, (kind, _) in zip(selects, kinds, strict=True)
    ]
    said = query.sql
    for name, arms in (("all_things", selects), ("things_of_item", of_item)):
        said = said.replace(name, "({})".format("\n UNION ALL\n".join(arms or [NOTHING]).replace("%", "%%")))
    return NamedQuery.of(query.name, query.sentence, said)


def _taken(name: str) -> Conflict:
    return Conflict(Reason.of(ProjectReason.PROJECT_NAME_TAKEN, name=name))


def _asked(thing: tuple[str, str] | None) -> dict[str, Any]:
    if thing is None:
        return {"kind": None, "item": None}
    return {"kind": thing[0], "item": as_uuid(thing[1], "thing")}


def _sought(search: str | None) -> dict[str, Any]:
    return {"search": containing(same_title(clean_text(search or ""))), "marked": MARKED, "plain": PLAIN}


def _project(row: Row) -> Project:
    return Project(
        id=str(row["id"]),
        name=row["name"],
        about=row["about"],
        counts=row["counts"],
        holds=row["holds"],
        archived_at=row["archived_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        tainted=row["tainted"],
    )


def _thing(row: Row, kinds: Kinds) -> ProjectThing:
    kind = next(each for each in kinds if each.kind == row["kind"])
    return ProjectThing(
        kind=kind.kind,
        id=str(row["id"]),
        title=row["title"],
        link=kind.address(str(row["id"])),
        done=row["done"],
        changed_at=row["changed_at"],
        tainted=row["tainted"],
    )
