"""Standing: what the tags in a message say against or beside the examples."""

from bailiwick.core.decisions import Learned
from bailiwick.routing.examples.coverage import SIGNALS, has_any
from bailiwick.routing.stage import Query


def speaks(query: Query, agent: str) -> bool:
    """Whether an agent may have a message although its examples do not show it.

    By a tag in the message, if its tags lead it to nearly nothing but its own examples or its examples are too few to
    say; by words alone, if it has no examples at all.
    """
    known, settings = query.classifier, query.settings
    count = 0 if known is None else known.examples_of(agent)
    if known is None or not count:
        return True
    trusted = count < settings.examples_enough or known.coverage_of(agent).right >= settings.examples_trust
    return trusted and has_any(query, agent, {"tag"})


def first_that_speaks(query: Query) -> str | None:
    """Return the first agent by tag score, if it speaks."""
    if not query.leaders:
        return None
    first = query.name(query.leaders[0])
    return first if speaks(query, first) else None


def against(query: Query, learned: Learned) -> str | None:
    """Say what speaks against the agent that the classifier finds, if anything does."""
    known, settings, agent = query.classifier, query.settings, learned.agent
    if known is None or agent is None:
        return None
    if known.coverage_of(agent).held >= settings.examples_held and not has_any(query, agent, SIGNALS):
        return f"nearly all examples of {agent} have one of its tags or patterns, and the message has none"
    leader = first_that_speaks(query)
    if leader is None or leader == agent:
        return None
    if not known.examples_of(leader):
        lead = query.tag_score(leader) - query.tag_score(agent)
        entry = query.index.entry(leader)
        nothing = "of whose examples nothing was learned" if entry and entry.agent.examples else "which has no examples"
        return f"{leader}, {nothing}, leads by {lead:g} in tag score" if lead >= settings.examples_rival else None
    if learned.confidence < settings.examples_sure:
        return f"a tag of {leader} is in the message, and {settings.examples_sure:g} is needed against it"
    return None
