"""Runs one confined command to its end, or to its limit."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

from bailiwick.core.sandbox import Command, Ended, Outcome
from bailiwick.tools.sandbox.watching import Check

LOOK_SECONDS = 0.1
"""How often a running sandbox is looked at; what it takes between two looks is bounded by its speed only."""
PIECE = 65_536


@dataclass(slots=True)
class Output:
    """What a program has printed, up to a limit for both streams together."""

    limit: int
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)

    def take(self, stream: bytearray, piece: bytes) -> bool:
        """Keep a piece as far as there is room; return whether all of it was kept."""
        room = self.limit - len(self.stdout) - len(self.stderr)
        stream += piece[: max(room, 0)]
        return len(piece) <= room


class Flooded(Exception):
    """The program printed more than it may."""


async def run(command: Command, *, text: bytes, seconds: float, output_bytes: int, check: Check) -> Outcome:
    """Run a command with `text` as its standard input.

    It is killed, with all it has started, after `seconds` of wall time, when it prints more than `output_bytes`,
    when `check` says so, and when this call is cancelled. Nothing of it runs any more when this returns or raises.
    """
    begun = time.monotonic()
    # The kernel kills bubblewrap, and with it everything inside, when the thread that starts it ends: the event loop's.
    process = await asyncio.create_subprocess_exec(
        *command.argv,
        env=dict(command.environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        cwd="/",
    )
    output = Output(output_bytes)
    ended: Ended | None = None
    try:
        async with asyncio.timeout(seconds):
            ended = await _until_the_end(process, text, output, check)
    except TimeoutError:
        ended = Ended.TIME
    finally:
        await _kill(process)
    code = process.returncode
    return Outcome(
        exit_code=None if ended else 128 - code if code is not None and code < 0 else code,
        stdout=_text(output.stdout),
        stderr=_text(output.stderr),
        ended=ended or Ended.EXITED,
        seconds=round(time.monotonic() - begun, 3),
    )


async def _until_the_end(
    process: asyncio.subprocess.Process, text: bytes, output: Output, check: Check
) -> Ended | None:
    """Serve and watch the process until it has ended (then nothing is returned) or has to be."""
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(_serve(process, text, output))
        watching = group.create_task(_watch(process.pid, check))
        done, _ = await asyncio.wait({serving, watching}, return_when=asyncio.FIRST_COMPLETED)
        for task in (serving, watching):
            task.cancel()
    return done.pop().result()


async def _serve(process: asyncio.subprocess.Process, text: bytes, output: Output) -> Ended | None:
    if not (process.stdin and process.stdout and process.stderr):
        raise RuntimeError("a confined program is started with pipes")
    flooded = False
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_feed(process.stdin, text))
            group.create_task(_read(process.stdout, output.stdout, output))
            group.create_task(_read(process.stderr, output.stderr, output))
    except* Flooded:
        flooded = True
    if flooded:
        return Ended.OUTPUT
    await process.wait()
    return None


async def _watch(pid: int, check: Check) -> Ended:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        ended = await asyncio.to_thread(check, pid)
        if ended:
            return ended


async def _feed(stream: asyncio.StreamWriter, text: bytes) -> None:
    with suppress(ConnectionError):
        stream.write(text)
        await stream.drain()
    stream.close()


async def _read(stream: asyncio.StreamReader, into: bytearray, output: Output) -> None:
    while piece := await stream.read(PIECE):
        if not output.take(into, piece):
            raise Flooded


async def _kill(process: asyncio.subprocess.Process) -> None:
    """End the process and wait until it is gone and nobody holds its streams."""
    with suppress(ProcessLookupError):
        process.kill()
    for stream in (process.stdout, process.stderr):
        while stream and await stream.read(PIECE):
            pass
    await process.wait()


def _text(data: bytearray) -> str:
    """Return what was printed; what is not UTF-8 or NUL is replaced, so that it can be kept and shown."""
    return data.decode("utf-8", errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
