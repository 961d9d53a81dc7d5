"""Workers in processes of their own, with tools that count their effects in a file outside the product."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import Execution
from support import forked_commands
from support.running import Person

PLUGIN = Path(__file__).parent / "ledger_plugin"


def new_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty ledger for this process and those that it starts, and install the plug-in that writes it."""
    ledger = tmp_path / "ledger"
    ledger.touch()
    monkeypatch.setenv("LEDGER", str(ledger))
    monkeypatch.syspath_prepend(str(PLUGIN))
    return ledger


def worker(
    owner_url: str, home: Path, model: str, *, crash_at: str | None = None, stalled: float = 1.5
) -> forked_commands.Command:
    """Start a real worker process, which dies at `crash_at` if that is given.

    After `stalled` seconds without a sign of life what it does is taken over.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(PLUGIN),
        "BAILIWICK_HOME": str(home),
        "BAILIWICK_DATABASE_URL": owner_url,
        "BAILIWICK_MODEL": model,
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "BAILIWICK_HEARTBEAT_SECONDS": "0.3",
        "BAILIWICK_STALLED_SECONDS": str(stalled),
        "BAILIWICK_LOG_LEVEL": "error",
    }
    if crash_at:
        environment["BAILIWICK_CRASH_AT"] = crash_at
    with Path(os.devnull).open("r+b") as nothing:
        return forked_commands.start(["worker"], environment, (nothing.fileno(),) * 3)


async def crash(owner_url: str, home: Path, model: str, boundary: str) -> None:
    """Let a worker process work until it dies at the boundary."""
    process = worker(owner_url, home, model, crash_at=boundary)
    try:
        assert await asyncio.to_thread(process.wait, 60) == -signal.SIGKILL, "the worker did not reach the boundary"
    finally:
        process.kill()
        process.wait()


async def settled(someone: Person, execution_id: str) -> Execution:
    """Return the execution once it is over; a call whose outcome is unknown is not made again."""
    while True:
        execution = await someone.platform[Executions].wait(someone.id, execution_id, 30.0)
        if execution.status is not ExecutionStatus.WAITING:
            assert execution.status.terminal, "the execution did not end in time"
            return execution
        await someone.platform[Executions].resume(someone.id, execution_id, retry=False)
