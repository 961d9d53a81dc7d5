"""Replays: messages decided as if they had come now, by what decides or by any release."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import AfterValidator, Field, model_validator

from bailiwick.features.routing.advice import Advice
from bailiwick.features.routing.golden_fields import LARGEST_FILE, CaseFormat
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Body, Whole, not_blank
from bailiwick.kernel.reasons import Reason
from bailiwick.people.callers import Reader
from bailiwick_router.core.reasons.faults import WrongValue
from bailiwick_router.core.replays import Replay, ReplayQuery

replay = router("replay")

MOST_QUERIES = 10_000
QueryText = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(not_blank)]


class QueryFields(Body):
    """A message to be decided."""

    text: QueryText
    """The message."""
    agent: AgentId | None = None
    """The agent it should go to. Null, if given, says that no agent should get it; left out, that it is not known."""
    last_agent: AgentId | None = None
    """The agent that answered last in the thread."""

    def query(self) -> ReplayQuery:
        """Return the query of the core."""
        return ReplayQuery(
            text=self.text, agent=self.agent, labelled="agent" in self.model_fields_set, last_agent=self.last_agent
        )


class ReplayFile(Body):
    """Messages to be decided: either a list of them, or a file."""

    queries: Annotated[tuple[QueryFields, ...], Field(min_length=1, max_length=MOST_QUERIES)] | None = None
    """The messages."""
    format: CaseFormat | None = None
    """What the file is: JSON lines with `text` and optionally `agent` and `lastAgent`, or CSV with these columns."""
    content: Annotated[str, Field(min_length=1, max_length=LARGEST_FILE)] | None = None
    """What the file holds: at most 10,000 messages."""
    release: Annotated[Whole, Field(ge=1, le=2**31 - 1)] | None = None
    """Number of the release that decides them; by default what decides now."""

    @model_validator(mode="after")
    def _one_of_both(self) -> "ReplayFile":
        if (self.queries is None) == (self.content is None) or (self.content is None) != (self.format is None):
            raise WrongValue(Reason.of(ReleaseReason.REPLAY_EITHER))
        return self


@replay.post(
    "/api/routing/replay",
    operation_id="replay",
    summary="Decide a file of messages",
    responses=documented(400, 401, 404, 413, 415),
)
async def replay_queries(
    body: Annotated[
        ReplayFile,
        Content(
            examples=[
                {
                    "queries": [
                        {"text": "Is there snow at Meadows?", "agent": "ski"},
                        {"text": "What is love?", "agent": None},
                        {"text": "And tomorrow?", "lastAgent": "ski"},
                    ]
                },
                {"format": "csv", "content": "text,agent\nIs there snow at Meadows?,ski", "release": 12},
            ]
        ),
    ],
    caller: Reader,
    platform: CurrentPlatform,
) -> Replay:
    """Decide messages as if they came now, with what decides now or with any release; nothing is run or stored."""
    if body.content is not None and body.format is not None:
        return await platform[Advice].replay_file(caller.user.id, body.format, body.content, body.release)
    return await platform[Advice].replay(caller.user.id, [each.query() for each in body.queries or ()], body.release)
