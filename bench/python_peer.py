"""Named peers on PyPI, each in an environment of its own under `.venv/peers`, so that none of it is in the product's.

`bench/peers/<name>.txt` fixes every version and hash; its first lines say how it is made from `<name>.in`. A module of
this package that imports the peer is run there, and asked line by line what to do.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from bailiwick.kernel.database.file_lock import FileLock

ROOT = Path(__file__).parents[1]
WANTED = Path(__file__).parent / "peers"
CACHE = Path(sys.prefix) / "peers"
SECONDS = 300


class Asked:
    """A program in a process of its own that answers each order with what it measured."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.process = psutil.Process(process.pid)

    def ask(self, **order: Any) -> dict[str, Any]:
        """Have something done, and wait for it."""
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(json.dumps(order) + "\n")
        pipe_in.flush()
        return json.loads(pipe_out.readline())


@contextmanager
def asked(python: str | Path, module: str, *arguments: str) -> Generator[Asked]:
    """Run a module of the bench until the end."""
    command = [python, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Asked(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def python_of(name: str) -> Path:
    """Return the Python that can import a peer, installed if it is not there yet."""
    lock = WANTED / f"{name}.txt"
    folder = CACHE / f"{name}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock.acquire(CACHE / ".busy", timeout=SECONDS):
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(dir=CACHE) as unfinished:
                new = Path(unfinished) / "new"
                venv.create(new, with_pip=True)
                subprocess.run(
                    [_python(new), "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", lock],
                    check=True,
                    timeout=SECONDS,
                )
                # A folder of this name is whole: it appears at once, by being renamed.
                new.rename(folder)
    return _python(folder)


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
