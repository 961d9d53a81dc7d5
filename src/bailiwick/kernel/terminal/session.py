"""Running a command against the product's own data: the platform in this process, as the owner."""

import asyncio
import gc
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.kernel.terminal.output import use_home
from bailiwick.kernel.terminal.texts import prefer, preferred_in

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform
    from bailiwick.people.records import User
    from bailiwick.tools.equipment import Equipment

T = TypeVar("T")


def with_platform(
    work: "Callable[[Platform, User], Coroutine[Any, Any, T]]", home: Path | None, *, worker: bool = False
) -> T:
    """Open the platform, do `work` as the owner, close it, and return the result.

    With `worker`, executions are carried out here unless a worker lives already.
    """
    use_home(home)
    # The platform takes a second to import; `--help` and `route` must not wait for it.
    with importing():
        from bailiwick.app import Working, open_platform
        from bailiwick.kernel.background import until_done
        from bailiwick.kernel.settings import Settings

    async def run() -> T:
        from bailiwick.people.actions import People
        from bailiwick.people.preference_actions import PersonalPreferences

        working = Working.IF_NONE if worker else Working.NO
        async with open_platform(Settings(log_level="error"), working=working) as platform:
            owner = await platform[People].owner()
            prefer((await platform[PersonalPreferences].get(owner.id)).language)
            return await until_done(work(platform, owner))

    return run_async(run())


def with_equipment(work: "Callable[[Equipment, User], Coroutine[Any, Any, T]]", home: Path | None) -> T:
    """Do `work` of a plug-in as the owner, on what plug-ins are built on, and return the result."""
    from bailiwick.tools.given_equipment import ToolEquipment

    return with_platform(lambda platform, owner: work(platform[ToolEquipment], owner), home)


@contextmanager
def importing() -> Generator[None]:
    """Import the large parts in this block: what is there at its end stays for as long as the process lives.

    The garbage collector neither interrupts the imports nor ever looks through them: they make hundreds of thousands
    of objects, and one look through them takes longer than most commands, or stalls a server's every request.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` on the fastest event loop there is; the language that it chose holds afterwards too."""
    context = copy_context()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(work, context=context)
    finally:
        prefer(preferred_in(context))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # an extra, which Windows has not
    except ImportError:
        return None
    return uvloop.new_event_loop
