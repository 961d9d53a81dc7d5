"""What runs in the sandbox never outlives the call, the execution or the server it belongs to."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import ConfinedCommand, Confinement, ProgramEnd
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.running import run
from bailiwick.tools.sandbox.watching import is_stopped

SERVER = """
import asyncio, sys
from pathlib import Path
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox

async def main():
    sandbox, user = BubblewrapSandbox(Settings(home=Path(sys.argv[1]), sandbox_seconds=60)), uuid7()
    workspace = await sandbox.open_workspace(user, "w")
    shell = "trap '' TERM HUP; setsid sleep 90 & (setsid sleep 90 >/dev/null 2>&1 &); sleep 90"
    await asyncio.gather(
        sandbox.run(user, Program.SHELL, shell, workspace_id=workspace),
        sandbox.run(user, Program.JAVASCRIPT, "setInterval(() => {}, 1000)", workspace_id=workspace),
    )

asyncio.run(main())
"""


@pytest.mark.parametrize("program", list(Program))
def test_cancelling_ends_everything(
    program: Program, sandbox: BubblewrapSandbox, user_id: str, leftovers: Callable[[], Sequence[int]]
):
    text = "(setsid sleep 60 &); sleep 60" if program is Program.SHELL else "setInterval(() => {}, 1000)"

    async def story() -> None:
        workspace = await sandbox.open_workspace(user_id, "w")
        async with asyncio.TaskGroup() as group:
            task = group.create_task(sandbox.run(user_id, program, text, workspace_id=workspace))
            await until(lambda: bool(leftovers()))
            task.cancel()
        assert task.cancelled()
        await until(lambda: not leftovers())

    asyncio.run(story())


def test_a_program_that_is_cancelled_while_it_starts_never_runs_on(
    sandbox: BubblewrapSandbox, user_id: str, leftovers: Callable[[], Sequence[int]]
):
    async def story() -> None:
        for milliseconds in range(24):
            with suppress(TimeoutError):
                async with asyncio.timeout(milliseconds / 1000):
                    await sandbox.run(user_id, Program.SHELL, "sleep 60")
            # What runs on would be a child of another process by now, and no program of this call.
            await until(lambda: not leftovers())

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox works on Linux only")
def test_what_is_not_yet_bound_to_the_end_of_who_started_it_is_killed_before_it(tmp_path: Path):
    """As bubblewrap's first process inside is for a moment: in a session of its own, and told of no process's end."""
    told = tmp_path / "told"
    script = f"setsid sleep 60 & echo $! >{told}; wait"

    async def story() -> None:
        command = ConfinedCommand(("/bin/sh", "-c", script), {"PATH": os.environ["PATH"]})
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            task = group.create_task(run(command, text=b"", seconds=60, output_bytes=1000, check=lambda _: None))
            await until(lambda: told.exists() and is_sleeping_apart(told.read_text().strip()))
            task.cancel()
        await until(lambda: is_stopped(int(told.read_text())))

    asyncio.run(story())


def is_sleeping_apart(pid: str) -> bool:
    """Whether a process is the program `sleep`, in a session of its own."""
    return bool(pid) and os.getsid(int(pid)) == int(pid) and Path(f"/proc/{pid}/comm").read_text() == "sleep\n"


def test_nothing_is_left_when_the_server_is_killed(
    sandbox: BubblewrapSandbox, home: Path, leftovers: Callable[[], Sequence[int]]
):
    assert sandbox.unavailable is None
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(home)])
    try:
        asyncio.run(until(lambda: len(leftovers()) >= 6))
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
    asyncio.run(until(lambda: not leftovers()))


def test_removing_a_workspace_ends_what_runs_in_it(sandbox: BubblewrapSandbox, settings: Settings, user_id: str):
    async def story() -> None:
        workspace = await sandbox.open_workspace(user_id, "w")
        async with asyncio.TaskGroup() as group:
            task = group.create_task(
                sandbox.run(user_id, Program.SHELL, "echo > begun; sleep 60", workspace_id=workspace)
            )
            await until(lambda: begun(settings, user_id, workspace).exists())
            await sandbox.remove_workspace(user_id, workspace)
        assert task.result().ended is ProgramEnd.STOPPED
        with pytest.raises(NotFound):
            await sandbox.run(user_id, Program.SHELL, "ls", workspace_id=workspace)

    asyncio.run(story())


def test_one_person_runs_only_so_many_programs_at_once(settings: Settings, user_id: str, sandbox: BubblewrapSandbox):
    assert sandbox.unavailable is None
    narrow = BubblewrapSandbox(settings.model_copy(update={"sandbox_at_once": 1}))

    async def story() -> float:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(narrow.run(user_id, Program.SHELL, "sleep 0.3")) for _ in range(3)]
        return sum(task.result().seconds for task in tasks)

    begun = time.monotonic()
    spent = asyncio.run(story())
    assert time.monotonic() - begun >= spent * 0.95


def test_a_server_talks_over_its_streams_for_as_long_as_it_is_wanted(
    sandbox: BubblewrapSandbox, home: Path, leftovers: Callable[[], Sequence[int]]
):
    workspace = home / "server"
    workspace.mkdir()
    confinement = Confinement(
        limits=sandbox.limits.evolve(cpu_seconds=None), workspace=workspace, environment={"TOKEN": "SECRET-token"}
    )
    command = sandbox.confine(confinement, ["/bin/sh", "-c", 'while read -r x; do echo "$x $TOKEN $HOME $$"; done'])
    assert not any("SECRET-token" in word for word in command.argv)
    server = subprocess.Popen(
        command.argv,
        env={**command.environment, "USER": "outer"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin
    assert server.stdout
    with server:
        for word in ("one", "two"):
            server.stdin.write(f"{word}\n")
            server.stdin.flush()
            assert server.stdout.readline().startswith(f"{word} SECRET-token /work ")
        assert "SECRET-token" not in Path(f"/proc/{server.pid}/cmdline").read_text()
        server.kill()
    asyncio.run(until(lambda: not leftovers()))


def begun(settings: Settings, user_id: str, workspace_id: str) -> Path:
    return settings.home / "workspaces" / user_id / workspace_id / "files" / "begun"


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, half as long as what runs in these tests would live on its own."""
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
