"""Named peers on PyPI, each in an environment of its own under `.venv/peers`, so that none of it is in the product's.

`bench/peers/<name>.txt` fixes every version and hash; its first lines say how it is made from `<name>.in`.
"""

import hashlib
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from bailiwick.storage.file_lock import FileLock

WANTED = Path(__file__).parent / "peers"
CACHE = Path(sys.prefix) / "peers"
SECONDS = 300


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
                    [_python(new), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock],
                    check=True,
                    timeout=SECONDS,
                )
                # A folder of this name is whole: it appears at once, by being renamed.
                new.rename(folder)
    return _python(folder)


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
