"""Stores whose knowledge graph uses its postings early."""

from dataclasses import replace

from bailiwick.storage.database import Database
from bailiwick.storage.events import EventStore
from bailiwick.storage.knowledge import KnowledgeStore
from bailiwick.storage.knowledge_history import KnowledgeHistory
from bailiwick.storage.knowledge_index import KnowledgeIndex
from bailiwick.storage.knowledge_views import KnowledgeViews
from bailiwick.storage.knowledge_writing import Writer
from bailiwick.storage.stores import Stores


def with_blocks(database: Database, block: int) -> Stores:
    """Return stores whose knowledge graph has blocks of `block` texts."""
    index = KnowledgeIndex(block=block)
    writer = Writer(database, EventStore(database), index)
    history = KnowledgeHistory(database, writer, index)
    return replace(
        Stores.on(database),
        knowledge=KnowledgeStore(writer, index),
        knowledge_history=history,
        knowledge_views=KnowledgeViews(database, writer, index, history),
    )
