"""Opens metrics."""

from functools import partial

from bailiwick.agents.rosters import Rosters
from bailiwick.features.metrics.actions import MetricReports
from bailiwick.features.metrics.duties import roll_metrics
from bailiwick.features.metrics.monitoring import Monitoring
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.house import House
from bailiwick.kernel.jobs.jobs import Jobs


async def open_metrics(house: House) -> None:
    """Add the parts and the duty."""
    reports = MetricReports(house.stores, house[Rosters], house[Directory].users)
    house.add(reports, Monitoring(house.stores, house[Jobs], reports))
    house.duties.append(partial(roll_metrics, house.stores))
