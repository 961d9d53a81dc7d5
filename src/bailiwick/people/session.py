"""Running a command against the product's own data: the platform in this process, as the owner."""

import gc
from collections.abc import Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar, copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.kernel.terminal.output import use_home
from bailiwick.kernel.terminal.texts import prefer, preferred_in

if TYPE_CHECKING:
    import asyncio

    from bailiwick.kernel.platform import Platform
    from bailiwick.people.records import User

T = TypeVar("T")

OPENS: "ContextVar[Callable[[], Callable[..., AbstractAsyncContextManager[Platform]]]]" = ContextVar("opens")
"""Imports what opens the platform, and returns it; the program sets it, which knows all parts."""


def with_platform(
    work: "Callable[[Platform, User], Coroutine[Any, Any, T]]", home: Path | None, *, worker: bool = False
) -> T:
    """Open the platform, do `work` as the owner, close it, and return the result.

    With `worker`, executions are carried out here unless a worker lives already.
    """
    use_home(home)
    # The platform takes a second to import; `--help` and `route` must not wait for it.
    with importing():
        opens = OPENS.get()()
        from bailiwick.kernel.audit.acting import Actor, Face, acts_from_here
        from bailiwick.kernel.background import until_done
        from bailiwick.kernel.platform import Working
        from bailiwick.kernel.settings import Settings
        from bailiwick.people.actions import People
        from bailiwick.people.preference_store import PreferenceStore

    async def run() -> T:
        working = Working.IF_NONE if worker else Working.NO
        async with opens(Settings(log_level="error"), working=working) as platform:
            owner = await platform[People].owner()
            prefer((await platform.stores[PreferenceStore].get(owner.id)).language)
            acts_from_here(Actor(face=Face.CLI, person=owner.id))
            return await until_done(work(platform, owner))

    return run_async(run())


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
    import asyncio  # with TLS, which `--help` need not wait for

    context = copy_context()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(work, context=context)
    finally:
        prefer(preferred_in(context))


def _loop_factory() -> "Callable[[], asyncio.AbstractEventLoop] | None":
    try:
        import uvloop  # an extra, which Windows has not
    except ImportError:
        return None
    return uvloop.new_event_loop
