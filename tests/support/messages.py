"""Stores that index messages early."""

from dataclasses import replace

from bailiwick.storage.conversations import PostgresConversations
from bailiwick.storage.message_words import MessageWords
from bailiwick.storage.retention import PostgresRetention
from bailiwick.storage.stores import Stores


def indexing_every(messages: int, stores: Stores) -> Stores:
    """Return stores that index so many messages at once, and such as were written just now."""
    words = MessageWords(block=messages, settled_seconds=-60.0)
    return replace(
        stores,
        conversations=PostgresConversations(stores.database, words),
        retention=PostgresRetention(stores.database, words),
    )
