"""Where the browser of the browser tests is."""

import os
import shutil
from pathlib import Path

LEAN = "chromium-headless-shell"
"""The same browser without its windows; it takes about 40 % less processor time."""
NAMES = (LEAN, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MACOS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
VARIABLE = "BAILIWICK_TEST_CHROMIUM"
ADVICE = (
    f"no Chromium: run `make browser`, install the package `chromium`, or set {VARIABLE} to the path of a Chromium, "
    "Chrome or Edge"
)


def find_chromium(playwrights_own: str) -> Path | None:
    """Return the browser to test with: the one that is asked for, the system's, or the one Playwright fetched."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    places = [Path(found) for name in NAMES if (found := shutil.which(name))]
    return next((place for place in (*places, *MACOS, Path(playwrights_own)) if place.exists()), None)
