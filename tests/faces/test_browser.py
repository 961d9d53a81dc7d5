import os
import subprocess
import sys
from pathlib import Path

import pytest

from bailiwick.kernel.terminal.browser import can_open


@pytest.mark.parametrize(
    ("environment", "platform", "opens"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "x"}, "darwin", False),
        ({}, "win32", True),
        ({"CI": "true", "DISPLAY": ":0"}, "linux", False),
    ],
)
def test_a_browser_opens_only_where_somebody_sees_it(environment: dict[str, str], platform: str, opens: bool):
    assert can_open(environment, platform) is opens


@pytest.mark.skipif(os.name == "nt", reason="the browser of this test is a shell script")
def test_the_persons_own_browser_gets_the_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{seen}"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    code = "import sys; from bailiwick.kernel.terminal.browser import open_page; sys.exit(not open_page(sys.argv[1]))"
    address = "http://127.0.0.1:8420/login?token=x"
    assert subprocess.run([sys.executable, "-c", code, address], check=False).returncode == 0
    assert seen.read_text() == address
