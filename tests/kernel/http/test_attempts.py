"""Counting attempts per peer."""

from bailiwick.kernel.http.attempts import MAX_PEERS, Attempts


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_attempts_up_to_the_limit_are_free_and_then_the_wait_is_named() -> None:
    clock = Clock()
    attempts = Attempts(most=3, seconds=60, clock=clock)
    assert [attempts.seconds_to_wait("a") for _ in range(3)] == [0, 0, 0]
    clock.now += 10
    assert attempts.seconds_to_wait("a") == 50


def test_a_peer_may_try_again_when_its_oldest_attempt_is_old_enough() -> None:
    clock = Clock()
    attempts = Attempts(most=1, seconds=60, clock=clock)
    assert attempts.seconds_to_wait("a") == 0
    clock.now += 60
    assert attempts.seconds_to_wait("a") == 0
    assert attempts.seconds_to_wait("a") == 60


def test_refused_attempts_do_not_prolong_the_wait() -> None:
    clock = Clock()
    attempts = Attempts(most=1, seconds=60, clock=clock)
    attempts.seconds_to_wait("a")
    for _ in range(100):
        assert attempts.seconds_to_wait("a") > 0
    clock.now += 60
    assert attempts.seconds_to_wait("a") == 0


def test_peers_are_counted_apart() -> None:
    attempts = Attempts(most=1, clock=Clock())
    assert attempts.seconds_to_wait("a") == 0
    assert attempts.seconds_to_wait("b") == 0


def test_memory_is_bounded_however_many_peers_try() -> None:
    attempts = Attempts(clock=Clock())
    for number in range(MAX_PEERS + 500):
        attempts.seconds_to_wait(str(number))
    assert len(attempts._times) == MAX_PEERS
