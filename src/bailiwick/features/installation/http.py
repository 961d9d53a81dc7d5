"""The installation: what administrators set for all while it runs."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.features.installation.actions import Administration
from bailiwick.features.installation.retention import Retention, RetentionPreview
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Reply
from bailiwick.kernel.logs import LogLevel
from bailiwick.people.administrators import Administrator

installation = router("installation")

Days = Annotated[float, Field(ge=1, le=36_500, allow_inf_nan=False, strict=True)]


class RetentionBody(Body):
    """Days for which each kind of data is kept; what is left out keeps its value, null is for ever."""

    event_days: Days | None = None
    """Facts that streams and the debug page show."""
    execution_days: Days | None = None
    """Conversations that no user has touched for so long and that are not pinned, with their executions."""
    decision_days: Days | None = None
    """Routing decisions."""
    mail_days: Days | None = None
    """Mail of swarms that every user has read."""
    document_days: Days | None = None
    """Documents that no user has changed for so long."""
    metric_days: Days | None = None
    """Figures by hour and day."""


class LogLevelBody(Body):
    """How much is logged."""

    level: LogLevel
    """Least level that is logged."""


class LogLevelReply(Reply):
    """How much is logged."""

    level: LogLevel


WRITE = documented(400, 401, 413, 415)


@installation.get(
    "/api/settings/retention",
    operation_id="getRetention",
    summary="Read how long data is kept",
    responses=documented(401),
)
async def get_retention(caller: Administrator, platform: CurrentPlatform) -> Retention:
    """Return how long each kind of data is kept."""
    return await platform[Administration].retention(caller.user.id)


@installation.put(
    "/api/settings/retention", operation_id="putRetention", summary="Change how long data is kept", responses=WRITE
)
async def put_retention(
    body: Annotated[RetentionBody, Content(examples=[{"eventDays": 30, "executionDays": 365}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> Retention:
    """Change how long data is kept; what is too old is deleted within the hour, and nothing brings it back."""
    return await platform[Administration].keep(caller.user.id, body.given())


@installation.post(
    "/api/settings/retention/preview",
    operation_id="previewRetention",
    summary="See what would be deleted",
    responses=WRITE,
)
async def preview_retention(
    body: Annotated[RetentionBody, Content(examples=[{"executionDays": 365}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> RetentionPreview:
    """Return how much of everybody's data would be deleted if it were kept so long, without deleting anything."""
    now = await platform[Administration].retention(caller.user.id)
    return await platform[Administration].preview(now.evolve(body.given()))


@installation.get(
    "/api/settings/log-level", operation_id="getLogLevel", summary="Read how much is logged", responses=documented(401)
)
async def get_log_level(caller: Administrator, platform: CurrentPlatform) -> LogLevelReply:
    """Return the least level that is logged."""
    return LogLevelReply(level=await platform[Administration].log_level(caller.user.id))


@installation.put(
    "/api/settings/log-level", operation_id="putLogLevel", summary="Change how much is logged", responses=WRITE
)
async def put_log_level(
    body: Annotated[LogLevelBody, Content(examples=[{"level": "debug"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> LogLevelReply:
    """Change what every process logs, within seconds and until it is changed again."""
    return LogLevelReply(level=await platform[Administration].set_log_level(caller.user.id, body.level))
