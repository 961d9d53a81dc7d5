"""Counts failed attempts per peer, so that guessing is refused."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MAX_PEERS = 10_000


class Attempts:
    """A sliding window of failed attempts for each peer, in this process only."""

    def __init__(self, most: int = 20, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def seconds_left(self, peer: str) -> float:
        """Return the seconds until a peer may fail again; 0 where it may now."""
        now, times = self._clock(), self._times.get(peer, ())
        recent = [each for each in times if each > now - self.seconds]
        return recent[0] + self.seconds - now if len(recent) >= self.most else 0.0

    def seconds_to_wait(self, peer: str) -> float:
        """Count a failure and return 0; or, when the peer had too many, the seconds until it may fail again."""
        now = self._clock()
        times = self._times.setdefault(peer, deque())
        self._times.move_to_end(peer)
        while times and times[0] <= now - self.seconds:
            times.popleft()
        while len(self._times) > MAX_PEERS:
            self._times.popitem(last=False)
        if len(times) >= self.most:
            return times[0] + self.seconds - now
        times.append(now)
        return 0.0
