"""The moment at which this process begins to stop."""

import asyncio


class Draining:
    """Tells open streams to end and readiness to say no; begins once and never ends."""

    def __init__(self) -> None:
        self._begun = asyncio.Event()

    @property
    def begun(self) -> bool:
        """Whether this process is stopping."""
        return self._begun.is_set()

    def begin(self) -> None:
        """Begin; call it in the event loop that serves."""
        self._begun.set()

    async def wait(self) -> None:
        """Return when it has begun."""
        await self._begun.wait()
