"""What is done every hour so that deleted notes are gone once they cannot come back."""

from datetime import UTC, datetime, timedelta
from functools import partial

import structlog

from bailiwick.features.notes.records import DELETED_DAYS
from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.house import House

log = structlog.get_logger(__name__)


async def expire_notes(stores: Stores, user_id: str) -> None:
    """Erase notes that were deleted so long ago that they cannot come back any more."""
    erased = await stores[NoteStore].expire(user_id, datetime.now(UTC) - timedelta(days=DELETED_DAYS))
    if erased:
        log.info("deleted notes were erased", user=user_id, notes=erased)


async def open_notes(house: House) -> None:
    """Add the duty."""
    house.duties.append(partial(expire_notes, house.stores))
