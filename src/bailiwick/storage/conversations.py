"""Port `ConversationStore`: threads and messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bailiwick.core.conversations import (
    Author,
    BegunBy,
    Conversation,
    FoundConversation,
    FoundMessage,
    Message,
    thread_key,
)
from bailiwick.core.decisions import Mode
from bailiwick.core.errors import Conflict, NotFound
from bailiwick.core.ids import uuid7
from bailiwick.core.snippets import places_of
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import MOST_ROWS, Connection, Queries, as_uuid, bounded, containing
from bailiwick.storage.text import clean_text

SEARCHED_THREADS = 300
"""A search looks into the messages of so many threads, the latest."""


class PostgresConversations:
    """Port `ConversationStore` on PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._queries = Queries("conversations")

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
                raise Conflict("There is such a conversation already.")
            return _conversation(row)

    async def keep_named(
        self, user_id: str, key: str, agent_id: str, mode: Mode, *, title: str, task_id: str | None = None
    ) -> Conversation:
        """Return the thread of that key, created if there is none; it is with this agent in this mode from now on.

        With `task_id` it belongs to that task, and is none of the person's.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection, "keep_named", id=as_uuid(uuid7(), "conversation"), agent_id=agent_id, mode=mode,
                thread_key=key, title=title, task_id=None if task_id is None else as_uuid(task_id, "task"),
            )  # fmt: skip
            return _conversation(row)

    async def get(self, user_id: str, conversation_id: str) -> Conversation:
        """Return one thread of the person or of a task. Raises `NotFound`, also for a resident's thread, as all that
        changes one."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, conversation_id)

    async def list(
        self, user_id: str, *, agent_id: str | None = None, mode: Mode | None = None, search: str | None = None,
        begun_by: Sequence[BegunBy] = (), limit: int = 50, before: datetime | None = None,
    ) -> Sequence[Conversation]:  # fmt: skip
        """Pinned first, then latest first; `begun_by` empty for all. `search` looks into titles and messages.

        `before` pages by `updated_at`; pages after the first hold no pinned threads, since those came first.
        """
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "list", agent_id=agent_id, mode=mode, search=containing(search),
                begun_by=[*begun_by] or None, before=before, limit=bounded(limit),
            )  # fmt: skip
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
                raise NotFound("There is no such conversation.")
            return _conversation(row)

    async def delete(self, user_id: str, conversation_id: str) -> None:
        """Delete with its messages and executions.

        Raises `NotFound`, and `Conflict` while an execution is pending or running; one that waits for a
        person goes with its thread.
        """
        key = as_uuid(conversation_id, "conversation")
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "lock", id=key) is None:
                raise NotFound("There is no such conversation.")
            busy = await self._queries.one(connection, "busy", id=key)
            if busy is None or busy["busy"]:
                raise Conflict("An execution of this conversation is still running; cancel it first.")
            await self._queries.run(connection, "delete", id=key)

    async def add_message(
        self, user_id: str, conversation_id: str, author: Author, content: str, *,
        agent_id: str | None = None, execution_id: str | None = None, last_agent: str | None = None,
    ) -> Message:  # fmt: skip
        """Append; a message by an agent also sets the thread's `last_agent`, to its author unless another is named.

        Raises `NotFound`.
        """
        message_id, content = uuid7(), clean_text(content) if author is Author.AGENT else content
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(conversation_id, "conversation")
            row = await self._queries.one(
                connection, "add_message", id=as_uuid(message_id, "message"), conversation_id=key, author=author,
                agent_id=agent_id, content=content,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
                last_agent=(last_agent or agent_id) if author is Author.AGENT else None,
            )  # fmt: skip
            if row is None:
                raise NotFound("There is no such conversation.")
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
        self, user_id: str, conversation_id: str, *, execution_id: str | None = None, before: int | None = None,
        limit: int = 200,
    ) -> Sequence[Message]:  # fmt: skip
        """The latest `limit` below position `before`, oldest first, without those of superseded executions; of one
        execution, if given, superseded or not. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(conversation_id, "conversation")
            if not (await self._queries.row(connection, "exists", id=key))["found"]:
                raise NotFound("There is no such conversation.")
            rows = await self._queries.all(
                connection, "messages", id=key, before=before,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"), limit=bounded(limit),
            )  # fmt: skip
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
        """Where a turn begins in its thread; nothing when it is not there, or was superseded."""
        async with self._database.as_user(user_id) as connection:
            key, turn = as_uuid(conversation_id, "conversation"), as_uuid(turn_id, "turn")
            row = await self._queries.row(connection, "turn_position", id=key, turn_id=turn)
            found: int | None = row["position"]
            return found

    async def history(
        self, user_id: str, conversation_id: str, *, before_execution: str, executions: int = MOST_ROWS
    ) -> Sequence[Any]:
        """Return the model messages (JSON) of the thread's completed executions created before this one, oldest
        first, flattened, without superseded ones; of the latest `executions` of them, 1,000 at most."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "history", conversation_id=as_uuid(conversation_id, "conversation"),
                before_execution=as_uuid(before_execution, "execution"), limit=bounded(executions),
            )  # fmt: skip
            return [message for row in reversed(rows) for message in row["model_messages"]]

    async def hold(self, user_id: str, conversation_id: str) -> None:
        """Within the caller's transaction: keep everyone else from adding executions to the thread until it ends.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "hold", id=as_uuid(conversation_id, "conversation")) is None:
                raise NotFound("There is no such conversation.")

    async def supersede(self, user_id: str, conversation_id: str, execution_id: str) -> None:
        """Mark an execution and every later one of a thread that the caller holds as superseded, and set `last_agent`
        to who answered last before it. Raises `NotFound` for no such execution, `Conflict` when it is another
        thread's, superseded already, or one of them is not over."""
        thread, key = as_uuid(conversation_id, "conversation"), as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            found = await self._queries.one(connection, "replaceable", execution_id=key)
            if found is None:
                raise NotFound("There is no such execution.")
            if found["conversation_id"] != thread:
                raise Conflict("That execution belongs to another conversation.")
            if found["superseded"]:
                raise Conflict("That execution has been replaced already.")
            if found["unfinished"]:
                raise Conflict("That execution or a later one of its conversation is not over; stop it first.")
            await self._queries.run(connection, "supersede", id=thread, execution_id=key)
            await self._queries.run(connection, "recall", id=thread)

    async def search(self, user_id: str, text: str, *, limit: int = 8) -> Sequence[FoundConversation]:
        """Latest first, those whose title or one of whose messages contains `text`, whatever the case. Messages are
        searched in the latest 300 threads only."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "search", text=text, pattern=containing(text), threads=SEARCHED_THREADS,
                limit=bounded(limit),
            )  # fmt: skip
            return [_found(row, text) for row in rows]

    async def matches(self, user_id: str, conversation_ids: Sequence[str], text: str) -> Sequence[FoundMessage]:
        """The latest message of each of these threads that contains `text`, whatever the case, where there is one."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "matches", text=text, pattern=containing(text), ids=list(conversation_ids)
            )
            return [_found_message(row, text) for row in rows]

    async def as_it_was_before(self, user_id: str, execution_id: str) -> tuple[Conversation, Mode | None]:
        """Return the thread of an execution, and the mode in which the person asked for the same agent before it, if
        they did. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(execution_id, "execution")
            row = await self._queries.one(connection, "as_it_was_before", execution_id=key)
            if row is None:
                raise NotFound("There is no such conversation.")
            mode = row.pop("previous_mode")
            return _conversation(row), None if mode is None else Mode(mode)

    async def _get(self, connection: Connection, conversation_id: str) -> Conversation:
        row = await self._queries.one(connection, "get", id=as_uuid(conversation_id, "conversation"))
        if row is None:
            raise NotFound("There is no such conversation.")
        return _conversation(row)

    async def _insert(
        self, connection: Connection, conversation_id: str, agent_id: str, mode: Mode, key: str, title: str,
        begun_by: BegunBy,
    ) -> dict[str, Any] | None:  # fmt: skip
        return await self._queries.one(
            connection, "insert", id=as_uuid(conversation_id, "conversation"), agent_id=agent_id, mode=mode,
            thread_key=key, title=title, begun_by=begun_by,
        )  # fmt: skip


def _conversation(row: dict[str, Any]) -> Conversation:
    fields: dict[str, Any] = {
        **row,
        "id": str(row["id"]),
        "mode": Mode(row["mode"]),
        "begun_by": BegunBy(row["begun_by"]),
    }
    return Conversation(**fields)


def _message(row: dict[str, Any]) -> Message:
    return Message(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        author=Author(row["author"]),
        agent_id=row["agent_id"],
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
        content=row["content"],
        created_at=row["created_at"],
        position=row["position"],
    )


def _snippet(row: dict[str, Any], text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the excerpt in one line and where `text` stands in it."""
    line = " ".join(row["excerpt"].split())
    snippet = f"{'…' if row['cut_before'] else ''}{line}{'…' if row['cut_after'] else ''}"
    return snippet, places_of(" ".join(text.split()), snippet)


def _found_message(row: dict[str, Any], text: str) -> FoundMessage:
    snippet, marks = _snippet(row, text)
    return FoundMessage(conversation_id=str(row["id"]), turn_id=str(row["turn_id"]), snippet=snippet, marks=marks)


def _found(row: dict[str, Any], text: str) -> FoundConversation:
    snippet, marks = (None, ()) if row["excerpt"] is None else _snippet(row, text)
    return FoundConversation(
        id=str(row["id"]),
        title=row["title"],
        agent_id=row["agent_id"],
        mode=Mode(row["mode"]),
        snippet=snippet,
        marks=marks,
        turn_id=None if row["turn_id"] is None else str(row["turn_id"]),
        updated_at=row["updated_at"],
    )
