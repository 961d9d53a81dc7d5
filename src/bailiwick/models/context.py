"""How much a model reads and writes in one call."""

import asyncio

from bailiwick.models.prices import context_tokens
from bailiwick.models.sources import ReachedProvider
from bailiwick.models.states import SourceStates


async def context_of(source: ReachedProvider, model: str, states: SourceStates) -> int | None:
    """Return how many tokens a model of a source reads and writes in one call, as set by hand, by its provider or by
    tables; None where that is not known."""
    by_hand = source.connection.facts.get(model) if source.connection is not None else None
    for facts in (by_hand, states.facts_of(source).get(model)):
        if facts is not None and facts.context_tokens is not None:
            return facts.context_tokens
    place = place_in_tables(source, model)
    if place not in states.tabled_contexts:
        # In a thread: the tables take half a second to load.
        states.note_tabled(place, await asyncio.to_thread(context_tokens, *place))
    return states.tabled_contexts[place]


def place_in_tables(source: ReachedProvider, model: str) -> tuple[str | None, str, str | None]:
    """Return by which provider, name and address the tables know a model."""
    provider = source.provider
    if provider.name in ("openai-compatible", "openrouter"):
        return None, model, source.access.url
    return provider.prices or provider.name, model, None
