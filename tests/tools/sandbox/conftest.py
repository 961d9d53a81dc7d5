"""What the tests of the sandbox share.

`sandbox` is a real one with small limits; every test gets its own data directory and person. `leftovers()` are the
processes of this machine that run for one of the test's sandboxes. Where programs cannot be confined the tests are
skipped, saying why.
"""

import asyncio
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import ProgramOutcome
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.sandboxes import LIMITS, Run


@pytest.fixture
def user_id() -> str:
    return uuid7()


@pytest.fixture
def home() -> Iterator[Path]:
    """A fresh data directory on the disk, as people have it."""
    folder = Path(tempfile.mkdtemp(prefix="bailiwick-home-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def settings(home: Path) -> Settings:
    return Settings(home=home, **LIMITS)


@pytest.fixture
def sandbox(settings: Settings) -> BubblewrapSandbox:
    sandbox = BubblewrapSandbox(settings)
    if sandbox.unavailable:
        pytest.skip(sandbox.unavailable)
    return sandbox


@pytest.fixture
def run_program(sandbox: BubblewrapSandbox, user_id: str) -> Run:
    def run_it(program: Program, text: str, *, workspace: str | None = None) -> ProgramOutcome:
        async def story() -> ProgramOutcome:
            place = workspace and await sandbox.open_workspace(user_id, workspace)
            return await sandbox.run(user_id, program, text, workspace_id=place)

        return asyncio.run(story())

    return run_it


@pytest.fixture
def leftovers(home: Path) -> Callable[[], Sequence[int]]:
    """Return the ids of processes that see something of this test's data directory as a mount."""

    def look() -> Sequence[int]:
        found: list[int] = []
        for each in Path("/proc").iterdir():
            if each.name.isdigit():
                with suppress(OSError):
                    status = (each / "status").read_text()
                    mounts = (each / "mountinfo").read_text()
                    if "State:\tZ" not in status and f"/{home.name}/" in mounts:
                        found.append(int(each.name))
        return found

    return look


@pytest.fixture
def canary_server() -> Iterator[tuple[int, Callable[[], int]]]:
    """A server on loopback: its port, and how often anyone connected."""
    listener = socket.create_server(("127.0.0.1", 0))
    hits = looks = 0

    def counted() -> int:
        nonlocal looks
        with socket.create_connection(listener.getsockname()) as look:
            look.recv(1)  # it is closed once it is counted, and with it all that connected before
        looks += 1
        return hits - looks

    def serve() -> None:
        nonlocal hits
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                hits += 1
                connection.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1], counted
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()
