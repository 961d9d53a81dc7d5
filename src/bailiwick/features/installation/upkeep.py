"""Upkeep: what is done now and then for every user; every worker may do it, doing it twice changes nothing."""

import asyncio
from collections.abc import Sequence

import structlog

from bailiwick.kernel.database.for_each_user import Duty, Users, for_each_user
from bailiwick.kernel.errors import Unavailable

PAUSE_SECONDS = 3600.0
OUTAGE_SECONDS = 30.0
"""When duties are tried again that the database could not be reached for."""

log = structlog.get_logger(__name__)


async def keep_house(users: Users, duties: Sequence[Duty]) -> None:
    """Do every duty every hour until cancelled; an unreachable database is tried again soon."""
    while True:
        pause = PAUSE_SECONDS
        try:
            await for_each_user(await users(), *duties)
        except Unavailable:
            log.warning("upkeep is put off: the database cannot be reached")
            pause = OUTAGE_SECONDS
        await asyncio.sleep(pause)
