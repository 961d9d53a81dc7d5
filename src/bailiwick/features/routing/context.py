"""In what a message stands that is tried, as far as the message alone says it."""

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.platform import Platform
from bailiwick.runs.for_supervisor import for_supervisor, respelt
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
    mode: Mode = Mode.SUPERVISED,
) -> RoutingContext:
    """Return it, with whether the message is for the supervisor itself."""
    router = await platform[Rosters].deciding(user_id, message, requested_agent)
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
        for_team=own and own.why,
        read_as=read_as,
        mode=mode,
    )
