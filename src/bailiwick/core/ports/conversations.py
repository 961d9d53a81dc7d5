"""Threads, their turns and what people think of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from bailiwick.core.conversations import Author, Before, BegunBy, Conversation, FoundMessage, Message
from bailiwick.core.turns import Feedback, Rating, Turn
from bailiwick_router.core.decisions import Mode


class ConversationStore(Protocol):
    """Threads of people and messages.

    Threads of residents are none of them: they are not listed, not found, not changed and not held here. Only what
    belongs to an execution of one is read: `messages` and `history`. Threads of tasks are read by id and held, but not
    listed, not found, not renamed and not deleted.
    """

    async def open(self, user_id: str, agent_id: str, mode: Mode, *, title: str) -> Conversation:
        """Return the main thread of agent and mode, created if there is none.

        One that is new has the same time in `created_at` and `updated_at`.
        """
        ...

    async def create(
        self, user_id: str, agent_id: str, mode: Mode, *, title: str, begun_by: BegunBy = BegunBy.PERSON
    ) -> Conversation:
        """Create a further thread."""
        ...

    async def keep_named(
        self, user_id: str, key: str, agent_id: str, mode: Mode, *, title: str, task_id: str | None = None
    ) -> Conversation:
        """Return the thread of that key, created if there is none; it is with this agent in this mode from now on.

        With `task_id` it belongs to that task, and is none of the person's.
        """
        ...

    async def latest(self, user_id: str, begun_by: BegunBy) -> Conversation | None:
        """Return the one that was spoken in last of those begun by it, if there is any."""
        ...

    async def get(self, user_id: str, conversation_id: str) -> Conversation:
        """Raises `NotFound`."""
        ...

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
        """Pinned first, then latest first; `begun_by` empty for all; `before` pages by `updated_at`."""
        ...

    async def update(
        self, user_id: str, conversation_id: str, *, title: str | None = None, pinned: bool | None = None
    ) -> Conversation:
        """Raises `NotFound`."""
        ...

    async def delete(self, user_id: str, conversation_id: str) -> None:
        """Delete with its messages and executions. Raises `NotFound`, and `Conflict` while an execution runs."""
        ...

    async def add_message(
        self,
        user_id: str,
        conversation_id: str,
        author: Author,
        content: str,
        *,
        agent_id: str | None = None,
        execution_id: str | None = None,
        last_agent: str | None = None,
    ) -> Message:
        """Append; a message by an agent also sets the thread's `last_agent`, to its author unless another is named.

        Raises `NotFound`.
        """
        ...

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
        ...

    async def later_messages(
        self, user_id: str, conversation_id: str, since: int, *, limit: int = 200
    ) -> Sequence[Message]:
        """The first `limit` from position `since` on, oldest first, without those of superseded executions."""
        ...

    async def turn_position(self, user_id: str, conversation_id: str, turn_id: str) -> int | None:
        """Where a turn begins in its thread; nothing when it is not there, or was superseded."""
        ...

    async def history(
        self, user_id: str, conversation_id: str, *, before_execution: str, executions: int = 1000
    ) -> Sequence[Any]:
        """Return the model messages (JSON) of the thread's completed executions created before this one, oldest
        first, flattened, without superseded ones; of the latest `executions` of them, 1,000 at most."""
        ...

    async def hold(self, user_id: str, conversation_id: str) -> None:
        """Within the caller's transaction: keep everyone else from adding executions to the thread until it ends.

        Raises `NotFound`.
        """
        ...

    async def supersede(self, user_id: str, conversation_id: str, execution_id: str) -> None:
        """Mark an execution and every later one of a thread that the caller holds as superseded, and set `last_agent`
        to who answered last before it. Raises `NotFound` for no such execution, `Conflict` when it is another
        thread's, superseded already, or one of them is not over."""
        ...

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
        """The threads of which a message has every word of `text`, in any of its forms, with the latest such message,
        and those of the latest 2,000 of which the title contains `text`; as `list` does otherwise."""
        ...

    async def index_messages(self, user_id: str) -> bool:
        """Index the next messages for `search`; return whether there were enough of them."""
        ...

    async def as_it_was_before(self, user_id: str, execution_id: str) -> Before:
        """The thread of an execution, and what there was of it before. Raises `NotFound`, also for a resident's
        thread."""
        ...


class TurnStore(Protocol):
    """Executions in short."""

    async def of(self, user_id: str, execution_ids: Sequence[str]) -> Sequence[Turn]:
        """Those of these ids that there are and that are not superseded, oldest first."""
        ...

    async def unfinished(self, user_id: str, *, limit: int = 100) -> Sequence[Turn]:
        """Those that are pending, running or waiting, latest first."""
        ...


class FeedbackStore(Protocol):
    """What people thought of answers."""

    async def give(self, user_id: str, execution_id: str, rating: Rating | None, note: str | None) -> Feedback:
        """Store in place of what was said before; without a rating take it back. Raises `NotFound`."""
        ...
