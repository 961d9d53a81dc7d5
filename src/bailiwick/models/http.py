"""Language models: which there are, and whether one answers."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Reply
from bailiwick.models.breaker import Breakers
from bailiwick.models.catalog import Catalog
from bailiwick.models.listing import ModelCheck, ModelEntry
from bailiwick.people.callers import Keeper, Reader

models = router("models")


class ModelList(Reply):
    """The models worth offering, usable ones first."""

    models: list[ModelEntry]
    default: str
    """The model of agents that name none."""
    configured: bool
    """False while only the offline model answers."""
    fallbacks: list[str]
    """Those that are asked in turn where a model does not answer, for agents that list none."""


class ModelTest(Body):
    """Which model to try."""

    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """`provider:model`, or nothing for the default model."""


@models.get("/api/models", operation_id="listModels", summary="List models", responses=documented(401))
async def list_models(caller: Reader, platform: CurrentPlatform) -> ModelList:
    """Return the models worth offering, with their list prices and what is missing to use them."""
    view = await platform[Catalog].of(caller.user.id)
    entries = await platform[Breakers].shown_in(await platform[Catalog].entries(view), view.sources)
    return ModelList(
        models=list(entries),
        default=view.resolve(None),
        configured=view.configured,
        fallbacks=list(platform[Catalog].fallbacks),
    )


@models.post(
    "/api/models/test",
    operation_id="testModel",
    summary="Try a model",
    responses=documented(400, 401, 413, 415),
)
async def test_model(
    body: Annotated[ModelTest, Content(examples=[{"model": "anthropic:claude-sonnet-4-5"}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ModelCheck:
    """Make one tiny real call and say what came of it."""
    check = await platform[Catalog].test(body.model, caller.user.id)
    await platform[Breakers].checked(check, caller.user.id)
    return check
