"""The default model, built before anybody asks: its provider's client takes seconds to import."""

from contextlib import suppress

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.breaker import UNGUARDED
from bailiwick.models.catalog import Catalog
from bailiwick.models.names import ModelName


async def build_default(catalog: Catalog) -> None:
    """Build the model of agents that name none, if a provider has it and it is usable."""
    with suppress(CallFailed, InvalidInput):
        models = await catalog.of(None)
        name = models.resolve(None)
        if ModelName.read(name).provider not in UNGUARDED:
            await models.context_tokens(name)
            await catalog.model(name)
