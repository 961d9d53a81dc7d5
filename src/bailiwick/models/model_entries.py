"""What is said of a model in a list, and where each of it comes from."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypedDict

from bailiwick.models.connections import FactOrigin, ModelFacts
from bailiwick.models.context import place_in_tables
from bailiwick.models.listing import ListedModel, ModelEntry
from bailiwick.models.names import ModelName
from bailiwick.models.personal import PersonalCatalog
from bailiwick.models.prices import context_tokens, price
from bailiwick.models.sources import ReachedProvider
from bailiwick.models.states import SourceStates


def entry_of(name: str, view: PersonalCatalog, states: SourceStates, *, default: bool) -> ModelEntry:
    """Return the entry of a model; takes a while at first, when the tables are loaded."""
    provider, model = ModelName.read(name)
    source = view.source(provider)
    health = view.usable(name)
    known, origins = (ModelFacts(), {}) if source is None else facts_of(source, model, states)
    return ModelEntry(
        name=name,
        provider=provider,
        kind=provider if source is None else source.provider.name,
        connection_id=None if source is None or source.connection is None else source.connection.id,
        personal=source is not None and source.personal,
        usable=view.callable(name).healthy,
        detail=health.detail or _where(source),
        lack=next(iter(health.lacks), None),
        default=default,
        input_price=known.input_price,
        output_price=known.output_price,
        context_tokens=known.context_tokens,
        tools=known.tools,
        images=known.images,
        thinking=known.thinking,
        **_origins(origins),
    )


def listed_of(model: str, source: ReachedProvider, states: SourceStates) -> ListedModel:
    """Return a model that a provider lists with what is known of it; takes as long."""
    known, origins = facts_of(source, model, states)
    return ListedModel(model=model, facts=known, **_origins(origins))


def facts_of(source: ReachedProvider, model: str, states: SourceStates) -> tuple[ModelFacts, dict[str, FactOrigin]]:
    """Return what is known of a model, and where each comes from: by hand, by its provider, by tables."""
    by_hand = source.connection.facts.get(model) if source.connection is not None else None
    ways: tuple[tuple[FactOrigin, Callable[[], ModelFacts | None]], ...] = (
        (FactOrigin.HAND, lambda: by_hand),
        (FactOrigin.PROVIDER, lambda: states.facts_of(source).get(model)),
        (FactOrigin.TABLE, lambda: _by_tables(source, model)),
    )
    known: dict[str, Any] = {}
    origins: dict[str, FactOrigin] = {}
    for origin, look in ways:
        facts = look()
        for each in fields(ModelFacts):
            value = None if facts is None else getattr(facts, each.name)
            if value is not None and each.name not in known:
                known[each.name], origins[each.name] = value, origin
    return ModelFacts(**known), origins


class _Origins(TypedDict):
    price_from: FactOrigin | None
    context_from: FactOrigin | None
    abilities_from: FactOrigin | None


def _origins(origins: Mapping[str, FactOrigin]) -> _Origins:
    return {
        "price_from": origins.get("input_price"),
        "context_from": origins.get("context_tokens"),
        "abilities_from": origins.get("tools") or origins.get("images") or origins.get("thinking"),
    }


def _by_tables(source: ReachedProvider, model: str) -> ModelFacts:
    from bailiwick.models.abilities import abilities  # the model library takes over a second to import

    place = place_in_tables(source, model)
    listed = price(*place)
    can = abilities(source.provider.name, model)
    return ModelFacts(
        input_price=listed.input if listed else None,
        output_price=listed.output if listed else None,
        context_tokens=context_tokens(*place),
        tools=can.tools,
        images=can.images,
        thinking=can.thinking,
    )


def _where(source: ReachedProvider | None) -> str:
    return f"at {source.access.url}" if source is not None and source.access.url else ""
