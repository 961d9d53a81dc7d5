"""The last stage: no agent fits, and the record says what the roster can do."""

from itertools import islice

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.stage import Query, Verdict

NAMED = 5
"""How many agents the reason names."""


class Finalize:
    """Closes what no stage decided; never an error."""

    stage = Stage.FINALIZE

    def decide(self, query: Query, context: RoutingContext) -> Verdict:
        """Choose the agent that gets what nobody fits; without one none, naming some agents with what they are for."""
        default = query.settings.default_agent
        if default:
            gets_it = query.may_choose(default)
            code = RoutingReason.GETS_THE_REST if gets_it else RoutingReason.REST_UNAVAILABLE
            return Verdict(agent=default if gets_it else None, confidence=0.0, reason=Reason.of(code, agent=default))
        index = query.index
        size = index.active.size
        if not size:
            return Verdict(agent=None, confidence=0.0, reason=Reason.of(RoutingReason.ROSTER_EMPTY))
        known = ", ".join(
            f"{entry.agent.name} ({', '.join(entry.agent.tags[:3])})" if entry.agent.tags else entry.agent.name
            for entry in islice(index.first_active(), NAMED)
        )
        if size > NAMED:
            reason = Reason.of(RoutingReason.NOBODY_FITS_OF_MANY, known=known, count=int(size - NAMED))
        else:
            reason = Reason.of(RoutingReason.NOBODY_FITS, known=known)
        return Verdict(agent=None, confidence=0.0, reason=reason)
