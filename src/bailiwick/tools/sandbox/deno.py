"""How JavaScript runs: Deno, with the few libraries it is linked to and nothing else of this machine."""

import platform
from collections.abc import Sequence
from pathlib import Path

from bailiwick.core.sandbox import Mount
from bailiwick.tools.sandbox.confinement import WORK

INSIDE = "/opt/bin/deno"
CACHE = "/tmp/deno"  # noqa: S108  (inside the sandbox, where nobody else is)
LIBRARIES = ("libdl.so.2", "libgcc_s.so.1", "librt.so.1", "libpthread.so.0", "libm.so.6", "libc.so.6")
LOADERS = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}
"""Where programs for the GNU C library look for their loader, by `platform.machine()`."""
FLAGS = ("--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--quiet")
HEAP_SHARE = 0.75
"""Of the memory limit for V8's heap, so that a program that fills it ends with V8's own message."""


def find_deno() -> Path | None:
    """Return the Deno that was installed with this package; nothing if it was not."""
    try:
        from deno import find_deno_bin  # here, because a system may lack it: there is no Deno for every machine
    except ImportError:
        return None
    try:
        return Path(find_deno_bin())
    except FileNotFoundError:
        return None


def mounts(deno: Path, *, libraries: bool = True) -> Sequence[Mount]:
    """Return what Deno needs to run, without `libraries` where there is a `/usr` already.

    Raises `FileNotFoundError` naming a library that this machine lacks.
    """
    if not libraries:
        return [Mount(deno, INSIDE)]
    machine = platform.machine()
    folders = [
        Path(f"/lib/{machine}-linux-gnu"),
        Path("/lib64"),
        Path(f"/usr/lib/{machine}-linux-gnu"),
        Path("/usr/lib"),
    ]
    found = [Mount(deno, INSIDE), Mount(Path(LOADERS[machine]), LOADERS[machine])]
    for library in LIBRARIES:
        place = next((folder / library for folder in folders if (folder / library).exists()), None)
        if place is None:
            raise FileNotFoundError(library)
        found.append(Mount(place, f"/lib/{library}"))
    return found


def environment() -> dict[str, str]:
    """Return what Deno is told by its environment."""
    return {"DENO_DIR": CACHE, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


def script(memory_bytes: int, *, reads: str = f"{WORK},/tmp") -> Sequence[str]:
    """Return the command that runs a module from standard input, in TypeScript or JavaScript."""
    heap = int(memory_bytes * HEAP_SHARE) // 1024**2
    files = (f"--allow-read={reads}", f"--allow-write={WORK},/tmp")
    return (INSIDE, "run", *FLAGS, *files, f"--v8-flags=--max-old-space-size={heap}", "--allow-env", "--ext=ts", "-")
