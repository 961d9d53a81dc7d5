"""Opens the web app where the person sits in front of this machine."""

import os
import sys
import webbrowser
from collections.abc import Mapping


def can_open(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser would open before the eyes of who started this, and not inside this terminal."""
    if "SSH_CONNECTION" in environment or "CI" in environment:
        return False
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_page(address: str) -> bool:
    """Open `address` in the person's browser; return whether one took it."""
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
