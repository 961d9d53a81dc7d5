"""The watchdog: ends a process whose event loop stands still, so that its supervisor (systemd, Docker) starts it again.

It is a thread of the interpreter's own that needs neither the loop nor the interpreter's lock, so it works also while
something holds that lock for ever. Nothing is lost: what was under way is taken over by the next worker, or by this one
when it is back.
"""

import asyncio
import faulthandler
import sys
from collections.abc import Generator
from contextlib import contextmanager
from io import UnsupportedOperation

import structlog

TURNS = 12
"""The loop shows so many times within the limit that it runs."""

log = structlog.get_logger(__name__)


@contextmanager
def watched(seconds: float) -> Generator[None]:
    """Within this block, end the process once its running loop has stood still for so long; never with 0.

    Before it ends it writes what every thread was doing to standard error. The time counts on while the process is
    stopped from outside (SIGSTOP).
    """
    if not seconds:
        yield
        return
    loop = asyncio.get_running_loop()
    file = _standard_error()
    turn: asyncio.TimerHandle | None = None

    def show() -> None:
        nonlocal turn
        faulthandler.dump_traceback_later(seconds, exit=True, file=file)
        turn = loop.call_later(seconds / TURNS, show)

    show()
    log.info("a watchdog ends this process when its loop stands still", seconds=seconds)
    try:
        yield
    finally:
        if turn is not None:
            turn.cancel()
        faulthandler.cancel_dump_traceback_later()


def _standard_error() -> int:
    try:
        return sys.stderr.fileno()
    except (AttributeError, UnsupportedOperation):
        return 2
