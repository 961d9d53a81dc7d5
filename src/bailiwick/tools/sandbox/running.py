"""Runs one confined command to its end, or to its limit."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field

from bailiwick.tools.confined import ConfinedCommand, ProgramEnd, ProgramOutcome
from bailiwick.tools.sandbox.watching import Check, children_of, is_stopped

LOOK_SECONDS = 0.1
"""How often a running sandbox is looked at; what it takes between two looks is bounded by its speed only."""
LOOK_STOPPED_SECONDS, STOP_SECONDS = 0.001, 1.0
"""How often a process that was told to stop is looked at until it has, and for how long at most."""
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


async def run(
    command: ConfinedCommand, *, text: bytes, seconds: float, output_bytes: int, check: Check
) -> ProgramOutcome:
    """Run a command with `text` as its standard input.

    It is killed, with all it has started, after `seconds` of wall time, when it prints more than `output_bytes`,
    when `check` says so, and when this call is cancelled. Nothing of it runs any more when this returns or raises.
    """
    begun = time.monotonic()
    process = await _start(command)
    output = Output(output_bytes)
    ended: ProgramEnd | None = None
    try:
        async with asyncio.timeout(seconds):
            ended = await _until_the_end(process, text, output, check)
    except TimeoutError:
        ended = ProgramEnd.TIME
    finally:
        await _kill(process)
    code = process.returncode
    return ProgramOutcome(
        exit_code=None if ended else 128 - code if code is not None and code < 0 else code,
        stdout=_text(output.stdout),
        stderr=_text(output.stderr),
        ended=ended or ProgramEnd.EXITED,
        seconds=round(time.monotonic() - begun, 3),
    )


async def _start(command: ConfinedCommand) -> asyncio.subprocess.Process:
    """Start a command in a process group of its own; where this is cancelled, it is started and ended again."""
    # The kernel kills bubblewrap, and with it everything inside, when the thread that starts it ends: the event loop's.
    starting = asyncio.ensure_future(  # noqa: TID251  (waited for below)
        asyncio.create_subprocess_exec(
            *command.argv,
            env=dict(command.environment),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            cwd="/",
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await _kill(await starting)
        raise


async def _until_the_end(
    process: asyncio.subprocess.Process, text: bytes, output: Output, check: Check
) -> ProgramEnd | None:
    """Serve and watch the process until it has ended (then nothing is returned) or has to be."""
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(_serve(process, text, output))
        watching = group.create_task(_watch(process.pid, check))
        done, _ = await asyncio.wait({serving, watching}, return_when=asyncio.FIRST_COMPLETED)
        for task in (serving, watching):
            task.cancel()
    return done.pop().result()


async def _serve(process: asyncio.subprocess.Process, text: bytes, output: Output) -> ProgramEnd | None:
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
        return ProgramEnd.OUTPUT
    await process.wait()
    return None


async def _watch(pid: int, check: Check) -> ProgramEnd:
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
    """End the process and wait until it is gone and no process holds its streams.

    The first process inside ends everything inside with it, but while bubblewrap is making it, it is not yet bound to
    bubblewrap's own end: so bubblewrap is stopped first, that it starts nothing more, and what it has started is killed
    before it.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError):
            # Not its group: a shell stands still only after the command that it has just forked has begun.
            process.send_signal(signal.SIGSTOP)
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(STOP_SECONDS):
                        while not is_stopped(process.pid):  # noqa: ASYNC110  (the kernel tells nobody)
                            await asyncio.sleep(LOOK_STOPPED_SECONDS)
            finally:
                for child in children_of(process.pid):
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdout, process.stderr):
        while stream and await stream.read(PIECE):
            pass
    await process.wait()


def _text(data: bytearray) -> str:
    """Return what was printed; what is not UTF-8 or NUL is replaced, so that it can be kept and shown."""
    return data.decode("utf-8", errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
