"""Wake-ups: jobs of which each resident has at most one at work and one of each kind waiting."""

from collections.abc import Iterable
from datetime import datetime

from bailiwick.features.swarm.mail_store import WakeUps
from bailiwick.kernel.jobs.jobs import Jobs

TASK = "resident"
LATER = "later"
MAIL = "mail"
MANUAL = "manual"


async def wake(jobs: Jobs, user_id: str, residents: Iterable[str], *, manual: bool = False) -> None:
    """Have residents woken, in the caller's transaction if there is one.

    All these jobs of a resident have one lock, so that one runner works for it across all workers. A wake-up that
    finds another waiting is the same wake-up; one by hand is waited for apart, since no other does its work.
    """
    kind = MANUAL if manual else MAIL
    for resident_id in residents:
        lock = f"resident:{user_id}:{resident_id}"
        await jobs.defer(
            TASK, user_id, {"resident": resident_id, "by": kind}, lock=lock, queueing_lock=f"{lock}:{kind}"
        )


def by_mail(jobs: Jobs, user_id: str) -> WakeUps:
    """Return what wakes residents as `wake` does, for mail that is stored with its wake-ups."""
    return WakeUps(
        task=TASK,
        arguments={"by": MAIL},
        lock=f"resident:{user_id}:",
        kind=f":{MAIL}",
        room=jobs.room(user_id),
    )


async def wake_later(jobs: Jobs, user_id: str, resident_id: str, at: datetime) -> None:
    """Have a resident woken at a time.

    The job has no lock: one that waits for its time would hold up all later jobs of the same lock. It does nothing
    but wake.
    """
    queueing_lock = f"resident:{user_id}:{resident_id}:{LATER}"
    await jobs.defer(TASK, user_id, {"resident": resident_id, "by": LATER}, queueing_lock=queueing_lock, at=at)
