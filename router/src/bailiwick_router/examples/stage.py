"""The examples stage: it decides where the classifier of examples is sure enough, or where nothing tells more.

It leaves a message to the tags where they know better: where the agent it finds has one of its tags, keywords or
patterns in nearly all of its examples and none in the message; where such tags of another agent are in the message
and it is not very sure; and where an agent that has no examples to be found by leads by words.
"""

from bailiwick_router.core.decisions import Learned, RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.tag_signals import against, first_that_speaks
from bailiwick_router.stage import Passed, Query, Skipped, Verdict

UNTRAINED = Skipped(Reason.of(RoutingReason.EXAMPLES_UNTRAINED))
NOBODY = Passed(Reason.of(RoutingReason.EXAMPLES_NOBODY))


class Examples:
    """Decides by what was learned from examples."""

    stage = Stage.EXAMPLES

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
        """Choose the agent that the message most likely belongs to, if nothing speaks against it."""
        learned = query.learned
        if learned is None:
            return UNTRAINED
        if learned.agent is None:
            return NOBODY
        lead = round(learned.confidence - learned.runner_up_confidence, 4)
        owners = query.owners
        if owners == [learned.agent]:
            reason = Reason.of(RoutingReason.EXAMPLE_ITSELF, agent=learned.agent)
            return Verdict(agent=learned.agent, confidence=learned.confidence, margin=lead, reason=reason)
        if len(owners) > 1:
            return Passed(Reason.of(RoutingReason.EXAMPLE_OF_SEVERAL, agents=", ".join(owners)))
        if learned.refused:
            return Passed(Reason.of(RoutingReason.EXAMPLES_REFUSE, in_scope=round(learned.in_scope, 2)))
        but, scores = against(query, learned), _scores(learned)
        if but is not None:
            return Passed(Reason.of(RoutingReason.EXAMPLES_BUT, but, scores=scores))
        settings = query.settings
        if learned.confidence >= settings.examples_threshold and lead >= settings.examples_margin:
            reason = Reason.of(RoutingReason.EXAMPLES_DECIDE, scores=scores)
        elif learned.confidence < settings.examples_least:
            return Passed(Reason.of(RoutingReason.EXAMPLES_DO_NOT_TELL, scores=scores))
        elif (leader := first_that_speaks(query)) is not None and leader != learned.agent:
            return Passed(Reason.of(RoutingReason.EXAMPLES_LEAVE_TO_TAGS, scores=scores))
        else:
            reason = Reason.of(RoutingReason.EXAMPLES_UNSURE, scores=scores)
        return Verdict(agent=learned.agent, confidence=learned.confidence, margin=lead, reason=reason)


def _scores(learned: Learned) -> str:
    said = f"{learned.agent} {learned.confidence:.2f}"
    return said if learned.runner_up is None else f"{said}, {learned.runner_up} {learned.runner_up_confidence:.2f}"
