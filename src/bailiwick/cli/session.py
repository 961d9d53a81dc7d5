"""Running a command against the product's own data: the platform in this process, as the owner."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.cli.output import use_home

if TYPE_CHECKING:
    from bailiwick.core.access import User
    from bailiwick.runtime.platform import Platform

T = TypeVar("T")


def with_platform(
    work: "Callable[[Platform, User], Coroutine[Any, Any, T]]", home: Path | None, *, worker: bool = False
) -> T:
    """Open the platform, do `work` as the owner, close it, and return the result.

    With `worker`, executions are carried out here unless a worker lives already.
    """
    use_home(home)
    # The platform takes a second to import; `--help` and `route` must not wait for it.
    from bailiwick.runtime.background import until_done
    from bailiwick.settings import Settings
    from bailiwick.wiring import Working, open_platform

    async def run() -> T:
        working = Working.IF_NONE if worker else Working.NO
        async with open_platform(Settings(log_level="error"), working=working) as platform:
            return await until_done(work(platform, await platform.people.owner()))

    return run_async(run())


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` on the fastest event loop there is."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop  # it does not exist on Windows

    return uvloop.new_event_loop
