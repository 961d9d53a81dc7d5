"""The way to the process that runs sympy: started at first use, kept, ended when a job takes too long."""

import asyncio
import contextlib
import json
import subprocess
import threading
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bailiwick.plugin import CallFailed, ErrorClass, Extra, Reason, ReasonCode, command, environment, read_reason
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import CannotCalculate

START_LIMIT = 20.0
"""Seconds a new process may take to load sympy."""
COMMAND = command("bailiwick_skills.maths.worker")


class SymbolicProcess:
    """Carries out symbolic jobs one at a time in a process of its own, which ends with this object at the latest.

    A thread of its own waits for the process, so the event loop never does.
    """

    def __init__(self, limit: float = 5.0, command: tuple[str, ...] = COMMAND) -> None:
        """`limit` is how long one job may take, in seconds."""
        self._limit = limit
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="maths")
        self._running = _Running(command)
        self._end = weakref.finalize(self, _end, self._running, self._thread)

    async def carry_out(self, job: Mapping[str, Any]) -> MathAnswer:
        """Return the answer to a job (see `symbolic.carry_out`).

        Raises `CannotCalculate`, also where sympy is not installed, or `CallFailed` (timeout) when it takes longer than
        the limit; the process is ended then, and also when the caller is cancelled.
        """
        if not Extra.MATHS.is_installed:
            raise CannotCalculate(ReasonCode.EXTRA_MISSING, package=Extra.MATHS.requirement)
        begun = threading.Event()
        work = self._thread.submit(_ask, self._running, self._limit, json.dumps(job), begun)
        try:
            reply = await asyncio.wrap_future(work)
        except asyncio.CancelledError:
            if begun.is_set() and not work.done():
                self._running.kill()
            raise
        if "why" in reply:
            why = read_reason(reply["why"]) or Reason.of(MathsReason.MATHS_FAILED)
            raise CannotCalculate(why.code, **why.values)
        return MathAnswer(reply["kind"], reply["result"], reply["decimal"], tuple(reply["steps"]))

    @property
    def pid(self) -> int | None:
        """The process's id while there is one."""
        return self._running.pid

    def close(self) -> None:
        """End the process."""
        self._end()


class _Running:
    """The process that runs now, if any. All but `kill` is called by the one thread that serves it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def ask(self, job: str, limit: float) -> str:
        """Return the reply to a job; nothing if none came in time, and then the process is ended."""
        if self.pid is None:
            self.discard()
            self._process = subprocess.Popen(  # noqa: S603  our own module, no text from outside
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env=environment(),
                start_new_session=True,
            )
            if not self._read(START_LIMIT):
                self.discard()
                raise CallFailed(ErrorClass.TOOL, Reason.of(MathsReason.MATHS_NOT_STARTED))
        try:
            self._write(job)
            reply = self._read(limit)
        except BrokenPipeError:
            reply = ""
        if not reply:
            self.discard()
        return reply

    def _write(self, line: str) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self, limit: float) -> str:
        if not self._process or not self._process.stdout:
            return ""
        timer = threading.Timer(limit, self.kill)
        timer.start()
        try:
            return self._process.stdout.readline()
        finally:
            timer.cancel()

    def kill(self) -> None:
        """End the process and wait until it is gone."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()

    def discard(self) -> None:
        """End the process and let go of its pipes."""
        self.kill()
        process, self._process = self._process, None
        for pipe in (process.stdin, process.stdout) if process else ():
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def _ask(running: _Running, limit: float, job: str, begun: threading.Event) -> dict[str, Any]:
    begun.set()
    reply = running.ask(job, limit)
    if not reply:
        raise CallFailed(ErrorClass.TIMEOUT, Reason.of(MathsReason.CALCULATION_TOO_LONG, seconds=limit))
    return json.loads(reply)


def _end(running: _Running, thread: ThreadPoolExecutor) -> None:
    running.discard()
    thread.shutdown(wait=False, cancel_futures=True)
