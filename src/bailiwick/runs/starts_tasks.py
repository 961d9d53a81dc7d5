"""What schedules start tasks with."""

from typing import Protocol

from bailiwick.kernel.work import PlannedTask
from bailiwick.runs.records import Execution


class StartsTasks(Protocol):
    """Writes tasks down for schedules and has them carried out."""

    async def start_for_schedule(
        self, user_id: str, schedule_id: str, action: PlannedTask, lock: str | None
    ) -> tuple[str, Execution | None]:
        """Write down the task that `action` describes, and run it if it says so; return its id and the execution.

        Runs with the same `lock` are carried out one after the other.
        """
        ...
