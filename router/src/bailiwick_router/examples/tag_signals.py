"""What the tags in a message say against or beside the examples."""

from bailiwick_router.core.decisions import Learned
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.coverage import SIGNALS, has_any
from bailiwick_router.learning_versions import LEARNING
from bailiwick_router.stage import Query


def speaks(query: Query, agent: str) -> bool:
    """Whether an agent may have a message although its examples do not show it.

    By a tag in the message that hardly any example holds, if its tags lead it to nearly nothing but its own examples;
    by any tag, if its examples are too few to say; by words alone, if it has no examples at all. With the first rules
    of learning tags speak also where examples hold them.
    """
    known, settings = query.classifier, query.settings
    count = 0 if known is None else known.examples_of(agent)
    if known is None or not count:
        return True
    if count < settings.examples_enough:
        return has_any(query, agent, {"tag"})
    trusted = known.coverage_of(agent).right >= settings.examples_trust
    return trusted and has_any(query, agent, {"tag"}, but=known.tags_held)


def first_that_speaks(query: Query) -> str | None:
    """Return the first agent by tag score, if it speaks."""
    if not query.leaders:
        return None
    first = query.name(query.leaders[0])
    return first if speaks(query, first) else None


def against(query: Query, learned: Learned) -> Reason | None:
    """Say what speaks against the agent that the classifier finds, if anything does."""
    known, settings, agent = query.classifier, query.settings, learned.agent
    if known is None or agent is None:
        return None
    few = known.examples_of(agent) < LEARNING[settings.learning].signs_most
    held = known.coverage_of(agent).held >= settings.examples_held
    if few and held and not has_any(query, agent, SIGNALS):
        return Reason.of(RoutingReason.SIGNS_MISSING, agent=agent)
    leader = first_that_speaks(query)
    if leader is None or leader == agent:
        return None
    if not known.examples_of(leader):
        lead = query.tag_score(leader) - query.tag_score(agent)
        entry = query.index.entry(leader)
        unlearned = entry is not None and bool(entry.agent.examples)
        code = RoutingReason.LEADS_UNLEARNED if unlearned else RoutingReason.LEADS_WITHOUT_EXAMPLES
        return Reason.of(code, agent=leader, lead=lead) if lead >= settings.examples_rival else None
    if learned.confidence < settings.examples_sure:
        return Reason.of(RoutingReason.TAG_OF_ANOTHER, agent=leader, least=settings.examples_sure)
    return None
