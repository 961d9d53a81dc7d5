"""Processes of `bailiwick`, forked from one that has imported it, read the lists of ordinary words and compiled the
sentences of tools: a command need not wait two seconds for that.

What runs is the product's own entry point in a process of its own, with the arguments, environment and standard
streams that a shell would give it.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TextIO

HERE = Path(__file__).parent
PROGRAM = """
import gc, sys
gc.disable()
import bailiwick.faces.http, bailiwick.kernel.http.server, bailiwick.faces.cli, bailiwick.opening, uvloop
import bailiwick.kernel.database.serve_lock
import bailiwick.faces.serve, bailiwick.plugins, procrastinate.builtin_tasks
from bailiwick.app import FEATURES
from bailiwick.kernel.extras import Extra
from bailiwick.tools.sentences import Sentences
from bailiwick.tools.spelling import ordinary_words
from forked_commands import become, leave, requests
bailiwick.plugins.load_plugins()  # imports what ships; each command loads what is installed for itself
for feature in FEATURES:
    for place in (*feature.routers, feature.tools, feature.opens):
        place and feature.load(place)
Extra.SPELLING.is_installed and ordinary_words()  # half a second for each command that reads a message
for each in gc.get_objects():
    if isinstance(each, Sentences):
        each.read(next(iter(each.intents)), "hello")  # as long again: what people write to tools is compiled
gc.freeze()  # a command need not look through what is imported, nor copy its pages by that
gc.enable()
become(requests(int(sys.argv[1])))
try:
    bailiwick.faces.cli.main()
except SystemExit as ending:
    leave(ending)
leave()
"""
LONGEST = 1 << 20


class Command:
    """A command that runs, used like a `subprocess.Popen`."""

    def __init__(self, reply: socket.socket) -> None:
        self._reply = reply
        self._heard = b""
        self.returncode: int | None = None
        self.pid = int(self._line(time.monotonic() + 60))

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it by force."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal, or nothing while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code. Raises `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            self.returncode = int(self._line(None if timeout is None else time.monotonic() + timeout))
            self._reply.close()
        return self.returncode

    def _line(self, deadline: float | None) -> bytes:
        while b"\n" not in self._heard:
            self._reply.settimeout(None if deadline is None else max(1e-3, deadline - time.monotonic()))
            try:
                more = self._reply.recv(64)
            except TimeoutError:
                raise subprocess.TimeoutExpired("bailiwick", 0) from None
            if not more:
                raise RuntimeError("the process that forks commands has ended")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        return line


def start(arguments: list[str], environment: Mapping[str, str], streams: tuple[int, int, int]) -> Command:
    """Start `bailiwick` with arguments, the whole environment, and file descriptors for its three streams."""
    ours, theirs = socket.socketpair()
    with theirs:
        request = json.dumps({"arguments": arguments, "environment": dict(environment)}).encode()
        socket.send_fds(_forking(), [request], [theirs.fileno(), *streams])
    return Command(ours)


def run(
    arguments: list[str], environment: Mapping[str, str], *, given: bytes = b"", timeout: float = 90
) -> "subprocess.CompletedProcess[bytes]":
    """Run `bailiwick` to its end and return what it printed."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given)
        stdin.seek(0)
        command = start(arguments, environment, (stdin.fileno(), out.fileno(), err.fileno()))
        try:
            code = command.wait(timeout)
        finally:
            command.kill()
        for each in (out, err):
            each.seek(0)
        return subprocess.CompletedProcess(["bailiwick", *arguments], code, out.read(), err.read())


@contextmanager
def beside(arguments: list[str], environment: Mapping[str, str]) -> Iterator[tuple[Command, TextIO]]:
    """Run `bailiwick` beside the block, which reads what it prints; with the block it is over, if need be by force."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as printed:
        try:
            with Path(os.devnull).open("rb") as nothing:
                command = start(arguments, environment, (nothing.fileno(), writing, 2))
        finally:
            os.close(writing)
        try:
            yield command, printed
        finally:
            command.kill()
            command.wait(30)


@cache
def _forking() -> socket.socket:
    """Start the process that forks; it ends when this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(theirs.fileno())],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def end() -> None:
        ours.close()
        process.wait(60)

    atexit.register(end)
    return ours


# What follows runs in the process that forks.


def requests(control: int) -> dict[str, object]:
    """Fork for every request; returns in each of the forked processes, and never in the one that forks."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=control) as asking:
        while True:
            request, received, *_ = socket.recv_fds(asking, LONGEST, 4)
            if not request:
                os._exit(0)
            if os.fork() == 0:
                break
            for each in received:
                os.close(each)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    reply, *streams = received
    child = os.fork()
    if child:
        for each in streams:
            os.close(each)
        os.write(reply, b"%d\n" % child)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(reply, b"%d\n" % code)
        os._exit(0)
    os.close(reply)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may be run by what does not hear Ctrl-C
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    return json.loads(request)


def become(request: dict[str, object]) -> None:
    """Take over arguments, environment and standard streams."""
    arguments, environment = request["arguments"], request["environment"]
    assert isinstance(arguments, list)
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["bailiwick", *arguments]
    sys.path[:0] = [each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  (a stream of the process)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115


def leave(ending: SystemExit | None = None) -> None:
    """End the process as the interpreter does, except that what was imported is not taken apart object by object.

    An ending that has a text is raised: the interpreter prints it.
    """
    code = ending.code if ending else 0
    if ending and isinstance(code, str):
        raise ending
    threading._shutdown()  # waits for threads, as the interpreter does first
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(code or 0))
