"""Days as a person counts them."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo


def midnights(now: datetime, days: int, zone: ZoneInfo) -> list[datetime]:
    """Return when each of the latest `days` days begins in a time zone, oldest first, and when today ends.

    `now` is an aware time. Where clocks skip midnight, a day begins when they skip it.
    """
    today = now.astimezone(zone).date()
    return [datetime.combine(today + timedelta(days=day), time(), zone) for day in range(1 - days, 2)]
