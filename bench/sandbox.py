"""The sandbox: what confinement adds to the start of a script and of a command.

Medians of whole runs in one process, taken in turns with the same program started bare.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.deno import FLAGS, find_deno

ROUNDS = 15
SMALLEST = {"ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
SCRIPT, COMMAND = "console.log('Hello')", "echo Hello"


def main() -> None:
    """Print the medians in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        asyncio.run(_measure(Path(home)))


async def _measure(home: Path) -> None:
    begun = time.perf_counter()
    sandbox, user = BubblewrapSandbox(Settings(home=home)), uuid7()
    if sandbox.unavailable:
        sys.exit(f"nothing can be measured: {sandbox.unavailable}")
    probe = (time.perf_counter() - begun) * 1000
    deno, workspace = find_deno(), await sandbox.open_workspace(user, "bench")

    async def confined(program: Program, text: str, place: str | None) -> None:
        outcome = await sandbox.run(user, program, text, workspace_id=place)
        assert outcome.stdout == "Hello\n", outcome

    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "deno run, bare": lambda: _bare(str(deno), "run", *FLAGS, "-", text=SCRIPT),
        "run_js_ephemeral": lambda: confined(Program.JAVASCRIPT, SCRIPT, None),
        "run_js in a workspace": lambda: confined(Program.JAVASCRIPT, SCRIPT, workspace),
        "bash -c, bare": lambda: _bare("/bin/bash", "-c", COMMAND, text=""),
        "bash in a workspace": lambda: confined(Program.SHELL, COMMAND, workspace),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            await way()
            times[name].append((time.perf_counter() - start) * 1000)
    floor = 0.0
    for name, taken in times.items():
        median = statistics.median(taken)
        floor = median if name.endswith("bare") else floor
        print(f"{name:<24} {median:8.1f} ms  {median / floor:6.1f} x bare")
    print(f"{'probe at start':<24} {probe:8.1f} ms")


async def _bare(*command: str, text: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate(text.encode())
    assert output == b"Hello\n", output


if __name__ == "__main__":
    main()
