"""The sandbox on bubblewrap."""

from bailiwick.settings import Settings


class BubblewrapSandbox:
    """Port `Sandbox` on bubblewrap."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def unavailable(self) -> str | None:
        """Why nothing can run here."""
        return "bubblewrap was not found."
