"""How much unfinished work one person may have, so that one person's work does not crowd out the others'."""

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import TooMuchWork
from bailiwick.runs.store import ExecutionStore


class QueueBound:
    """Says no to more work from a person who has as much as one may have."""

    def __init__(self, stores: Stores, most: int) -> None:
        self._stores = stores
        self.most = most
        """How many executions of one person may be pending or running."""

    async def check_runs(self, user_id: str) -> None:
        """Raises `TooMuchWork` if so many of the user's executions are pending or running that no more is taken."""
        if await self._stores[ExecutionStore].unfinished(user_id, self.most) >= self.most:
            raise TooMuchWork.of(self.most)
