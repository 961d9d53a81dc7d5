"""The rules of routing as they were at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from bailiwick.agents.releases.drafts import ReleaseDraft
from bailiwick.agents.releases.records import CanaryMetrics, Release, ReleaseStatus
from bailiwick.agents.releases.rows import read_release
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.core.replays import ReplayReport

LESSONS_IN_A_BLOCK = 100
"""Corrections that are kept together; all blocks but the last stay as they are when one is added."""
MOST_COMPARED = 1000


class ReleaseStore:
    """Releases; what one holds is never changed, and its number is never given again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.releases.store")
        self._rosters = Queries("bailiwick.agents.store")

    async def hold(self, user_id: str) -> int:
        """Within the caller's transaction: keep everyone else from changing agents and releases until it ends; return
        the roster's revision, which this raises.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._rosters.row(connection, "raise_revision")
            self._database.note_change(user_id)
            return row["revision"]

    async def add(self, user_id: str, draft: ReleaseDraft) -> Release:
        """Write a release under the next number; what it holds is kept once, whatever other releases hold it too."""
        agents = [as_json(dict(fields)) for fields in draft.content.agents]
        pairs = [list(pair) for pair in draft.content.corrections]
        lessons = [as_json(pairs[at : at + LESSONS_IN_A_BLOCK]) for at in range(0, len(pairs), LESSONS_IN_A_BLOCK)]
        async with self._database.as_user(user_id) as connection:
            agent_digests = await self._keep(connection, "agents", "fields", agents)
            lesson_digests = await self._keep(connection, "lessons", "pairs", lessons)
            row = await self._queries.row(
                connection,
                "add",
                id=as_uuid(uuid7(), "release"),
                digest=draft.digest,
                status=draft.status,
                author=draft.author,
                reason=text_column(draft.reason),
                why=why_column(draft.reason),
                parent=draft.parent,
                agents=agent_digests,
                lessons=lesson_digests,
                rules=as_json(dict(draft.content.rules)),
                changes=as_json([asdict(each) for each in draft.changes]),
                change_count=draft.change_count,
                edits=as_json([asdict(each) for each in draft.edits]),
                working=draft.working,
                override=draft.override,
            )
        return read_release(row)

    async def _keep(self, connection: Connection, what: str, column: str, texts: Sequence[str]) -> list[str]:
        """Keep pieces of JSON under their digests, those that are new, and return the digests in order."""
        digests = [_digest(text) for text in texts]
        by_digest = dict(zip(digests, texts, strict=True))
        for row in await self._queries.all(connection, KNOWN[what], digests=list(by_digest)):
            del by_digest[row["digest"]]
        if by_digest:
            new: dict[str, Any] = {"digests": list(by_digest), column: list(by_digest.values())}
            await self._queries.run(connection, KEEP[what], **new)
        return digests

    async def get(self, user_id: str, number: int) -> Release:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return read_release(await self._row(connection, number))

    async def _row(self, connection: Connection, number: int) -> Mapping[str, Any]:
        row = await self._queries.one(connection, "get", number=_number(number))
        if row is None:
            raise not_found("release")
        return row

    async def published(self, user_id: str) -> Release | None:
        """Return the release that decides, if there is one."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "published")
            return None if row is None else read_release(row)

    async def waiting(self, user_id: str, *, working: bool | None = None) -> Sequence[Release]:
        """Return the candidates, latest first, at most 100: all, or only those of the working copy, or of edits."""
        async with self._database.as_user(user_id) as connection:
            return [read_release(row) for row in await self._queries.all(connection, "waiting", working=working)]

    async def list(
        self, user_id: str, *, status: ReleaseStatus | None = None, before: int | None = None, limit: int = 50
    ) -> Sequence[Release]:
        """Latest first; `before` pages by number."""
        before = None if before is None else min(before, LARGEST_NUMBER)
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", status=status, before=before, limit=bounded(limit))
            return [read_release(row) for row in rows]

    async def of_digest(self, user_id: str, digest: str) -> Release | None:
        """Return the latest release that decisions name so, if there is one."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "of_digest", digest=digest)
            return None if row is None else read_release(row)

    async def content(self, user_id: str, number: int) -> ReleaseContent:
        """Return what a release holds. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._row(connection, number)
            agents = await self._queries.all(connection, "agents_of", number=number)
            lessons = await self._queries.all(connection, "lessons_of", number=number)
        return ReleaseContent(
            agents=tuple(each["fields"] for each in agents),
            corrections=tuple((message, agent) for each in lessons for message, agent in each["pairs"]),
            rules=row["rules"],
        )

    async def is_working(self, user_id: str, number: int) -> bool:
        """Whether the release was made of the working copy rather than from edits. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return (await self._row(connection, number))["working"]

    async def set_status(
        self,
        user_id: str,
        number: int,
        status: ReleaseStatus,
        *,
        reason: str | None = None,
        override: str | None = None,
    ) -> Release:
        """Change what became of a release, with the time where it is published or retired. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "set_status",
                number=_number(number),
                status=status,
                reason=None if reason is None else clean_text(reason),
                override=None if override is None else clean_text(override),
            )
        if row is None:
            raise not_found("release")
        return read_release(row)

    async def keep_replay(self, user_id: str, number: int, report: ReplayReport) -> None:
        """Keep what a release does to past messages, in place of an earlier report. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            replay = as_json(asdict(report))
            if not await self._queries.run(connection, "keep_replay", number=_number(number), replay=replay):
                raise not_found("release")

    async def set_canary(self, user_id: str, number: int, share: int | None, *, ended: Reason | None = None) -> Release:
        """Give a candidate a share of the messages, or take it back. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "set_canary",
                number=_number(number),
                share=share,
                why=why_column(ended),
                ended=None if ended is None else text_column(ended),
            )
        if row is None:
            raise not_found("release")
        return read_release(row)

    async def canary_figures(self, user_id: str, number: int) -> CanaryMetrics:
        """Return how the decisions of a canary turned out beside those of the published release."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "canary_figures", number=_number(number), most=MOST_COMPARED)
        found = {row["canary"]: (row["decided"], row["wrong"]) for row in rows}
        (decided, wrong), (others, others_wrong) = found.get(True, (0, 0)), found.get(False, (0, 0))
        return CanaryMetrics(decided=decided, wrong=wrong, others=others, others_wrong=others_wrong)


KNOWN = {"agents": "known_agents", "lessons": "known_lessons"}
KEEP = {"agents": "keep_agents", "lessons": "keep_lessons"}
LARGEST_NUMBER = 2**31 - 1


def _number(number: int) -> int:
    """Return a number that the column can hold; none above or below is given to a release."""
    return min(max(number, 0), LARGEST_NUMBER)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
