"""What a killed run of the tests leaves behind is taken away when another one begins."""

import subprocess
import sys
from pathlib import Path

import psutil

from bailiwick.kernel.database.embedded import EmbeddedServer
from support.postgres import PREFIX, sweep

STARTED = """
import sys, time
from pathlib import Path
from bailiwick.kernel.database.embedded import EmbeddedServer
server = EmbeddedServer.start(Path(sys.argv[1]))
print("up", flush=True)
sys.stdin.read()
"""


def test_the_server_and_the_folder_of_a_killed_run_go_and_those_of_one_that_lives_stay(tmp_path: Path) -> None:
    killed, living, in_the_making = (tmp_path / f"{PREFIX}{name}" for name in ("killed", "living", "new"))
    in_the_making.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, str(killed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "up\n"
        run.kill()
    [pid_file] = killed.glob("postgres/**/postmaster.pid")
    server = psutil.Process(int(pid_file.read_text().splitlines()[0]))
    with EmbeddedServer.start(living):
        sweep(tmp_path)
        assert not killed.exists()
        # The process that looks after orphans here may take a while to bury it.
        assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE
        assert list(living.glob("postgres/**/postmaster.pid"))
        assert in_the_making.exists()
