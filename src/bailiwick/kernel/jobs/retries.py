"""When a job that failed runs again."""

import asyncio

from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from bailiwick.kernel.errors import Unavailable

MOST_ATTEMPTS = 8
"""A job that raises on this attempt, or on a later one, is given up."""
MOST_RUNS = 25
"""A job that has been started so often without ending (its worker died each time) is given up."""
LONGEST_PAUSE = 30
"""Seconds between two attempts, at most."""


class JobRetries(BaseRetryStrategy):
    """Errors are repeated with growing pauses, a few times; a stop of the worker or of the database more often."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to run `job` again after `exception`; None to give it up. `job.attempts` is 0 at first."""
        if job.attempts >= MOST_RUNS:
            return None
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        if isinstance(exception, Unavailable):
            return RetryDecision(retry_in={"seconds": min(2**job.attempts, 5)})
        if job.attempts + 1 >= MOST_ATTEMPTS:
            return None
        return RetryDecision(retry_in={"seconds": min(2**job.attempts, LONGEST_PAUSE)})
