"""Where code that nobody has checked runs."""

from typing import Protocol


class Sandbox(Protocol):
    """Runs programs that can reach nothing but their workspace."""

    @property
    def unavailable(self) -> str | None:
        """Why nothing can run here and what to do about it, in one sentence; nothing when it works."""
        ...
