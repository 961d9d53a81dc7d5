"""Keeps what pages show of example files, and of what they print, equal to the files.

`<!-- include: examples/x.py -->` and `<!-- output: examples/x.py -->` stand before a fenced block; the block is the
file's text, or what running it prints. Paths are relative to docs/.
"""

import os
import re  # noqa: TID251  (own fixed pattern)
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- (include|output): (\S+) -->\n```(\w*)\n.*?^```$", re.DOTALL | re.MULTILINE)


def filled(page: Path) -> str:
    """Return the page's text with every marked block as it should be."""

    def block(found: re.Match[str]) -> str:
        what, name, language = found.groups()
        text = (DOCS / name).read_text(encoding="utf-8") if what == "include" else printed(DOCS / name)
        return f"<!-- {what}: {name} -->\n```{language}\n{text.rstrip()}\n```"

    return BLOCK.sub(block, page.read_text(encoding="utf-8"))


@lru_cache
def printed(example: Path) -> str:
    """Return what an example prints. Raises `CalledProcessError` if it fails."""
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run([sys.executable, str(example)], check=True, capture_output=True, text=True, env=environment)
    return done.stdout
