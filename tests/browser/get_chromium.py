"""Installs a Chromium for the browser tests where there is none; says so and goes on where that is impossible.

Where packages may be installed it is the lean one, also beside a browser for people.
"""

import os
import shutil
import subprocess
import sys

from chromium import ADVICE, LEAN, VARIABLE, find_chromium
from playwright.sync_api import sync_playwright

SECONDS = 600


def main() -> None:
    """Try the system's packages, then Playwright's own download."""
    packages = bool(shutil.which("apt-get")) and os.geteuid() == 0
    if is_there() and (shutil.which(LEAN) or VARIABLE in os.environ or not packages):
        return
    print("Fetching Chromium for the browser tests…", flush=True)
    if packages:
        quiet = ("-qq", "-o", "Dpkg::Use-Pty=0")
        install = ("apt-get", *quiet, "install", "--yes", "--no-install-recommends", "fonts-liberation")
        if run("apt-get", *quiet, "update") and not run(*install, LEAN) and not is_there():
            run(*install, "chromium")
    if not is_there():
        run(sys.executable, "-m", "playwright", "install", "chromium")
    if not is_there():
        print(f"The browser tests will be skipped: {ADVICE}.", flush=True)


def is_there() -> bool:
    """Whether there is a browser to test with."""
    with sync_playwright() as playwright:
        return find_chromium(playwright.chromium.executable_path) is not None


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
