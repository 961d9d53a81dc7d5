"""Stores that index messages early."""

from bailiwick.features.conversations.retention import OldConversations
from bailiwick.kernel.database.stores import Stores
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.words import MessageWords


def indexing_every(messages: int, stores: Stores) -> Stores:
    """Return stores that index so many messages at once, and such as were written just now."""
    words = MessageWords(block=messages, settled_seconds=-60.0)
    database = stores.database
    return Stores(database, ConversationStore(database, words), OldConversations(database, words))
