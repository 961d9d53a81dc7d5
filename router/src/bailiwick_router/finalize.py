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
        if default and query.may_choose(default):
            return Verdict(agent=default, confidence=0.0, reason=Reason.of(RoutingReason.GETS_THE_REST, agent=default))
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
