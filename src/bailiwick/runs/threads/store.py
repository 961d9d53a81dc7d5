"""Threads and messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid, bounded, containing
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.search_words import sought
from bailiwick.kernel.snippets import snippet_of
from bailiwick.kernel.usage import Outcome
from bailiwick.runs.threads.records import (
    Before,
    BegunBy,
    Conversation,
    Exchange,
    FoundMessage,
    Message,
    MessageAuthor,
    ThreadSummary,
    read_summary,
    thread_key,
)
from bailiwick.runs.threads.words import MessageWords
from bailiwick_router.core.decisions import Mode

SEARCHED_TITLES = 2000
"""A search looks into the titles of so many threads, the latest, and of so many that are pinned; all are found by what
was said in them."""
FEW = 500
"""So many messages are looked up one by one; where more have the words of a search, threads are gone through."""
SNIPPET = 240
"""Characters of a message that are shown of it, about."""


class ConversationStore:
    """Threads of people and messages.

    Threads of residents are none of them: they are not listed, not found, not changed and not held here. Only what
    belongs to an execution of one is read: `messages` and `history`. Threads of tasks are read by id and held, but not
    listed, not found, not renamed and not deleted.
    """

    def __init__(self, database: Database, words: MessageWords | None = None) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.threads.store")
        self._words = words or MessageWords()

    async def open(self, user_id: str, agent_id: str, mode: Mode, *, title: str) -> Conversation:
        """Return the main thread of agent and mode, created if there is none.

        One that is new has the same time in `created_at` and `updated_at`.
        """
        key = thread_key(agent_id, mode)
        async with self._database.as_user(user_id) as connection:
            while True:
                row = await self._queries.one(connection, "main", thread_key=key)
                row = row or await self._insert(connection, uuid7(), agent_id, mode, key, title, BegunBy.PERSON)
                if row is not None:
                    return _conversation(row)

    async def create(
        self, user_id: str, agent_id: str, mode: Mode, *, title: str, begun_by: BegunBy = BegunBy.PERSON
    ) -> Conversation:
        """Create a further thread."""
        conversation_id = uuid7()
        key = f"{thread_key(agent_id, mode)}:{conversation_id}"
        async with self._database.as_user(user_id) as connection:
            row = await self._insert(connection, conversation_id, agent_id, mode, key, title, begun_by)
            if row is None:
                raise Conflict(Reason.of(ReasonCode.CONVERSATION_THERE))
            return _conversation(row)

    async def keep_named(
        self, user_id: str, key: str, agent_id: str, mode: Mode, *, title: str, task_id: str | None = None
    ) -> Conversation:
        """Return the thread of that key, created if there is none; it is with this agent in this mode from now on.

        With `task_id` it belongs to that task, and is none of the person's.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "keep_named",
                id=as_uuid(uuid7(), "conversation"),
                agent_id=agent_id,
                mode=mode,
                thread_key=key,
                title=title,
                task_id=None if task_id is None else as_uuid(task_id, "task"),
            )
            return _conversation(row)

    async def get(self, user_id: str, conversation_id: str) -> Conversation:
        """Return one thread of the person or of a task. Raises `NotFound`, also for a resident's thread, as all that
        changes one."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, conversation_id)

    async def list(
        self,
        user_id: str,
        *,
        agent_id: str | None = None,
        mode: Mode | None = None,
        begun_by: Sequence[BegunBy] = (),
        limit: int = 50,
        before: datetime | None = None,
    ) -> Sequence[Conversation]:
        """Pinned first, then latest first; `begun_by` empty for all.

        `before` pages by `updated_at`; pages after the first hold no pinned threads, since those came first.
        """
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "list",
                agent_id=agent_id,
                mode=mode,
                begun_by=[*begun_by] or None,
                before=before,
                limit=bounded(limit),
            )
            return [_conversation(row) for row in rows]

    async def latest(self, user_id: str, begun_by: BegunBy) -> Conversation | None:
        """Return the one that was spoken in last of those begun by it, if there is any."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "latest", begun_by=begun_by)
            return None if row is None else _conversation(row)

    async def update(
        self, user_id: str, conversation_id: str, *, title: str | None = None, pinned: bool | None = None
    ) -> Conversation:
        """Rename or pin. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection, "update", id=as_uuid(conversation_id, "conversation"), title=title, pinned=pinned
            )
            if row is None:
                raise not_found("conversation")
            return _conversation(row)

    async def delete(self, user_id: str, conversation_id: str) -> None:
        """Delete with its messages and executions.

        Raises `NotFound`, and `Conflict` while an execution is pending or running; one that waits for a
        person goes with its thread.
        """
        key = as_uuid(conversation_id, "conversation")
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "lock", id=key) is None:
                raise not_found("conversation")
            busy = await self._queries.one(connection, "busy", id=key)
            if busy is None or busy["busy"]:
                raise Conflict(Reason.of(ReasonCode.CONVERSATION_RUNS))
            await self._words.forget(connection, [key])
            await self._queries.run(connection, "delete", id=key)

    async def add_message(
        self,
        user_id: str,
        conversation_id: str,
        author: MessageAuthor,
        content: str,
        *,
        agent_id: str | None = None,
        execution_id: str | None = None,
        last_agent: str | None = None,
    ) -> Message:
        """Append; a message by an agent also sets the thread's `last_agent`, to its author unless another is named.

        Raises `NotFound`.
        """
        message_id, content = uuid7(), clean_text(content) if author is MessageAuthor.AGENT else content
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(conversation_id, "conversation")
            row = await self._queries.one(
                connection,
                "add_message",
                id=as_uuid(message_id, "message"),
                conversation_id=key,
                author=author,
                agent_id=agent_id,
                content=content,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
                last_agent=(last_agent or agent_id) if author is MessageAuthor.AGENT else None,
            )
            if row is None:
                raise not_found("conversation")
            return Message(
                id=message_id,
                conversation_id=conversation_id,
                author=author,
                agent_id=agent_id,
                execution_id=execution_id,
                content=content,
                created_at=row["created_at"],
                position=row["position"],
            )

    async def messages(
        self,
        user_id: str,
        conversation_id: str,
        *,
        execution_id: str | None = None,
        before: int | None = None,
        limit: int = 200,
    ) -> Sequence[Message]:
        """The latest `limit` below position `before`, oldest first, without those of superseded executions; of one
        execution, if given, superseded or not. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(conversation_id, "conversation")
            if not (await self._queries.row(connection, "exists", id=key))["found"]:
                raise not_found("conversation")
            rows = await self._queries.all(
                connection,
                "messages",
                id=key,
                before=before,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
                limit=bounded(limit),
            )
            return [_message(row) for row in reversed(rows)]

    async def later_messages(
        self, user_id: str, conversation_id: str, since: int, *, limit: int = 200
    ) -> Sequence[Message]:
        """The first `limit` from position `since` on, oldest first, without those of superseded executions."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(conversation_id, "conversation")
            rows = await self._queries.all(connection, "later_messages", id=key, since=since, limit=bounded(limit))
            return [_message(row) for row in rows]

    async def turn_position(self, user_id: str, conversation_id: str, turn_id: str) -> int | None:
        """Where a turn begins in its thread; None when it is not there, or was superseded."""
        async with self._database.as_user(user_id) as connection:
            key, turn = as_uuid(conversation_id, "conversation"), as_uuid(turn_id, "turn")
            row = await self._queries.row(connection, "turn_position", id=key, turn_id=turn)
            found: int | None = row["position"]
            return found

    async def history(
        self, user_id: str, conversation_id: str, *, before_execution: str, executions: int = MOST_ROWS
    ) -> Sequence[Exchange]:
        """Return what the thread's completed executions created before this one said, oldest first, without
        superseded ones; of the latest `executions` of them, 1,000 at most. A summary stands first for all until then,
        where there is one."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "history",
                conversation_id=as_uuid(conversation_id, "conversation"),
                before_execution=as_uuid(before_execution, "execution"),
                limit=bounded(executions),
            )
            return [_exchange(row) for row in reversed(rows)]

    async def keep_summary(self, user_id: str, execution_id: str, summary: ThreadSummary) -> None:
        """Keep a summary of a thread up to a completed execution, in place of an earlier one up to there."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection, "keep_summary", id=as_uuid(execution_id, "execution"), summary=as_json(summary.data())
            )

    async def empty_summary(self, user_id: str, conversation_id: str, model: str) -> int | None:
        """Return how many turns of a thread the latest summary was to stand for that the model was asked for and that
        came out empty; None where none did lately."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "empty_summary",
                conversation_id=as_uuid(conversation_id, "conversation"),
                model=model,
                code=ReasonCode.MODEL_UNREADABLE,
            )
            return None if row is None else int(row["turns"])

    async def hold(self, user_id: str, conversation_id: str) -> None:
        """Within the caller's transaction: keep everyone else from adding executions to the thread until it ends.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "hold", id=as_uuid(conversation_id, "conversation")) is None:
                raise not_found("conversation")

    async def supersede(self, user_id: str, conversation_id: str, execution_id: str) -> None:
        """Mark an execution and every later one of a thread that the caller holds as superseded, and set `last_agent`
        to who answered last before it. Raises `NotFound` for no such execution, `Conflict` when it is another
        thread's, superseded already, or one of them is not over."""
        thread, key = as_uuid(conversation_id, "conversation"), as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            found = await self._queries.one(connection, "replaceable", execution_id=key)
            if found is None:
                raise not_found("execution")
            if found["conversation_id"] != thread:
                raise Conflict(Reason.of(ReasonCode.EXECUTION_ELSEWHERE))
            if found["superseded"]:
                raise Conflict(Reason.of(ReasonCode.EXECUTION_REPLACED))
            if found["unfinished"]:
                raise Conflict(Reason.of(ReasonCode.EXECUTION_NOT_OVER))
            await self._queries.run(connection, "supersede", id=thread, execution_id=key)
            await self._queries.run(connection, "recall", id=thread)

    async def search(
        self,
        user_id: str,
        text: str,
        *,
        agent_id: str | None = None,
        mode: Mode | None = None,
        begun_by: Sequence[BegunBy] = (),
        limit: int = 50,
        before: datetime | None = None,
        pinned_first: bool = True,
    ) -> Sequence[tuple[Conversation, FoundMessage | None]]:
        """Return the threads of which a message has every word of `text`, in any of its forms, with the latest such
        message, and those of which the title contains `text`; as `list` does otherwise.

        The last word may be the beginning of one. A "phrase" must occur as it stands, a -word must not. Of titles
        those of the latest 2,000 threads are looked at.
        """
        search = sought(text)
        async with self._database.as_user(user_id) as connection:
            positions = await self._words.having(connection, search)
            rows = await self._queries.all(
                connection,
                "found_by_few" if len(positions) <= FEW else "found_by_many",
                positions=positions,
                pattern=containing(text),
                titles=SEARCHED_TITLES,
                agent_id=agent_id,
                mode=mode,
                begun_by=[*begun_by] or None,
                before=before,
                pinned_first=pinned_first,
                limit=bounded(limit),
            )
            return [_found(row, search.words) for row in rows]

    async def index_messages(self, user_id: str) -> bool:
        """Write down where the words of the next 2,048 messages stand; return whether there were so many that were
        written two minutes ago or earlier. Those after them are searched one by one."""
        async with self._database.as_user(user_id) as connection:
            return await self._words.index(connection)

    async def as_it_is(self, user_id: str, conversation_id: str) -> tuple[Conversation, datetime | None]:
        """Return one thread of the person or of a task, and since when nothing has been said in it; None where nothing
        ever was. Raises `NotFound`, also for a resident's thread."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "as_it_is", id=as_uuid(conversation_id, "conversation"))
            if row is None:
                raise not_found("conversation")
            quiet_since = row.pop("quiet_since")
            return _conversation(row), quiet_since

    async def as_it_was_before(self, user_id: str, execution_id: str) -> Before:
        """The thread of an execution, and what there was of it before. Raises `NotFound`, also for a resident's
        thread.
        """
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(execution_id, "execution")
            row = await self._queries.one(connection, "as_it_was_before", execution_id=key)
            if row is None:
                raise not_found("conversation")
            mode, has_history = row.pop("previous_mode"), row.pop("has_history")
            quiet_since, said = row.pop("quiet_since"), row.pop("said_before")
            mode = None if mode is None else Mode(mode)
            return Before(_conversation(row), mode, has_history, quiet_since, tuple(said))

    async def _get(self, connection: Connection, conversation_id: str) -> Conversation:
        row = await self._queries.one(connection, "get", id=as_uuid(conversation_id, "conversation"))
        if row is None:
            raise not_found("conversation")
        return _conversation(row)

    async def _insert(
        self,
        connection: Connection,
        conversation_id: str,
        agent_id: str,
        mode: Mode,
        key: str,
        title: str,
        begun_by: BegunBy,
    ) -> dict[str, Any] | None:
        return await self._queries.one(
            connection,
            "insert",
            id=as_uuid(conversation_id, "conversation"),
            agent_id=agent_id,
            mode=mode,
            thread_key=key,
            title=title,
            begun_by=begun_by,
        )


def _conversation(row: dict[str, Any]) -> Conversation:
    fields: dict[str, Any] = {
        **row,
        "id": str(row["id"]),
        "mode": Mode(row["mode"]),
        "begun_by": BegunBy(row["begun_by"]),
    }
    return Conversation(**fields)


def _exchange(row: dict[str, Any]) -> Exchange:
    summary = read_summary(row["summary"])
    return Exchange(
        agent_id=row["agent_id"] if summary is None else None,
        answered=row["outcome"] != Outcome.UNANSWERED or summary is not None,
        ended=row["ended"],
        messages=row["model_messages"],
        execution_id=str(row["id"]),
        summary=summary,
    )


def _message(row: dict[str, Any]) -> Message:
    return Message(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        author=MessageAuthor(row["author"]),
        agent_id=row["agent_id"],
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
        content=row["content"],
        created_at=row["created_at"],
        position=row["position"],
    )


def _found(row: dict[str, Any], words: Sequence[str]) -> tuple[Conversation, FoundMessage | None]:
    turn, content = row.pop("turn_id"), row.pop("content")
    conversation = _conversation(row)
    if content is None:
        return conversation, None
    snippet, marks = snippet_of(content, words, SNIPPET)
    return conversation, FoundMessage(conversation_id=conversation.id, turn_id=str(turn), snippet=snippet, marks=marks)
