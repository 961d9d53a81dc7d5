"""What figures are asked for: the parameters that all endpoints of metrics share."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID
from zoneinfo import ZoneInfo

from fastapi import Depends, Query
from pydantic import AfterValidator, AwareDatetime

from bailiwick.agents.metrics.records import MetricSpan
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.features.metrics.actions import Asked, MetricReports
from bailiwick.features.metrics.range import range_of
from bailiwick.features.metrics.reasons import MetricsReason
from bailiwick.kernel.errors import Forbidden, InvalidInput
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.wire import QueryAgent
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.zones import known_zone
from bailiwick.people.administrators import administers
from bailiwick.people.callers import Reader
from bailiwick.people.store import AccessStore

Since = Annotated[
    AwareDatetime | None,
    Query(
        alias="from",
        description="When the time begins (ISO 8601 with an offset); nothing for 30 days, today included.",
        examples=["2026-01-01T00:00:00+01:00"],
    ),
]
Until = Annotated[
    AwareDatetime | None,
    Query(alias="to", description="When the time is over; nothing for now.", examples=["2026-01-31T00:00:00+01:00"]),
]
Span = Annotated[
    MetricSpan | None,
    Query(description="How long each point is; nothing for hours up to 3 days, days up to 120, weeks beyond."),
]
QueryZone = Annotated[
    str | None,
    Query(
        max_length=64,
        description="IANA name of the zone whose midnights divide days; nothing for the caller's own.",
        examples=["Europe/Madrid"],
    ),
    AfterValidator(lambda name: None if name is None else known_zone(name)),
]
CalledName = Annotated[str | None, Query(max_length=200, description="Figures of calls of this one only.")]
Whose = Annotated[
    UUID | None,
    Query(alias="userId", description="Figures of this person instead of the caller's; for administrators."),
]
Everyone = Annotated[bool, Query(description="Figures of everybody together; for administrators.")]


async def asked(
    caller: Reader,
    platform: CurrentPlatform,
    since: Since = None,
    until: Until = None,
    span: Span = None,
    timezone: QueryZone = None,
    agent_id: QueryAgent = None,
    model: CalledName = None,
    tool: CalledName = None,
    user_id: Whose = None,
    everyone: Everyone = False,
) -> Asked:
    """Return what the request asks for. Raises `Forbidden` for other people's figures, `InvalidInput`."""
    if model is not None and tool is not None:
        raise InvalidInput(Reason.of(MetricsReason.MODEL_OR_TOOL), field="tool")
    whose = caller.user.id if user_id is None else str(user_id)
    if (everyone or whose != caller.user.id) and not administers(caller):
        raise Forbidden(Reason.of(MetricsReason.OTHERS_FIGURES))
    if whose != caller.user.id:
        await platform.stores[AccessStore].user(whose)
    zone = ZoneInfo(timezone or await platform[PersonalPreferences].timezone(caller.user.id))
    return Asked(
        users=await platform[MetricReports].users_to_count() if everyone else (whose,),
        range=range_of(datetime.now(UTC), zone, since, until, span),
        agent=agent_id,
        model=model,
        tool=tool,
    )


WhatIsAsked = Annotated[Asked, Depends(asked)]
"""What the request asks for, allowed to the caller."""
