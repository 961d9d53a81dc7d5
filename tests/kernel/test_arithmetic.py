"""Every program of the product has one thread of arithmetic, unless a person wants more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bailiwick.kernel.arithmetic import THREADS
from bailiwick.kernel.own_programs import environment

COUNTED = """
import os
import numpy
a = numpy.ones((600, 600), numpy.float32)
a @ a
print("threads", len(os.listdir("/proc/self/task")))
"""
STARTED = """
import contextlib, io, sys
nowhere = io.StringIO()
told = contextlib.redirect_stderr(nowhere), contextlib.redirect_stdout(nowhere)
with told[0], told[1], contextlib.suppress(SystemExit, AttributeError):
    {entry}
"""
ENTRIES = {
    "the command": "import bailiwick.faces.cli; sys.argv[1:] = ['--version']; bailiwick.faces.cli.main()",
    "a command that decides": (
        "import bailiwick.faces.cli; sys.argv[1:] = ['route', 'onion soup', '--json']; bailiwick.faces.cli.main()"
    ),
    # It finds nothing to do.
    "what learns": "import bailiwick.agents.releases.learning_apart as apart; sys.stdin = None; apart.main()",
    "the bench": "import bench.__main__; sys.argv[1:] = ['no such part']; bench.__main__.main()",
}
ALONE = {name: value for name, value in os.environ.items() if name not in THREADS}
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")


def begun(entry: str) -> str:
    return STARTED.format(entry=ENTRIES[entry])


def threads(program: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_point_gives_arithmetic_one_thread(entry):
    assert threads(begun(entry) + COUNTED, ALONE) == "threads 1\n"


def test_the_programs_that_the_product_starts_have_one_thread_of_arithmetic(monkeypatch):
    for name in THREADS:
        monkeypatch.delenv(name, raising=False)
    assert threads(COUNTED, environment()) == "threads 1\n"


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor has one thread at most")
def test_a_person_who_wants_more_gets_them(monkeypatch):
    wanted = {**ALONE, "OPENBLAS_NUM_THREADS": "2"}
    assert threads(begun("the command") + COUNTED, wanted) == "threads 2\n"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    assert threads(COUNTED, environment()) == "threads 2\n"


def test_nothing_of_the_product_brings_numpy_before_it_is_wanted():
    program = "import sys, bailiwick.faces.cli, bailiwick.opening, bailiwick.faces.http; print('numpy' in sys.modules)"
    assert threads(program, ALONE) == "False\n"
