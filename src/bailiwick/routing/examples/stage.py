"""The examples stage: it decides where the classifier of examples is sure enough, or where nothing tells more.

It leaves a message to the tags where they know better: where the agent it finds has one of its tags, keywords or
patterns in nearly all of its examples and none in the message; where such tags of another agent are in the message
and it is not very sure; and where an agent that has no examples to be found by leads by words.
"""

from bailiwick.core.decisions import Learned, RoutingContext, Stage
from bailiwick.routing.examples.standing import against, first_that_speaks
from bailiwick.routing.stage import Passed, Query, Skipped, Verdict


class Examples:
    """Decides by what was learned from examples."""

    stage = Stage.EXAMPLES

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
        """Choose the agent that the message most likely belongs to, if nothing speaks against it."""
        learned = query.learned
        if learned is None:
            return Skipped("No classifier has been trained on the agents' examples.")
        if learned.agent is None:
            return Passed("No agent that has examples can be chosen now.")
        lead = round(learned.confidence - learned.runner_up_confidence, 4)
        owners = query.owners
        if owners == [learned.agent]:
            reason = f"It is an example of {learned.agent}, word for word."
            return Verdict(agent=learned.agent, confidence=learned.confidence, margin=lead, reason=reason)
        if len(owners) > 1:
            return Passed(f"This message is an example of {' and of '.join(owners)}: the examples do not tell.")
        if learned.refused:
            return Passed(
                f"The message is like nobody's examples (in scope {learned.in_scope:.2f}), so that words of"
                " descriptions alone do not decide: only trusted tags may have it, or an agent without examples."
            )
        but = against(query, learned)
        if but is not None:
            return Passed(f"By examples {_said(learned)}, but {but}.")
        settings = query.settings
        if learned.confidence >= settings.examples_threshold and lead >= settings.examples_margin:
            reason = f"By its examples: {_said(learned)}."
        elif learned.confidence < settings.examples_least:
            return Passed(f"The examples do not tell: {_said(learned)}.")
        elif (leader := first_that_speaks(query)) is not None and leader != learned.agent:
            return Passed(f"Unsure by examples ({_said(learned)}); what the tags find may tell.")
        else:
            reason = f"Unsure by examples ({_said(learned)}), but no tags tell more."
        return Verdict(agent=learned.agent, confidence=learned.confidence, margin=lead, reason=reason)


def _said(learned: Learned) -> str:
    said = f"{learned.agent} {learned.confidence:.2f}"
    return said if learned.runner_up is None else f"{said}, {learned.runner_up} {learned.runner_up_confidence:.2f}"
