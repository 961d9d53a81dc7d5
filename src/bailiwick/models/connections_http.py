"""Connections to model providers: made, changed, tried and removed."""

from typing import Annotated, Any

from fastapi import Body as Content
from fastapi import Query, Response
from pydantic import AfterValidator, Field
from starlette.requests import Request

from bailiwick.kernel.http.idempotency import KeyHeader, made_once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Flag, PathUuid, Reply, Whole, printable_name
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason
from bailiwick.models.breaker import Breakers
from bailiwick.models.catalog import Catalog
from bailiwick.models.connection_actions import Connections
from bailiwick.models.connections import (
    HIGHEST_PRICE,
    LARGEST_CONTEXT,
    LONGEST_ADDRESS,
    LONGEST_KEY,
    LONGEST_MODEL,
    LONGEST_NAME,
    MOST_MODELS,
    NAME_PATTERN,
    ConnectionKind,
    ConnectionUses,
    ModelConnection,
    ModelFacts,
    NewConnection,
)
from bailiwick.models.first_limit import SUGGESTED
from bailiwick.models.listing import ListedModel, ModelCheck
from bailiwick.models.providers import CONNECTED
from bailiwick.models.sources import is_given
from bailiwick.people.administrators import Administrator
from bailiwick.people.callers import Keeper, Reader

connections = router("model connections")

Price = Annotated[float, Field(ge=0, le=HIGHEST_PRICE, allow_inf_nan=False)]
ModelId = Annotated[str, Field(min_length=1, max_length=LONGEST_MODEL), AfterValidator(printable_name)]
ModelIfAny = Annotated[str, Field(max_length=LONGEST_MODEL), AfterValidator(lambda text: text and printable_name(text))]
Key = Annotated[str, Field(max_length=LONGEST_KEY, json_schema_extra={"writeOnly": True})]
Address = Annotated[str, Field(max_length=LONGEST_ADDRESS)]
Models = Annotated[list[ModelId], Field(max_length=MOST_MODELS)]


class FactsBody(Body):
    """What is set by hand of a model; what is left out is not."""

    input_price: Price | None = None
    """US dollars per million tokens read."""
    output_price: Price | None = None
    """US dollars per million tokens written."""
    context_tokens: Annotated[Whole, Field(ge=1, le=LARGEST_CONTEXT)] | None = None
    """How much it reads and writes in one call."""
    tools: Flag | None = None
    """Whether it can call tools."""
    images: Flag | None = None
    """Whether it can see pictures."""
    thinking: Flag | None = None
    """Whether it can think before it answers."""


Facts = Annotated[dict[ModelId, FactsBody], Field(max_length=MOST_MODELS)]


class NewModelConnection(Body):
    """A connection to be made."""

    kind: ConnectionKind
    """Whose protocol it speaks."""
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)] | None = None
    """Stands before the colon of its models' names; nothing for the kind's own, or one like it that is free."""
    address: Address = ""
    """Base address; nothing for the provider's own."""
    key: Key | None = None
    """Its key. No answer ever holds it."""
    for_everybody: Flag = True
    """Whether everybody's agents use it, which only administrators decide; else only the caller's."""
    models: Models = Field(default_factory=list)
    """What is offered in lists; nothing for all that the provider lists."""
    default_model: ModelIfAny = ""
    """What it is used with where nothing else is chosen."""
    facts: Facts = Field(default_factory=dict)
    """What is set by hand, by what the provider calls the model."""


class ModelConnectionChange(Body):
    """What is to be changed; what is left out stays."""

    address: Address | None = None
    """Another base address; the key has to come with it."""
    key: Key | None = None
    """Another key."""
    models: Models | None = None
    """What is offered in lists."""
    default_model: ModelIfAny | None = None
    """What it is used with where nothing else is chosen."""
    facts: Facts | None = None
    """All that is set by hand."""


class GivenProvider(Reply):
    """A provider of which the environment says how it is reached; it cannot be changed here."""

    name: str
    """Stands before the colon of its models' names."""
    kind: str
    address: str
    """Empty for its own, and for who does not administer the installation."""
    models: list[str]
    """Models worth offering."""


class OfferedProvider(Reply):
    """A kind of provider that can be connected."""

    kind: ConnectionKind
    address: str
    """Where it is, unless another address is given; empty where its own is meant, or one has to be given."""
    needs_key: bool
    needs_address: bool
    lack: Lack | None
    """What has to be installed first; None where nothing is missing."""


class DefaultModel(Reply):
    """The model of agents that name none."""

    model: str
    why: Reason
    """Why that one."""
    chosen: str | None
    """What an administrator chose; None where nobody did."""
    given: bool
    """Whether the environment says which it is, so that nothing can be chosen here."""


