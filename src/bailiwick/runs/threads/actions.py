"""Threads: begun, changed, deleted and spoken in, told to the followers of their user."""

from typing import Literal

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import ConversationChanged
from bailiwick.kernel.events.store import EventStore
from bailiwick.runs.threads.records import Conversation
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode

Change = Literal["created", "updated", "deleted"]


async def begin(
    database: Database, stores: Stores, user_id: str, agent_id: str, mode: Mode, *, title: str, main: bool = False
) -> Conversation:
    """Begin a thread: a further one, or with `main` the main one unless something was said in it already."""
    async with database.as_user(user_id):
        conversation = await stores[ConversationStore].open(user_id, agent_id, mode, title=title) if main else None
        if conversation is None or not _unspoken(conversation):
            conversation = await stores[ConversationStore].create(user_id, agent_id, mode, title=title)
        await tell(stores, user_id, conversation.id, "created")
    return conversation


async def main(
    database: Database, stores: Stores, user_id: str, agent_id: str, mode: Mode, *, title: str
) -> Conversation:
    """Return the main thread with an agent in a mode, begun if there is none; `title` is for a new one."""
    async with database.as_user(user_id):
        conversation = await stores[ConversationStore].open(user_id, agent_id, mode, title=title)
        if _unspoken(conversation):
            await tell(stores, user_id, conversation.id, "created")
    return conversation


async def change(
    database: Database, stores: Stores, user_id: str, conversation_id: str, *, title: str | None, pinned: bool | None
) -> Conversation:
    """Rename or pin. Raises `NotFound`."""
    async with database.as_user(user_id):
        conversation = await stores[ConversationStore].update(user_id, conversation_id, title=title, pinned=pinned)
        await tell(stores, user_id, conversation_id, "updated")
    return conversation


async def delete(database: Database, stores: Stores, user_id: str, conversation_id: str) -> None:
    """Delete with its messages and executions. Raises `NotFound`, and `Conflict` while an execution runs."""
    async with database.as_user(user_id):
        await stores[ConversationStore].delete(user_id, conversation_id)
        await tell(stores, user_id, conversation_id, "deleted")
        audited(database, Act.CONVERSATION_DELETED, "conversation", conversation_id)


async def tell(stores: Stores, user_id: str, conversation_id: str, change: Change) -> None:
    """Store that a thread has changed."""
    fact = ConversationChanged(conversation_id=conversation_id, change=change)
    await stores[EventStore].append(user_id, [fact])


def _unspoken(conversation: Conversation) -> bool:
    """Whether nothing was said in a thread yet."""
    return conversation.created_at == conversation.updated_at
