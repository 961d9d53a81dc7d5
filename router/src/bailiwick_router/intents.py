"""The intents stage: keywords and patterns that signal what a message wants.

Confidence: 0.2 for each keyword in the message, at most 0.6, plus 0.3 for each pattern that matches, at most
0.6, at most 1 together. Keywords are whole words or phrases, without regard to case and diacritics.
"""

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.stage import Passed, Query, Verdict

NO_KEYWORD = Passed(Reason.of(RoutingReason.INTENTS_NO_KEYWORD))


class Intents:
    """Decides when one agent's confidence is high enough and stands clear of the second."""

    stage = Stage.INTENTS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the most confident agent, unless it is unsure or ambiguous."""
        ranked = query.intent_leaders
        if not ranked:
            return NO_KEYWORD
        first = ranked[0]
        agent, settings = query.name(first), query.settings
        if first.value < settings.intent_threshold:
            least = settings.intent_threshold
            return Passed(Reason.of(RoutingReason.INTENT_UNSURE, agent=agent, confidence=first.value, least=least))
        runner_up = ranked[1].value if len(ranked) > 1 else 0.0
        lead = round(first.value - runner_up, 6)
        if len(ranked) > 1 and lead <= settings.intent_margin:
            return Passed(
                Reason.of(
                    RoutingReason.INTENTS_CLOSE,
                    agent=agent,
                    confidence=first.value,
                    second=query.name(ranked[1]),
                    less=runner_up,
                )
            )
        if len(ranked) == 1:
            reason = Reason.of(RoutingReason.INTENT_ALONE, agent=agent, confidence=first.value)
        else:
            second = query.name(ranked[1])
            reason = Reason.of(
                RoutingReason.INTENT_LEADS, agent=agent, confidence=first.value, second=second, less=runner_up
            )
        return Verdict(agent=agent, confidence=first.value, margin=lead, reason=reason)
