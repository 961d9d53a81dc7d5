"""Learns in a process of its own: a server calculates for seconds otherwise, beside the loop that answers every user.

Where a thread of the server calculates, its arithmetic and the next program that is started may wait for each other for
ever. The other process gets agents and corrections as a line of JSON and answers with the bytes of a classifier.
"""

import json
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bailiwick.kernel.arithmetic import bound_arithmetic
from bailiwick.kernel.own_programs import command, environment
from bailiwick.models.local_encoder import LocalEncoder
from bailiwick_router.core.agents import Agent
from bailiwick_router.examples import from_bytes, train
from bailiwick_router.learning_versions import LATEST
from bailiwick_router.release_content import fields_of

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier

LIMIT_SECONDS = 900.0
"""How long one classifier may take; the largest that is learned takes a tenth of it on a machine with nothing to do."""
POLITE = 10
"""How far it steps back from a processor that others want: nobody waits for what is learned."""
MODULE = "bailiwick.agents.releases.learning_apart"
MOST_REASON = 2_000
"""Characters of the reason why nothing was learned, from its end."""


class LearningFailed(Exception):
    """Nothing was learned; the message says why."""


class LearningApart:
    """Trains classifiers, each in a process that ends with it. Safe to be used by several threads."""

    def __init__(self, encoder: LocalEncoder | None = None, *, seconds: float = LIMIT_SECONDS) -> None:
        """`encoder` adds the meaning of texts to their words; it is read from its folder there."""
        self._encoder = encoder
        self._seconds = seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._closed = False

    def train(
        self, agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = (), *, learning: int = LATEST
    ) -> "Classifier":
        """Return what `bailiwick_router.examples.train` does. To be called in a thread, which waits for it.

        Raises `LearningFailed`, also when it takes too long or this object is closed meanwhile.
        """
        job = {
            "agents": [fields_of(agent) for agent in agents],
            "corrections": list(corrections),
            "learning": learning,
            "encoder": None if self._encoder is None else str(self._encoder.folder),
        }
        answer = self._answered(json.dumps(job).encode() + b"\n")
        return from_bytes(answer, self._encoder)

    @property
    def pids(self) -> Sequence[int]:
        """The ids of the processes that learn now."""
        with self._lock:
            return [process.pid for process in self._running]

    def stop(self) -> None:
        """End every process that learns now; a caller that waits for one gets `LearningFailed`."""
        with self._lock:
            for process in self._running:
                process.kill()

    def close(self) -> None:
        """End every process that learns, and start no other."""
        self._closed = True
        self.stop()

    def _answered(self, job: bytes) -> bytes:
        with self._lock:
            if self._closed:
                raise LearningFailed("This process is being stopped.")
            process = subprocess.Popen(  # noqa: S603  (our own module, no text from outside)
                command(MODULE),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                start_new_session=True,
            )
            self._running.add(process)
        late = threading.Timer(self._seconds, process.kill)
        late.start()
        try:
            answer = _exchanged(process, job)
        finally:
            late.cancel()
            process.kill()
            with self._lock:
                self._running.discard(process)
            status = process.wait()
        if status == 0:
            return answer
        if status > 0:
            raise LearningFailed(answer.decode(errors="replace")[-MOST_REASON:])
        raise LearningFailed(f"It was ended (signal {-status}), at the latest after {self._seconds:g} seconds.")


def _exchanged(process: "subprocess.Popen[bytes]", job: bytes) -> bytes:
    """Return the answer to a job. The process's input stays open until then, so that it ends when this one dies."""
    if process.stdin is None or process.stdout is None:
        raise AssertionError("A process was started without pipes")
    with process.stdout:
        with suppress(BrokenPipeError):  # its status says why
            process.stdin.write(job)
            process.stdin.flush()
        answer = process.stdout.read()
    process.wait()
    with suppress(BrokenPipeError):
        process.stdin.close()
    return answer


def main() -> None:
    """Learn what one line of standard input says and write the classifier, or why there is none and status 1."""
    if sys.platform != "win32":
        os.nice(POLITE)
    bound_arithmetic()
    job = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, name="input", daemon=True).start()
    try:
        answer, status = _learned(job), 0
    except Exception:
        answer, status = traceback.format_exc().encode(errors="replace"), 1
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    # The other thread still reads: taking the interpreter down beside it may fail.
    os._exit(status)


def _learned(job: dict[str, Any]) -> bytes:
    encoder = None if job["encoder"] is None else LocalEncoder.load(Path(job["encoder"]))
    agents = [Agent(**fields) for fields in job["agents"]]
    corrections = [(text, agent) for text, agent in job["corrections"]]
    return train(agents, corrections, encoder, learning=job["learning"]).to_bytes()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
