"""Duties that are done for every user, one after the other."""

from collections.abc import Awaitable, Callable, Sequence

import structlog

from bailiwick.kernel.errors import Unavailable

Users = Callable[[], Awaitable[Sequence[str]]]
"""Lists the ids of all users."""
Duty = Callable[[str], Awaitable[object]]
"""Something that is done now and then for the user of this id."""

log = structlog.get_logger(__name__)


async def for_each_user(users: Sequence[str], *duties: Duty) -> None:
    """Do every duty for each user; one that fails is logged, and what comes after it is done all the same.

    Raises `Unavailable`: without the database nothing can be done for anybody.
    """
    for user_id in users:
        for duty in duties:
            try:
                await duty(user_id)
            except Unavailable:
                raise
            except Exception:
                log.exception("a duty could not be done for a user; it is tried again next time", user=user_id)
