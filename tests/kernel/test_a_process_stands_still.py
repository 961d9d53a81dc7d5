"""A server or worker whose loop stands still ends by itself, says where it stood, and the next start goes on."""

import os
import subprocess
import sys

from bailiwick.kernel.database.embedded import EmbeddedServer

FROZEN = """
import ctypes
from bailiwick.faces import serve
from bailiwick.faces.cli import main

def stand_still(*_):
    print("standing still", flush=True)
    ctypes.PyDLL(None).sleep(600)  # with the interpreter held, as a fork that waits for a thread

serve._greet = serve._until_stopped = stand_still
main()
"""


def test_what_stands_still_ends_with_what_it_did_and_the_next_start_adopts_its_database(home):
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("BAILIWICK_", "OPENAI_"))}
    settings = {"BAILIWICK_HOME": str(home), "BAILIWICK_OLLAMA_URL": "", "BAILIWICK_WATCHDOG_SECONDS": "8"}
    databases = []
    try:
        for command in (["serve", "--port", "0"], ["worker"]):
            frozen = subprocess.run(
                [sys.executable, "-c", FROZEN, *command],
                env={**ours, **settings},
                timeout=100,
                check=False,
                capture_output=True,
                text=True,
            )
            assert (frozen.returncode, frozen.stdout) == (1, "standing still\n"), frozen.stderr
            assert "Timeout (0:00:08)!" in frozen.stderr
            assert "in stand_still" in frozen.stderr
            databases.append((home / "postgres" / "postmaster.pid").read_text().splitlines()[0])
        assert databases[0] == databases[1]
    finally:
        assert EmbeddedServer.start(home).close()
