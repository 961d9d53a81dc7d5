"""The tags stage: the agent whose words and tags the message shares most.

Score: +1 for each distinct word of the message in the agent's text (objective, name, description, tags), +2 for
each of its tags in the message. Words with the same stem count once, and so do tags. The highest score above 0
wins; ties go to the higher priority, then to the rarer words and tags, then to the agent registered first.
"""

from bailiwick.core.decisions import RoutingContext, Stage
from bailiwick.routing.examples.standing import speaks
from bailiwick.routing.ranking import Ranked
from bailiwick.routing.stage import Passed, Query, Verdict


class Tags:
    """Decides when any agent scores."""

    stage = Stage.TAGS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the best by tags; leave equals to a model if there is one."""
        ranked = query.leaders
        if not ranked:
            return Passed("No agent has any word of the message in its text.")
        if ranked[0].value <= 0:
            return Passed("Words and tags count nothing by the rules of this release.")
        if query.learned is not None and query.learned.refused:
            ranked = [each for each in query.by_tags if speaks(query, query.name(each))]
            if not ranked:
                return Passed("The message is like nobody's examples, and no tag that tells is in it.")
        first, second = ranked[0], ranked[1] if len(ranked) > 1 else None
        agent = query.name(first)
        if second is None:
            reason = f"{agent} scores {first.value:g}, the only one that scores."
        elif first.value > second.value:
            reason = f"{agent} scores {first.value:g}, {query.name(second)} {second.value:g}."
        else:
            if context.model_available and tied(ranked) and Stage.MODEL in query.settings.stages:
                return Passed(f"{agent} and {query.name(second)} both score {first.value:g}; a model may choose.")
            reason = (
                f"{agent} and {query.name(second)} both score {first.value:g}; {agent} {_advantage(first, second)}."
            )
        runner_up = 0.0 if second is None else second.value
        return Verdict(
            agent=agent, confidence=confidence(first.value, runner_up), reason=reason, margin=first.value - runner_up
        )


def confidence(best: float, second: float) -> float:
    """Return share × strength, to four places: best ÷ (best + second), times best ÷ (best + 1).

    It rises with the best score and falls with the second; 0.5 for one lone word, 0.75 for one lone tag.
    """
    return round(best / (best + second) * best / (best + 1.0), 4)


def tied(ranked: list[Ranked]) -> list[Ranked]:
    """Return the leading agents that are equal in score and priority; nothing when one stands alone."""
    equals = [each for each in ranked if (each.value, each.priority) == (ranked[0].value, ranked[0].priority)]
    return equals if len(equals) > 1 else []


def _advantage(first: Ranked, second: Ranked) -> str:
    if first.priority != second.priority:
        return f"has the higher priority ({first.priority} over {second.priority})"
    if first.rarity != second.rarity:
        return "has the rarer words"
    return "was registered first"
