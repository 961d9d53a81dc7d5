"""A small web app as the build leaves it, for tests that need no more than its shape."""

import gzip
import re  # noqa: TID251  (own fixed pattern)
from pathlib import Path

from bailiwick.faces.web import PAGES, WebApp

NAVIGATION = (Path(__file__).parents[2] / "ui" / "src" / "app" / "pages.ts").read_text(encoding="utf-8")
NAMES = re.findall(r"\bto: '/([\w-]*)", NAVIGATION)
"""What the addresses of the app's pages begin with."""

INDEX = """<!doctype html>
<html lang="en" data-root="">
  <head>
    <meta charset="utf-8" />
    <meta name="csp-nonce" content="" />
    <title>Bailiwick</title>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <script src="./assets/theme-1.js"></script>
    <script type="module" crossorigin src="./assets/index-JFiRLYgw.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-xz-AyJsO.css">
  </head>
  <body><div id="root"></div></body>
</html>
"""
SCRIPT = b"export const answer = 42\n" * 100
FILES = {
    "index.html": INDEX.encode(),
    "favicon.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "built-from": b"0" * 64,
    PAGES: "\n".join(NAMES).encode(),
    "assets/theme-1.js": b"'use strict'\n",
    "assets/index-JFiRLYgw.js": SCRIPT,
    "assets/index-JFiRLYgw.js.gz": gzip.compress(SCRIPT, mtime=0),
    "assets/index-xz-AyJsO.css": b"body { margin: 0 }\n",
    "assets/Main-Regular-Dr94JaBh.woff2": b"wOF2",
}


def built_web_app(folder: Path) -> WebApp:
    """Write the app into `folder` and read it as a server does."""
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return WebApp.read(folder)
