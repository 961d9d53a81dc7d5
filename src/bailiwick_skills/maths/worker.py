"""The process that runs sympy: one JSON job per line in, one JSON answer per line out.

It ends when its input ends, also while it works, so that it never outlives the process that started it.
"""

import json
import os
import queue
import sys
import threading
import time
from dataclasses import asdict
from typing import Any

from bailiwick.plugin import Reason, as_data
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.symbolic import carry_out
from bailiwick_skills.maths.tree import CannotCalculate

MAX_MEMORY = 2 << 30
"""Bytes of address space the process may take."""
MAX_SECONDS = 60
"""Seconds of processor time for one job, should its parent have ended."""
READY = "ready"


def main() -> None:
    """Serve jobs until the input ends."""
    limit_memory()
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(jobs,), name="maths-input", daemon=True).start()
    _send(READY)
    while True:
        job = json.loads(jobs.get())
        limit_time()
        _send(_answer(job))


def _listen(jobs: "queue.SimpleQueue[str]") -> None:
    for line in sys.stdin:
        jobs.put(line)
    os._exit(0)


def _answer(job: dict[str, Any]) -> dict[str, Any]:
    try:
        return asdict(carry_out(job))
    except CannotCalculate as error:
        return {"why": as_data(error.why)}
    except (Exception, MemoryError, RecursionError):
        # sympy gives up with many kinds of errors; which one says nothing to the person who asked.
        return {"why": as_data(Reason.of(MathsReason.MATHS_FAILED))}


def _send(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def limit_memory() -> None:
    """Let a job that grows without end fail instead of the machine."""
    if sys.platform != "win32":
        import resource  # exists on Unix only

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def limit_time() -> None:
    """End this process when the job at hand takes absurdly long."""
    if sys.platform != "win32":
        import resource  # exists on Unix only

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + MAX_SECONDS, hard))


if __name__ == "__main__":
    main()
