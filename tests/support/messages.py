"""Stores that index messages early."""

from bailiwick.storage.conversations import ConversationStore
from bailiwick.storage.message_words import MessageWords
from bailiwick.storage.retention import RetentionStore
from bailiwick.storage.stores import Stores


def indexing_every(messages: int, stores: Stores) -> Stores:
    """Return stores that index so many messages at once, and such as were written just now."""
    words = MessageWords(block=messages, settled_seconds=-60.0)
    database = stores.database
    return Stores(database, ConversationStore(database, words), RetentionStore(database, words))
