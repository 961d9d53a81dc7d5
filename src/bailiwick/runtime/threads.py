"""Threads: begun, changed, deleted and spoken in, told to whoever follows their user."""

from typing import Literal

from bailiwick.core.conversations import Conversation
from bailiwick.core.decisions import Mode
from bailiwick.core.events import ConversationChanged
from bailiwick.core.ports import Database, Stores

Change = Literal["created", "updated", "deleted"]


async def begin(
    database: Database, stores: Stores, user_id: str, agent_id: str, mode: Mode, *, title: str
) -> Conversation:
    """Create a further thread."""
    async with database.as_user(user_id):
        conversation = await stores.conversations.create(user_id, agent_id, mode, title=title)
        await tell(stores, user_id, conversation.id, "created")
    return conversation


async def change(
    database: Database, stores: Stores, user_id: str, conversation_id: str, *, title: str | None, pinned: bool | None
) -> Conversation:
    """Rename or pin. Raises `NotFound`."""
    async with database.as_user(user_id):
        conversation = await stores.conversations.update(user_id, conversation_id, title=title, pinned=pinned)
        await tell(stores, user_id, conversation_id, "updated")
    return conversation


async def delete(database: Database, stores: Stores, user_id: str, conversation_id: str) -> None:
    """Delete with its messages and executions. Raises `NotFound`, and `Conflict` while an execution runs."""
    async with database.as_user(user_id):
        await stores.conversations.delete(user_id, conversation_id)
        await tell(stores, user_id, conversation_id, "deleted")


async def tell(stores: Stores, user_id: str, conversation_id: str, change: Change) -> None:
    """Store that a thread has changed."""
    fact = ConversationChanged(conversation_id=conversation_id, change=change)
    await stores.events.append(user_id, [fact])
