"""The model stage: what the rules leave open is left to a model."""

from itertools import islice

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.stage import Passed, Query, Skipped, Verdict
from bailiwick_router.tags import tied

NO_MODEL = Skipped(Reason.of(RoutingReason.NO_MODEL_TO_ASK))
NO_AGENT = Passed(Reason.of(RoutingReason.NO_AGENT_TO_CHOOSE))


class AskModel:
    """Leaves the decision open with a shortlist, for a model to settle outside of routing."""

    stage = Stage.MODEL

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
        """Name the agents a model is to choose from: those that tie, else the best known, else the first agents."""
        if not context.model_available:
            return NO_MODEL
        limit = query.settings.candidates
        ranked = tied(query.by_tags) or query.by_tags or query.by_intent
        barred = {agent for agent, _ in context.excluded}
        free = (entry for entry in query.index.first_active() if entry.agent.id not in barred)
        entries = [query.index.at(each.slot) for each in ranked] or islice(free, limit)
        shortlist = tuple(entry.agent.id for entry in entries)
        if not shortlist:
            return NO_AGENT
        return Verdict(
            agent=None,
            confidence=0.0,
            shortlist=shortlist,
            reason=Reason.of(RoutingReason.MODEL_IS_TO_CHOOSE, count=len(shortlist)),
        )
