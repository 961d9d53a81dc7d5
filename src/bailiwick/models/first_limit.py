"""A first limit on what calls of models cost: asked for when a provider is connected that takes money."""

from typing import Protocol

from bailiwick.people.records import User
from bailiwick_router.core.language import Language

SUGGESTED = 5.0
"""US dollars a day."""


class FirstLimit(Protocol):
    """Limits what everybody's calls cost in a day."""

    async def is_lacking(self, user: User) -> bool:
        """Whether nothing limits what everybody's calls cost."""
        ...

    async def set_daily(self, user: User, money: float, language: Language) -> None:
        """Limit it to so many US dollars a day. Raises `InvalidInput`, `Forbidden`."""
        ...
