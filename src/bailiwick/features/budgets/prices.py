"""What a model call costs: as an operator says, else by what is known of the model, else a cautious guess."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bailiwick.features.budgets.settings import BudgetSettings
from bailiwick.models.names import ModelName
from bailiwick.models.prices import KnownPrice

FREE = frozenset(("offline", "scripted", "ollama"))
"""Kinds of providers whose models cost nothing unless a price is set."""

LooksUp = Callable[[str, str], Awaitable[KnownPrice]]
"""Given a model's full name and a user, returns what is known of its price for that user."""


@dataclass(frozen=True, slots=True)
class CallPrice:
    """US dollars per million tokens."""

    input: float
    output: float
    set_here: bool = False
    """Whether an operator set it for limits, so that it counts in place of the list's."""


class Prices:
    """Prices by the full name of a model."""

    def __init__(self, settings: BudgetSettings, looks_up: LooksUp) -> None:
        self._settings = settings
        self._looks_up = looks_up

    async def of(self, model: str, user_id: str) -> CallPrice:
        """Return what limits count for a model that is called for a user."""
        provider = ModelName.read(model).provider
        given = self._settings.model_prices.get(model) or self._settings.model_prices.get(provider)
        if given is not None:
            return CallPrice(*given, set_here=True)
        if provider in FREE:
            return CallPrice(0.0, 0.0)
        known = await self._looks_up(model, user_id)
        if known.price is not None:
            return CallPrice(known.price.input, known.price.output)
        if known.kind in FREE:
            return CallPrice(0.0, 0.0)
        return CallPrice(self._settings.unknown_input_price, self._settings.unknown_output_price)
