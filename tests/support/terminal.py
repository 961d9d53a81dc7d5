"""Commands as people and builds use them: each a process of its own, on a data directory and a database of its own."""

import json
import os
from pathlib import Path
from typing import Any

from bailiwick.kernel.database.urls import DatabaseUrls
from support import forked_commands


class Terminal:
    """Runs commands against a database of their own."""

    def __init__(self, home: Path, urls: DatabaseUrls) -> None:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("BAILIWICK_", "OPENAI_"))}
        own = {
            "BAILIWICK_HOME": str(home),
            "BAILIWICK_DATABASE_URL": urls.owner,
            "BAILIWICK_OLLAMA_URL": "",
            "COLUMNS": "200",
            "BAILIWICK_ROUTING_EXAMPLES": "false",
        }
        self.environment = {**ours, **own}

    def run(self, *arguments: str, status: int = 0, given: str = "") -> str:
        """Run a command and return what it printed; where it fails, its errors too."""
        done = forked_commands.run(list(arguments), self.environment, given=given.encode())
        out, errors = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == status, out + errors
        assert "Traceback" not in errors
        return out if status == 0 else out + errors

    def read(self, *arguments: str, status: int = 0, given: str = "") -> Any:
        """Run a command with --json and return what it printed."""
        return json.loads(self.run(*arguments, "--json", status=status, given=given).splitlines()[0])
