"""The embedded database is killed and started again, as after a power cut."""

import os
import signal
from pathlib import Path

import psutil

from bailiwick.kernel.database.embedded import EmbeddedServer


def kill_and_restart(home: Path) -> None:
    """Kill the server of a data directory with all its processes, and start it again; its users keep it up."""
    postmaster = psutil.Process(int((home / "postgres" / "postmaster.pid").read_text().split()[0]))
    children = postmaster.children()
    os.kill(postmaster.pid, signal.SIGKILL)
    psutil.wait_procs([postmaster, *children], timeout=20)
    EmbeddedServer.start(home).close()
