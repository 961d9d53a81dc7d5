"""Writes docs/reference and the web app's types from the code, and the examples into the pages that show them.

`python docs/generate.py` writes, `python docs/generate.py --check` says what would change and fails if anything would.
"""

import difflib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

# The reference shows defaults, not what happens to be set where it is written.
for name in [name for name in os.environ if name.startswith("BAILIWICK_")]:
    del os.environ[name]
os.environ["BAILIWICK_HOME"] = "/nonexistent"
os.environ["LC_ALL"] = "C"  # its pages are in English

from generator import acts, agents, cli, client, events, http, includes, model_faults, settings, tools  # noqa: E402  (after the environment)

DOCS = Path(__file__).resolve().parent
PAGES: dict[str, Callable[[], str]] = {
    "reference/settings.md": settings.page,
    "reference/cli.md": cli.page,
    "reference/http.md": http.page,
    "reference/events.md": events.page,
    "reference/agent-fields.md": agents.fields_page,
    "reference/builtin-agents.md": agents.roster_page,
    "reference/tools.md": tools.page,
    "reference/model-faults.md": model_faults.page,
    "reference/audit.md": acts.page,
}
CLIENT: dict[str, Callable[[], str]] = {
    "ui/src/client/openapi.json": client.openapi,
    "ui/src/client/events.ts": client.events,
    "ui/src/client/locales/en.json": partial(client.texts, "en"),
    "ui/src/client/locales/es.json": partial(client.texts, "es"),
}


def wanted() -> dict[Path, str]:
    """Return every generated file with the text it should have."""
    texts = {DOCS / name: page() for name, page in PAGES.items()}
    texts |= {DOCS.parent / name: write() for name, write in CLIENT.items()}
    for path in [*sorted(DOCS.rglob("*.md")), DOCS.parent / "README.md"]:
        if path not in texts:
            texts[path] = includes.filled(path)
    return texts


def main(check: bool) -> int:
    """Write or check all files; return the exit status."""
    changed = 0
    for path, text in wanted().items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            continue
        changed += 1
        if check:
            name = str(path.relative_to(DOCS.parent))
            sys.stdout.writelines(
                difflib.unified_diff(
                    before.splitlines(True), text.splitlines(True), f"{name} (as it is)", f"{name} (as it should be)"
                )
            )
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path.relative_to(DOCS.parent)}\n")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
