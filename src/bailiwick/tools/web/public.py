"""The way out."""

from bailiwick.settings import Settings


class PublicWeb:
    """Port `Web`: public addresses only."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
