"""Limits on how often something may be done."""

from typing import Protocol


class RateStore(Protocol):
    """Sliding windows that all processes share."""

    async def hit(self, user_id: str, subject: str, limit: int, window_seconds: float) -> float | None:
        """Count one use of `subject` unless there were `limit` in the last `window_seconds`.

        Returns nothing when it was counted, else the seconds until there is room. By the database's clock.
        """
        ...
