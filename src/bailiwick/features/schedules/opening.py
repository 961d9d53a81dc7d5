"""Opens schedules."""

from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.firing import Firing
from bailiwick.features.schedules.run_ends import ScheduleRuns
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.house import House
from bailiwick.runs.actions import Executions
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.purpose import RunListener
from bailiwick.runs.starts_tasks import StartsTasks


async def open_schedules(house: House) -> None:
    """Add the part, hear of the ends of runs, and keep time."""
    starts, directory = house.offers(StartsTasks), house[Directory]
    crash_points = CrashPoints(house.settings.crash_at)
    firing = Firing(house.database, house.stores, house[Bus], house[Executions], starts, crash_points)
    house.add(Schedules(house.database, house.stores, house[Executions], firing))
    house.offers(RunListener).append(ScheduleRuns(house.stores))
    house.kept_up["keep time"] = lambda: firing.keep_time(directory.due)
