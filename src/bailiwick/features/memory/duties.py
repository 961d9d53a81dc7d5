"""What is done every hour so that memory keeps nothing for longer than it may."""

from datetime import UTC, datetime, timedelta

import structlog

from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.kernel.database.stores import Stores

REMOVED_DAYS = 30
"""How long what was removed from the knowledge graph can come back."""

log = structlog.get_logger(__name__)


async def expire_knowledge(stores: Stores, user_id: str) -> None:
    """Erase conversations' own memory whose time is over, and what was removed from memory long ago."""
    now = datetime.now(UTC)
    erased = await stores[KnowledgeHistory].expire(user_id, now, now - timedelta(days=REMOVED_DAYS))
    if erased:
        log.info("old memory was erased", user=user_id, things=erased)
