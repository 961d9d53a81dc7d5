"""Opens tasks."""

from functools import partial

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.duties import erase_removed_tasks
from bailiwick.features.tasks.run_ends import TaskRuns
from bailiwick.kernel.house import House
from bailiwick.runs.actions import Executions
from bailiwick.runs.purpose import RunListener
from bailiwick.runs.starts_tasks import StartsTasks


async def open_tasks(house: House) -> None:
    """Add the part and the duty, hear of the ends of runs, and start tasks for schedules."""
    tasks = Tasks(house.database, house.stores, house[Executions], house[PersonalPreferences].timezone)
    house.add(tasks)
    house.offers(RunListener).append(TaskRuns(house.stores))
    house.offers(StartsTasks).append(tasks)
    house.duties.append(partial(erase_removed_tasks, house.stores))
