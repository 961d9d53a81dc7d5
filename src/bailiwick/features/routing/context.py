"""In what a message stands that is tried, as far as the message and the thread say it."""

from datetime import UTC, datetime

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.platform import Platform
from bailiwick.runs.for_supervisor import for_supervisor, respelt
from bailiwick.runs.silence import ended_by
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.tools import Tools
from bailiwick_router.core.decisions import Mode, RoutingContext
from bailiwick_router.core.language import detect_language


async def context_of(
    platform: Platform,
    user_id: str,
    message: str,
    *,
    requested_agent: str | None = None,
    last_agent: str | None = None,
    conversation_id: str | None = None,
    mode: Mode = Mode.SUPERVISED,
) -> RoutingContext:
    """Return it, with whether the message is for the supervisor itself.

    In a conversation the last agent is who answered last in it, unless silence has ended it. Raises `NotFound`.
    """
    router = await platform[Rosters].deciding(user_id, conversation_id or message, requested_agent)
    silence = None
    if conversation_id is not None:
        thread, quiet_since = await platform.stores[ConversationStore].as_it_is(user_id, conversation_id)
        last = router.roster.get(thread.last_agent) if thread.last_agent else None
        own = (await platform[PersonalPreferences].get(user_id)).silence_minutes
        most = router.settings.silence_minutes if own is None else own
        silence = ended_by(quiet_since, datetime.now(UTC), last, most)
        last_agent = thread.last_agent if silence is None else None
    tools = (await platform[Tools].of(user_id)).tools()
    language = detect_language(message)
    own, read_as = for_supervisor(message, "", language, router, tools), ""
    for meant in () if own else respelt(message, router):
        if own := for_supervisor(meant, "", language, router, tools):
            read_as = meant
            break
    return RoutingContext(
        requested_agent=requested_agent,
        last_agent=last_agent,
        silence=silence,
        for_team=own and own.why,
        read_as=read_as,
        mode=mode,
    )
