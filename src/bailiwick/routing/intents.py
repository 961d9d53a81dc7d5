"""The intents stage: keywords and patterns that signal what a message wants.

Confidence: 0.2 for each keyword in the message, at most 0.6, plus 0.3 for each pattern that matches, at most
0.6, at most 1 together. Keywords are whole words or phrases, without regard to case and diacritics.
"""

from bailiwick.core.decisions import RoutingContext, Stage
from bailiwick.routing.stage import Passed, Query, Verdict


class Intents:
    """Decides when one agent's confidence is high enough and stands clear of the second."""

    stage = Stage.INTENTS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the most confident agent, unless it is unsure or ambiguous."""
        ranked = query.by_intent
        if not ranked:
            return Passed("No keyword or pattern of any agent is in the message.")
        first = ranked[0]
        agent, settings = query.name(first), query.settings
        if first.value < settings.intent_threshold:
            return Passed(
                f"{agent} is the most confident with {first.value:g}; {settings.intent_threshold:g} is needed."
            )
        runner_up = ranked[1].value if len(ranked) > 1 else 0.0
        lead = round(first.value - runner_up, 6)
        if len(ranked) > 1 and lead <= settings.intent_margin:
            return Passed(
                f"{agent} with {first.value:g} and {query.name(ranked[1])} with {runner_up:g} are too close"
                f" to tell apart."
            )
        against = f", {query.name(ranked[1])} {runner_up:g}" if len(ranked) > 1 else ""
        return Verdict(
            agent=agent, confidence=first.value, margin=lead,
            reason=f"The keywords and patterns of {agent} give {first.value:g}{against}.",
        )  # fmt: skip