class RoutingModelChoice(Reply):
    """The model that is asked where messages go that the rules leave open, unless a release of routing names one."""

    model: str | None
    """Its full name; null where no model is asked."""
    why: Reason
    """Why that one, or none."""
    chosen: str | None
    """What an administrator chose; null where nobody did."""
    given: bool
    """Whether the environment says which it is, so that nothing can be chosen here."""


class ModelConnections(Reply):
    """How models are reached."""

    connections: list[ModelConnection]
    """The installation's, the oldest first, and then the caller's own."""
    lacks: dict[str, Lack]
    """What was missing, by the connection's id, as far as this process knows; it asks nobody for it."""
    given: list[GivenProvider]
    """What the environment says."""
    offered: list[OfferedProvider]
    """What can be connected."""
    default: DefaultModel
    routing: RoutingModelChoice
    may_share: bool
    """Whether the caller may add connections for everybody."""
    may_own: bool
    """Whether the caller may add connections of their own."""
    unlimited: bool
    """Whether nothing limits what everybody's calls cost, and the caller may set that."""
    suggested_limit: float
    """US dollars a day that are suggested then."""


class ListedModels(Reply):
    """What a provider says of its models."""

    models: list[ListedModel]
    lack: Lack | None
    """Why it did not say, where that is known."""
    failed: Reason | None
    """Why it did not say; None where it did."""


class ConnectionTest(Body):
    """Which model of a connection to try."""

    model: ModelId | None = None
    """What the provider calls it; nothing for the connection's default."""


class DefaultChoice(Body):
    """Which model is to be the default."""

    model: Annotated[str, Field(min_length=1, max_length=200)] | None
    """Its full name; null for the first that is usable."""


EXAMPLE = {
    "kind": "openai-compatible",
    "name": "groq",
    "address": "https://api.groq.com/openai/v1",
    "key": "gsk_example",
}
WRITE = (400, 401, 403, 409, 413, 415)


@connections.get(
    "/api/models/connections",
    operation_id="listModelConnections",
    summary="List model connections",
    responses=documented(401),
)
async def list_connections(caller: Reader, platform: CurrentPlatform) -> ModelConnections:
    """Return the connections that the caller's agents use, those of the environment, and what can be connected."""
    catalog, actions, user = platform[Catalog], platform[Connections], caller.user
    await catalog.discover()
    view = await catalog.of(user.id)
    may_share = actions.may_add(user, for_everybody=True)
    lacks = {
        source.connection.id: health.lacks[0]
        for source in view.sources
        if source.connection is not None and (health := catalog.state_of(source)).lacks
    }
    return ModelConnections(
        connections=list(await actions.list(user)),
        lacks=lacks,
        given=[
            GivenProvider(
                name=source.name,
                kind=source.provider.name,
                address=(source.access.url or "") if may_share else "",
                models=list(catalog.models_of(source)),
            )
            for source in view.sources
            if is_given(source) and catalog.models_of(source)
        ],
        offered=[
            OfferedProvider(
                kind=kind,
                address=provider.home,
                needs_key=provider.needs_key,
                needs_address=provider.needs_address,
                lack=provider.uninstalled(),
            )
            for kind, provider in CONNECTED.items()
        ],
        default=await _default(platform, user.id),
        routing=await _routing(platform, user.id),
        may_share=may_share,
        may_own=actions.may_add(user, for_everybody=False),
        unlimited=await actions.first_limit(user) is not None,
        suggested_limit=SUGGESTED,
    )


