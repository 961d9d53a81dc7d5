"""Preferences: what the caller prefers wherever a request does not say otherwise."""

from typing import Annotated, Literal

from fastapi import Body as Content
from pydantic import AfterValidator, Field

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Body, Flag, Whole
from bailiwick.kernel.zones import known_zone
from bailiwick.people.callers import Keeper, Reader
from bailiwick.people.preferences import MOST_SILENCE, Preferences
from bailiwick_router.core.decisions import Mode

preferences = router("preferences")

ZoneName = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(known_zone)]


class PreferencesBody(Body):
    """What the caller prefers; what is left out keeps its value, null takes it back."""

    timezone: ZoneName | None = None
    """IANA name; None for the installation's."""
    language: Literal["en", "es"] | None = None
    """None for the browser's."""
    default_agent_id: AgentId | None = None
    """The agent that new chats are with; None for the supervisor."""
    default_mode: Mode = Mode.SUPERVISED
    """The mode of new chats with that agent."""
    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Model of agents that name none, as provider:model; None for the installation's default."""
    silence_minutes: Annotated[Whole, Field(ge=0, le=MOST_SILENCE)] | None = None
    """Minutes of silence after which a conversation has ended; 0 for never, None for the installation's."""
    recall: Flag = True
    """Whether agents are given what is remembered of the person, and may look it up."""
    remember: Flag = True
    """Whether agents may write down what is to be remembered."""


EXAMPLE = {"timezone": "Europe/Madrid", "language": "es", "defaultAgentId": "main", "defaultMode": "direct"}


@preferences.get(
    "/api/preferences", operation_id="getPreferences", summary="Read one's preferences", responses=documented(401)
)
async def get_preferences(caller: Reader, platform: CurrentPlatform) -> Preferences:
    """Return what the caller prefers."""
    return await platform[PersonalPreferences].get(caller.user.id)


@preferences.put(
    "/api/preferences",
    operation_id="putPreferences",
    summary="Change one's preferences",
    responses=documented(400, 401, 413, 415),
)
async def put_preferences(
    body: Annotated[PreferencesBody, Content(examples=[EXAMPLE])], caller: Keeper, platform: CurrentPlatform
) -> Preferences:
    """Change what the caller prefers; it holds for executions that begin from now on."""
    return await platform[PersonalPreferences].change(caller.user.id, body.given())
