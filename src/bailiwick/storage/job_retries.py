"""When a job that failed runs again."""

from typing import override

from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

import asyncio

from bailiwick.core.errors import Unavailable

MOST_ATTEMPTS = 8
"""A job that raises on this attempt is not run again."""
LONGEST_PAUSE = 30
"""Seconds between two attempts, at most."""


class JobRetries(BaseRetryStrategy):
    """Errors are repeated with growing pauses, a few times; a stop or an unreachable database always."""

    @override
    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to run `job` again after `exception`; nothing to give up. `job.attempts` is 0 at first."""
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        if isinstance(exception, Unavailable):
            return RetryDecision(retry_in={"seconds": min(2**job.attempts, 5)})
        if job.attempts + 1 >= MOST_ATTEMPTS:
            return None
        return RetryDecision(retry_in={"seconds": min(2**job.attempts, LONGEST_PAUSE)})
