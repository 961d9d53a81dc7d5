"""Opens reminders."""

from bailiwick.features.reminders.actions import JOB, Reminders
from bailiwick.kernel.house import House
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.runs.journal import CrashPoints


async def open_reminders(house: House) -> None:
    """Add the part, give reminders at their times, and look after those that were left."""
    reminders = Reminders(house.database, house.stores)
    crash_points = CrashPoints(house.settings.crash_at)

    async def deliver(user_id: str, arguments: dict[str, str]) -> None:
        await reminders.deliver(user_id, arguments["reminder"], crash_points)

    house[Jobs].register(JOB, deliver)
    house.add(reminders)
    house.duties.append(reminders.tidy)
