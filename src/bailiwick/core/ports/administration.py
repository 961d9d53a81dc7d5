"""What administrators set for all, what is deleted for its age, and what a person takes along."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Protocol


class InstallationStore(Protocol):
    """Settings of the installation that administrators change while it runs."""

    async def get(self, user_id: str, name: str) -> Any:
        """Return the value (JSON) that was set last; nothing when nobody has."""
        ...

    async def put(self, user_id: str, name: str, value: Any) -> None:
        """Set a value. Raises `Forbidden` unless the user is owner or administrator."""
        ...


class AccountStore(Protocol):
    """Everything of one person."""

    def everything(self, user_id: str) -> AsyncIterator[tuple[str, bytes]]:
        """Yield the name of a file and a piece of it, piece after piece, file after file; no secrets."""
        ...


class RetentionStore(Protocol):
    """Old data. What is at work, pinned or unread is never counted or deleted."""

    async def count(self, user_id: str, kind: str, before: datetime) -> int:
        """Return how much of a kind is older than a time, at most 10,000."""
        ...

    async def delete(self, user_id: str, kind: str, before: datetime) -> int:
        """Delete a batch of what is older; return how much, 0 when nothing is left."""
        ...
