"""A program can be started at any moment, also while the router learns and arithmetic has several threads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "support" / "learn_and_start.py"


@pytest.mark.long
def test_a_program_that_is_started_while_the_router_learns_stops_nothing(database_urls, tmp_path):
    # Threads that a person asked for: those are what a fork waits for.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "2", "PYTHONFAULTHANDLER": "1"}
    done = subprocess.run(
        [sys.executable, PROGRAM, database_urls.owner, tmp_path],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
