"""The tags stage: the agent whose words and tags the message shares most.

Score: +1 for each distinct word of the message in the agent's text (objective, name, description, tags), +2 for
each of its tags in the message. Words with the same stem count once, and so do tags. The highest score above 0
wins; ties go to the higher priority, then to the rarer words and tags, then to the agent registered first.
"""

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.tag_signals import speaks
from bailiwick_router.ranking import Ranked
from bailiwick_router.stage import Passed, Query, Verdict

NO_WORD = Passed(Reason.of(RoutingReason.TAGS_NO_WORD))
NOTHING_COUNTS = Passed(Reason.of(RoutingReason.TAGS_COUNT_NOTHING))
NONE_TELLS = Passed(Reason.of(RoutingReason.TAGS_NONE_TELLS))


class Tags:
    """Decides when any agent scores."""

    stage = Stage.TAGS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the best by tags; leave equals to a model if there is one."""
        ranked = query.leaders
        if not ranked:
            return NO_WORD
        if ranked[0].value <= 0:
            return NOTHING_COUNTS
        if query.learned is not None and query.learned.refused:
            ranked = [each for each in query.by_tags if speaks(query, query.name(each))]
            if not ranked:
                return NONE_TELLS
        first, second = ranked[0], ranked[1] if len(ranked) > 1 else None
        agent = query.name(first)
        if second is None:
            reason = Reason.of(RoutingReason.TAGS_ALONE, agent=agent, score=first.value)
        elif first.value > second.value:
            reason = Reason.of(
                RoutingReason.TAGS_LEAD, agent=agent, score=first.value, second=query.name(second), less=second.value
            )
        else:
            if context.model_available and tied(ranked) and Stage.MODEL in query.settings.stages:
                return Passed(
                    Reason.of(RoutingReason.TAGS_TIE, agent=agent, second=query.name(second), score=first.value)
                )
            reason = _advantage(query, first, second)
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


def _advantage(query: Query, first: Ranked, second: Ranked) -> Reason:
    """Return why one of two with the same score is chosen."""
    agent, name = query.name(first), query.name(second)
    if first.priority != second.priority:
        return Reason.of(
            RoutingReason.TIE_BY_PRIORITY,
            agent=agent,
            second=name,
            score=first.value,
            priority=first.priority,
            less=second.priority,
        )
    rarity = query.tag_measure.rarity
    rarer = first.features != second.features and rarity(first.features) != rarity(second.features)
    code = RoutingReason.TIE_BY_RARITY if rarer else RoutingReason.TIE_BY_ORDER
    return Reason.of(code, agent=agent, second=name, score=first.value)
