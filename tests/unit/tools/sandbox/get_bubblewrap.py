"""Installs bubblewrap for the tests of the sandbox where it is missing; says so and goes on where it may not."""

import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from bailiwick.settings import Settings
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox

SECONDS = 300


def main() -> None:
    """Try the system's packages; then say what keeps the tests from running, if anything does."""
    if platform.system() == "Linux" and not shutil.which("bwrap"):
        install()
    with tempfile.TemporaryDirectory(prefix="bailiwick-probe-") as home:
        reason = BubblewrapSandbox(Settings(home=Path(home))).unavailable
    if reason:
        print(f"The tests of the sandbox will be skipped: {reason.text()}", flush=True)


def install() -> None:
    """Install bubblewrap from the system's packages, as far as this user may."""
    if not (shutil.which("apt-get") and os.geteuid() == 0):
        return
    print("Fetching bubblewrap for the tests of the sandbox…", flush=True)
    quiet = ("-qq", "-o", "Dpkg::Use-Pty=0")
    if run("apt-get", *quiet, "update"):
        run("apt-get", *quiet, "install", "--yes", "--no-install-recommends", "bubblewrap")


def run(*command: str) -> bool:
    """Run a program that installs something and say whether it did."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    main()
