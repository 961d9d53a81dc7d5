"""Nothing gets out of the sandbox, nothing outlives it, nothing takes more than it may (threats T4 and T23)."""

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import ProgramEnd, ProgramOutcome
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.escapes import JS_BOMBS, JS_ESCAPES, SHELL_BOMBS, SHELL_ESCAPES
from support.sandboxes import SECONDS, Run

SECRET = "SECRET-4f1d9c"
PLENTY = 30.0
"""Seconds."""
HANGS = 20.0
"""Seconds after which what should have ended hangs."""
ESCAPES = [
    *[pytest.param(Program.JAVASCRIPT, text, id=f"js-{name}") for name, text in JS_ESCAPES.items()],
    *[pytest.param(Program.SHELL, text, id=f"bash-{name}") for name, text in SHELL_ESCAPES.items()],
]
BOMBS = [
    *[pytest.param(Program.JAVASCRIPT, *bomb, id=f"js-{name}") for name, bomb in JS_BOMBS.items()],
    *[pytest.param(Program.SHELL, *bomb, id=f"bash-{name}") for name, bomb in SHELL_BOMBS.items()],
]


@pytest.mark.parametrize(("program", "text"), ESCAPES)
def test_nothing_outside_can_be_reached(
    program: Program,
    text: str,
    run_program: Run,
    home: Path,
    canary_server: tuple[int, Callable[[], int]],
    leftovers: Callable[[], Sequence[int]],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("SECRET_KEY", SECRET)
    canary = home / "canary"
    canary.write_text(SECRET)
    canary.with_suffix(".json").write_text(f'"{SECRET}"')
    port, hits = canary_server
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        filled = (
            text.replace("EMOH", str(home)[::-1])
            .replace("CANARY", str(canary))
            .replace("PORT", str(port))
            .replace("PID", str(bystander.pid))
        )
        outcome = run_program(program, filled, workspace="escape")
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()
    assert SECRET not in outcome.stdout + outcome.stderr
    assert "ESCAPED" not in outcome.stdout
    assert hits() == 0
    assert canary.read_text() == SECRET
    assert outcome.seconds < SECONDS + HANGS
    gone(leftovers)


@pytest.mark.parametrize(("program", "text", "ends"), BOMBS)
def test_a_program_that_takes_too_much_is_ended_with_all_it_started(
    program: Program,
    text: str,
    ends: set[ProgramEnd],
    sandbox: BubblewrapSandbox,
    settings: Settings,
    user_id: str,
    leftovers: Callable[[], Sequence[int]],
):
    assert sandbox.unavailable is None
    # What another limit has to end gets more time than it needs: a busy machine is slow at filling memory.
    seconds = SECONDS if ProgramEnd.TIME in ends else PLENTY
    patient = BubblewrapSandbox(settings.model_copy(update={"sandbox_seconds": seconds}))

    async def story() -> ProgramOutcome:
        workspace = await patient.open_workspace(user_id, "bomb")
        return await patient.run(user_id, program, text, workspace_id=workspace)

    outcome = asyncio.run(story())
    assert outcome.ended in ends, outcome
    assert outcome.seconds < seconds + HANGS
    assert len(outcome.stdout) + len(outcome.stderr) <= 64 * 1024
    gone(leftovers)


@pytest.mark.parametrize("name", ["fork", "tail", "disk"])
def test_a_bomb_does_not_disturb_the_runs_of_others(name: str, sandbox: BubblewrapSandbox, user_id: str):
    other = "00000000-0000-7000-8000-000000000001"

    async def story() -> float:
        async with asyncio.TaskGroup() as group:
            group.create_task(sandbox.run(user_id, Program.SHELL, SHELL_BOMBS[name][0]))
            begun = time.monotonic()
            outcome = await sandbox.run(other, Program.JAVASCRIPT, "console.log('fine')")
        assert outcome.stdout == "fine\n"
        return time.monotonic() - begun

    assert asyncio.run(story()) < SECONDS + HANGS


def gone(leftovers: Callable[[], Sequence[int]]) -> None:
    """Wait for the kernel to have taken the last processes down, ."""
    deadline = time.monotonic() + HANGS
    while leftovers():
        assert time.monotonic() < deadline, leftovers()
        os.sched_yield()
