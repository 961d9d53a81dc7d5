"""Which model everybody's texts are embedded by: seen, tried, chosen."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body
from bailiwick.models.connections import LONGEST_MODEL, LONGEST_NAME
from bailiwick.models.embedder_actions import EmbedderChoice, EmbedderChoices
from bailiwick.models.embedding import EmbedderCheck
from bailiwick.people.administrators import Administrator

embedders = router("models")

EmbedderName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME + 1 + LONGEST_MODEL, pattern=r"^[!-~]+$")]


class EmbedderTrial(Body):
    """Which embedder to try."""

    model: EmbedderName
    """`provider:model`, or `local`."""


class EmbedderWish(Body):
    """Which embedder is to be used."""

    model: EmbedderName | None
    """`provider:model`, or `local`; null to search by words only."""


EXAMPLE = {"model": "openai:text-embedding-3-small"}


@embedders.get(
    "/api/models/embedder",
    operation_id="getEmbedderChoice",
    summary="See which embedders can be chosen",
    responses=documented(401, 403),
)
async def get_choice(caller: Administrator, platform: CurrentPlatform) -> EmbedderChoice:
    """Return which embedder is used, who said so, and which models for embeddings the providers list."""
    return await platform[EmbedderChoices].now(caller.user, offered=True)


@embedders.put(
    "/api/models/embedder",
    operation_id="chooseEmbedder",
    summary="Choose the embedder",
    responses=documented(400, 401, 403, 409, 413, 415),
)
async def choose_embedder(
    body: Annotated[EmbedderWish, Content(examples=[EXAMPLE])], caller: Administrator, platform: CurrentPlatform
) -> EmbedderChoice:
    """Have everybody's texts embedded by this model, those that there are in the background.

    It counts at once in every process. Embeddings of another model are not compared with its; until they are replaced,
    search goes by words.
    """
    return await platform[EmbedderChoices].choose(caller.user, body.model)


@embedders.post(
    "/api/models/embedder/test",
    operation_id="tryEmbedder",
    summary="Try an embedder before it is chosen",
    responses=documented(400, 401, 403, 413, 415),
)
async def try_embedder(
    body: Annotated[EmbedderTrial, Content(examples=[EXAMPLE])], caller: Administrator, platform: CurrentPlatform
) -> EmbedderCheck:
    """Embed one small text for real by this model and say what came of it."""
    return await platform[EmbedderChoices].test(caller.user, body.model)
