"""Processor time of whole families of processes, PostgreSQL's among them, and the product as a server or a worker."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

from bailiwick.kernel.settings import Settings
from bailiwick.models.settings import ModelSettings

BAILIWICK = Path(sys.executable).with_name("bailiwick")
STOP_SECONDS = 20
REST_SECONDS = 120


def used(family: psutil.Process) -> float:
    """Return the seconds of processor time that a process and all below it have used, those that ended included."""
    seconds = 0.0
    for process in (family, *family.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


def at_rest(family: psutil.Process) -> None:
    """Wait until a process and all below it do next to nothing: what it has just started has things to prepare."""
    deadline = time.monotonic() + REST_SECONDS
    before = used(family)
    while time.monotonic() < deadline:
        time.sleep(1)
        now = used(family)
        if now - before < 0.05:
            return
        before = now
    raise RuntimeError("it does not come to rest")


def postgres_of(url: str) -> psutil.Process:
    """Return the first process of a server on this machine."""
    with psycopg.connect(url) as connection:
        parent = psutil.Process(connection.info.backend_pid).parent()
    assert parent is not None
    return parent


@contextmanager
def running(settings: Settings, url: str, *command: str, ready: str) -> Generator[tuple[psutil.Process, str]]:
    """Run a command of the product on a database until the end; yield it and the line in which it said `ready`."""
    environment = {
        **os.environ,
        "BAILIWICK_HOME": str(settings.home / command[0]),
        "BAILIWICK_DATABASE_URL": url,
        "BAILIWICK_MODEL": settings.of(ModelSettings).model or "",
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_LOG_LEVEL": "error",
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(
        [BAILIWICK, *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = next((line for line in process.stdout if ready in line), None)
            if line is None:
                raise RuntimeError(f"{' '.join(command)} ended before it was ready")
            yield psutil.Process(process.pid), line
        finally:
            process.send_signal(signal.SIGTERM)
            deadline = time.monotonic() + STOP_SECONDS
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.1)
            process.kill()