@connections.post(
    "/api/models/connections",
    operation_id="createModelConnection",
    summary="Connect a model provider",
    status_code=201,
    responses=documented(*WRITE),
    dependencies=[KeyHeader],
)
async def create_connection(
    request: Request,
    response: Response,
    body: Annotated[NewModelConnection, Content(examples=[EXAMPLE])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ModelConnection:
    """Keep a connection, its key sealed; its models are usable at once in every process."""
    new = NewConnection(
        kind=body.kind,
        name=body.name or "",
        address=body.address,
        key=body.key,
        for_everybody=body.for_everybody,
        models=tuple(body.models),
        default_model=body.default_model,
        facts=_facts(body.facts),
    )
    return await made_once(
        platform,
        caller.user.id,
        request,
        response,
        ModelConnection,
        lambda: platform[Connections].make(caller.user, new),
    )


@connections.put(
    "/api/models/connections/{id}",
    operation_id="changeModelConnection",
    summary="Change a model connection",
    responses=documented(400, 401, 403, 404, 409, 413, 415),
)
async def change_connection(
    connection_id: PathUuid,
    body: Annotated[ModelConnectionChange, Content(examples=[{"defaultModel": "llama-3.3-70b"}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ModelConnection:
    """Change what is given; null for the key takes it away. The name stays, since agents know its models by it."""
    said = body.given()
    changes: dict[str, Any] = {name: value for name, value in said.items() if value is not None or name == "key"}
    if body.facts is not None:
        changes["facts"] = _facts(body.facts)
    changed = await platform[Connections].change(caller.user, connection_id, changes)
    await platform[Breakers].close(changed.breaker)
    return changed


@connections.delete(
    "/api/models/connections/{id}",
    operation_id="deleteModelConnection",
    summary="Remove a model connection",
    status_code=204,
    responses=documented(401, 403, 404, 409),
)
async def delete_connection(
    connection_id: PathUuid,
    caller: Keeper,
    platform: CurrentPlatform,
    anyway: Annotated[bool, Query(description="Whether to remove it although its models are in use.")] = False,
) -> None:
    """Remove a connection with its key; agents that name one of its models use the default then, and say so."""
    await platform[Connections].delete(caller.user, connection_id, anyway=anyway)


@connections.get(
    "/api/models/connections/{id}/uses",
    operation_id="getModelConnectionUses",
    summary="See who uses a model connection",
    responses=documented(401, 404),
)
async def get_uses(connection_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ConnectionUses:
    """Return the caller's agents that name one of its models, and, to administrators, how many of other people do."""
    return await platform[Connections].uses(caller.user, connection_id)


@connections.get(
    "/api/models/connections/{id}/models",
    operation_id="listModelsOfConnection",
    summary="List the models of a connection",
    responses=documented(401, 404),
)
async def list_models_of(
    connection_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    again: Annotated[bool, Query(description="Whether to ask the provider anew.")] = False,
) -> ListedModels:
    """Return what the provider lists, asked at most every ten minutes, with what is known of each."""
    source, listing = await platform[Connections].models(caller.user, connection_id, again=again)
    return ListedModels(models=list(await platform[Catalog].listed(source)), lack=listing.lack, failed=listing.failed)


@connections.post(
    "/api/models/connections/{id}/test",
    operation_id="testModelConnection",
    summary="Try a model connection",
    responses=documented(400, 401, 404, 413, 415),
)
async def try_connection(
    connection_id: PathUuid,
    body: Annotated[ConnectionTest, Content(examples=[{"model": "llama-3.3-70b"}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ModelCheck:
    """Make one small real call and say what came of it, how long it took and what it cost."""
    check = await platform[Connections].test(caller.user, connection_id, body.model)
    await platform[Breakers].checked(check, caller.user.id)
    return check


@connections.put(
    "/api/models/default",
    operation_id="chooseDefaultModel",
    summary="Choose the default model",
    responses=documented(400, 401, 403, 409, 413, 415),
)
async def choose_default(
    body: Annotated[DefaultChoice, Content(examples=[{"model": "groq:llama-3.3-70b"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> DefaultModel:
    """Choose the model of agents that name none, for everybody; people may prefer another one."""
    await platform[Connections].choose_default(caller.user, body.model)
    return await _default(platform, caller.user.id)


class RoutingChoice(Body):
    """Which model is to be asked where messages go."""

    model: Annotated[str, Field(min_length=1, max_length=200)] | None
    """Its full name, or `default` for that of agents that name none; null for none."""


@connections.put(
    "/api/models/routing",
    operation_id="chooseRoutingModel",
    summary="Choose the model for routing",
    responses=documented(400, 401, 403, 409, 413, 415),
)
async def choose_routing(
    body: Annotated[RoutingChoice, Content(examples=[{"model": "groq:llama-3.1-8b"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> RoutingModelChoice:
    """Choose the model that is asked, once and briefly, where a message goes that the rules of routing leave open."""
    await platform[Connections].choose_routing(caller.user, body.model)
    return await _routing(platform, caller.user.id)


async def _routing(platform: Any, user_id: str) -> RoutingModelChoice:
    actions = platform[Connections]
    now = await actions.routing_now(user_id)
    return RoutingModelChoice(
        model=now.model,
        why=now.why,
        chosen=await actions.chosen_routing(user_id),
        given=actions.given_routing is not None,
    )


async def _default(platform: Any, user_id: str) -> DefaultModel:
    catalog = platform[Catalog]
    default = (await catalog.of(user_id)).chosen_for(None)
    return DefaultModel(
        model=default.name,
        why=default.why,
        chosen=await platform[Connections].chosen_default(user_id),
        given=bool(catalog.given_default),
    )


def _facts(said: dict[str, FactsBody]) -> dict[str, ModelFacts]:
    return {model: ModelFacts(**facts.model_dump()) for model, facts in said.items()}
