"""Backoff: bounded, honest about Retry-After, and only where a retry makes sense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.resilience import CallFailed, ErrorClass, RetryPolicy

TRANSIENT = [ErrorClass.NETWORK, ErrorClass.RATE_LIMIT, ErrorClass.TIMEOUT]


@given(attempt=st.integers(1, 3), share=st.floats(0, 0.999), error_class=st.sampled_from(TRANSIENT))
def test_a_wait_grows_exponentially_and_never_beyond_the_cap(attempt, share, error_class):
    policy = RetryPolicy(base=1.0, cap=3.0)
    delay = policy.delay(attempt, CallFailed(error_class, "again"), lambda: share)
    assert delay == share * min(3.0, 2.0 ** (attempt - 1))


@pytest.mark.parametrize("error_class", [error for error in ErrorClass if error not in TRANSIENT])
def test_an_error_that_will_not_go_away_is_not_retried(error_class):
    assert RetryPolicy().delay(1, CallFailed(error_class, "no"), lambda: 0.5) is None


def test_the_last_attempt_is_the_last():
    assert RetryPolicy(attempts=4).delay(4, CallFailed(ErrorClass.NETWORK, "again"), lambda: 0.5) is None


def test_retry_after_is_honoured_and_a_long_one_gives_up():
    policy = RetryPolicy(cap=20.0)
    assert policy.delay(1, CallFailed(ErrorClass.RATE_LIMIT, "wait", retry_after=7.0), lambda: 0.5) == 7.0
    assert policy.delay(1, CallFailed(ErrorClass.RATE_LIMIT, "wait", retry_after=60.0), lambda: 0.5) is None
