"""What is done every hour with tasks."""

from datetime import UTC, datetime, timedelta

from bailiwick.features.tasks.records import REMOVED_DAYS
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.stores import Stores


async def erase_removed_tasks(stores: Stores, user_id: str) -> None:
    """Erase the tasks that were taken off the board so long ago that they cannot come back any more."""
    await stores[TaskStore].erase_removed(user_id, datetime.now(UTC) - timedelta(days=REMOVED_DAYS))
