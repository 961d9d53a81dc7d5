"""Stores that index messages early."""

from bailiwick.features.installation.retention_store import RetentionStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.words import MessageWords


def indexing_every(messages: int, stores: Stores) -> Stores:
    """Return stores that index so many messages at once, and such as were written just now."""
    words = MessageWords(block=messages, settled_seconds=-60.0)
    database = stores.database
    return Stores(database, ConversationStore(database, words), RetentionStore(database, words))
