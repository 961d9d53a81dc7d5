"""Stores whose knowledge graph uses its postings early."""

from bailiwick.storage.database import Database
from bailiwick.storage.knowledge import KnowledgeStore
from bailiwick.storage.knowledge_history import KnowledgeHistory
from bailiwick.storage.knowledge_index import KnowledgeIndex
from bailiwick.storage.knowledge_views import KnowledgeViews
from bailiwick.storage.stores import Stores


def with_blocks(database: Database, block: int) -> Stores:
    """Return stores whose knowledge graph has blocks of `block` texts."""
    index = KnowledgeIndex(block=block)
    return Stores(
        database,
        KnowledgeStore(database, index),
        KnowledgeHistory(database, index),
        KnowledgeViews(database, index),
    )
