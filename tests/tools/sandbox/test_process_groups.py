"""The kernel itself holds the number of processes, whoever the server runs as."""

import os
import subprocess

import pytest

from bailiwick.tools.confined import Confinement
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.groups import process_groups

SPAWN = "n=0; while [ $n -lt 300 ]; do sleep 60 & n=$((n+1)); echo $n; done"


def test_no_more_processes_start_than_are_allowed_although_nobody_watches(sandbox: BubblewrapSandbox):
    if os.geteuid() == 0 and process_groups() is None:
        pytest.skip("root may make no control groups here, so that only the watch counts")
    limits = sandbox.limits.evolve(processes=20)
    command = sandbox.confine(Confinement(limits=limits), ["/bin/sh", "-c", SPAWN])
    done = subprocess.run(command.argv, env=dict(command.environment), capture_output=True, text=True, timeout=60)
    started = [int(line) for line in done.stdout.split()]
    assert started
    assert started[-1] <= limits.processes
    assert done.returncode != 0


def test_a_folder_that_is_no_control_group_is_not_used(tmp_path):
    own = tmp_path / "own"
    own.write_text("8:pids:/elsewhere\n0::/nowhere\n")
    assert process_groups(tmp_path / "none", own) is None
    own.write_text("")
    assert process_groups(own=own) is None
