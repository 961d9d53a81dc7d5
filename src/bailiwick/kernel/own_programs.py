"""How this product starts programs of its own: Python modules in processes that know as little as possible."""

import os
import sys

from bailiwick.kernel.arithmetic import THREADS

PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "PYTHONPYCACHEPREFIX", *THREADS)
"""Environment variables that such a process gets."""


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return how a module of this package is started as a program."""
    return (sys.executable, "-P", "-m", module, *arguments)


def environment() -> dict[str, str]:
    """Return what Python needs to start and to find this package.

    Keys and addresses of this process are none of the other's business. Arithmetic has one thread there too.
    """
    passed = {name: value for name in PASSED_ON if (value := os.environ.get(name)) is not None}
    return {**dict.fromkeys(THREADS, "1"), **passed, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
