"""Stores whose knowledge graph uses its postings early."""

from dataclasses import replace

from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.events import PostgresEvents
from bailiwick.storage.knowledge import PostgresKnowledge
from bailiwick.storage.knowledge_history import PostgresKnowledgeHistory
from bailiwick.storage.knowledge_index import KnowledgeIndex
from bailiwick.storage.knowledge_views import PostgresKnowledgeViews
from bailiwick.storage.knowledge_writing import Writer
from bailiwick.storage.stores import Stores


def with_blocks(database: PostgresDatabase, block: int) -> Stores:
    """Return stores whose knowledge graph has blocks of `block` texts."""
    index = KnowledgeIndex(block=block)
    writer = Writer(database, PostgresEvents(database), index)
    history = PostgresKnowledgeHistory(database, writer, index)
    return replace(
        Stores.on(database),
        knowledge=PostgresKnowledge(writer, index),
        knowledge_history=history,
        knowledge_views=PostgresKnowledgeViews(database, writer, index, history),
    )
