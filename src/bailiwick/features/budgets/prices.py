"""What a model call costs: as an operator says, else by list price, else a cautious guess; local models are free."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bailiwick.features.budgets.settings import BudgetSettings
from bailiwick.models.names import ModelName
from bailiwick.models.prices import ModelPrice, price
from bailiwick.models.providers import PROVIDERS

FREE = frozenset(("offline", "scripted", "ollama"))
"""Providers whose models cost nothing unless a price is set."""


@dataclass(frozen=True, slots=True)
class CallPrice:
    """US dollars per million tokens."""

    input: float
    output: float
    set_here: bool = False
    """Whether an operator set it for limits, so that it counts in place of the list's."""


class Prices:
    """Prices by the full name of a model; each is looked up once."""

    def __init__(self, settings: BudgetSettings, listed: Callable[[str], ModelPrice | None] | None = None) -> None:
        """`listed` returns the list price of a model, which may take its time; None where it is not known."""
        self._settings = settings
        self._listed = listed or list_price
        self._known: dict[str, CallPrice] = {}

    async def of(self, model: str) -> CallPrice:
        """Return what limits count for a model."""
        if model not in self._known:
            self._known[model] = self._set(model) or await self._found(model)
        return self._known[model]

    def _set(self, model: str) -> CallPrice | None:
        provider = ModelName.read(model).provider
        given = self._settings.model_prices.get(model) or self._settings.model_prices.get(provider)
        if given is not None:
            return CallPrice(*given, set_here=True)
        return CallPrice(0.0, 0.0) if provider in FREE else None

    async def _found(self, model: str) -> CallPrice:
        # In a thread: the price tables take half a second to load.
        found = await asyncio.to_thread(self._listed, model)
        if found is None:
            return CallPrice(self._settings.unknown_input_price, self._settings.unknown_output_price)
        return CallPrice(found.input, found.output)


def list_price(model: str) -> ModelPrice | None:
    """Return the list price of a model by its full name; None where it is not known."""
    name = ModelName.read(model)
    provider = next((each for each in PROVIDERS if each.name == name.provider), None)
    return None if provider is None else price(provider.prices or provider.name, name.model)
