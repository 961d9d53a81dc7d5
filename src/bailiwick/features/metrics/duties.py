"""What is done every hour so that metrics stay cheap to read."""

from bailiwick.agents.metrics.store import MetricStore
from bailiwick.kernel.database.stores import Stores


async def roll_metrics(stores: Stores, user_id: str) -> None:
    """Sum up the hours that are over, so that figures of months cost no more than those of days."""
    while await stores[MetricStore].roll(user_id):
        pass
