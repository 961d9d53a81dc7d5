"""When a conversation has ended by itself: after so many minutes in which nothing was said in it."""

from datetime import datetime

from bailiwick_router.core.agents import Agent


def ended_by(quiet_since: datetime | None, now: datetime, last: Agent | None, most: int) -> int | None:
    """Return the minutes of silence by which a conversation had ended; None while it goes on.

    `last` is the agent that answered last, whose own bound comes before `most`, the person's or the installation's.
    """
    if quiet_since is None:
        return None
    bound = most if last is None or last.silence_minutes is None else last.silence_minutes
    silent = int((now - quiet_since).total_seconds() // 60)
    return silent if bound and silent >= bound else None
