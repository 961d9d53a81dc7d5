"""Stores whose knowledge graph uses its postings early."""

from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores


def with_blocks(database: Database, block: int) -> Stores:
    """Return stores whose knowledge graph has blocks of `block` texts."""
    index = KnowledgeIndex(block=block)
    return Stores(
        database,
        KnowledgeStore(database, index),
        KnowledgeHistory(database, index),
        KnowledgeViews(database, index),
    )
