"""Builds the web app into the Python package, where what is there is not current: `python ui/build_web_app.py`."""

import gzip
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from npm import PACKAGE, SKIP, UI, NpmFailed, install, is_skipped, npm, only_one, say, shortened

WEB = PACKAGE / "web"
STAMP = "built-from"
"""Name of the file that says which sources the built ones come from."""
LEFT_OUT = {"node_modules", "generated", "__pycache__"}
COMPRESSED = {".js", ".css", ".svg", ".json", ".html", ".map", ".webmanifest", ".txt"}
WORTH_COMPRESSING = 1024
WITHOUT = f"Set {SKIP}=1 to go on without the web app; the API and the command line need nothing of it."


def is_due() -> bool:
    """Whether the built files are missing or come from other sources than those that are here."""
    if is_skipped():
        return False
    try:
        return (WEB / STAMP).read_text(encoding="ascii") != digest()
    except FileNotFoundError:
        return True


def digest() -> str:
    """Return a fingerprint of all that the built files depend on: sources, configuration, lock."""
    found = hashlib.sha256()
    for path in sources(UI):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        found.update(f"{path.relative_to(UI).as_posix()} {content}\n".encode())
    return found.hexdigest()


def sources(folder: Path) -> Iterator[Path]:
    """Yield the files that a build depends on, in an order that is the same everywhere."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.startswith(".") or path.name in LEFT_OUT or ".test." in path.name:
            continue
        if path.is_dir():
            yield from sources(path)
        else:
            yield path


def build() -> None:
    """Build the web app if that is due. Raises `NpmFailed`; what was built before then stays."""
    if not is_due():
        return
    with only_one():
        # Somebody else may have built it meanwhile.
        if not is_due():
            return
        stamp = digest()
        for leftover in PACKAGE.glob(".web-*"):
            shutil.rmtree(leftover)
        install()
        say("Building the web app…")
        with tempfile.TemporaryDirectory(dir=PACKAGE, prefix=".web-") as folder:
            new, old = Path(folder) / "new", Path(folder) / "old"
            done = npm(("run", "--silent", "build"), output=subprocess.PIPE, environment={"BAILIWICK_UI_OUT": str(new)})
            if done.returncode or not (new / "index.html").is_file():
                raise NpmFailed(f"`npm run build` could not build the web app.\n{shortened(done.stdout)}")
            compress(new)
            (new / STAMP).write_text(stamp, encoding="ascii")
            if WEB.exists():
                WEB.rename(old)
            new.rename(WEB)


def compress(folder: Path) -> None:
    """Put a gzip beside every file that gets much smaller by it; the first page is not served as it is."""
    for path in list(folder.rglob("*")):
        if path.suffix not in COMPRESSED or path.name == "index.html" or path.stat().st_size < WORTH_COMPRESSING:
            continue
        content = path.read_bytes()
        small = gzip.compress(content, 9, mtime=0)
        if len(small) < 0.9 * len(content):
            path.with_name(f"{path.name}.gz").write_bytes(small)


def main() -> int:
    """Build, or say in a sentence why that did not work."""
    try:
        build()
    except NpmFailed as failure:
        say(f"{failure}\n{WITHOUT}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
