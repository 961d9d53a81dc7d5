"""The tools stage: a message that a tool reads as a request to it goes to an agent that has the tool."""

from collections.abc import Sequence

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.stage import Passed, Query, Skipped, Verdict

NO_TOOLS = Skipped(Reason.of(RoutingReason.NO_TOOLS_TO_ASK))
NO_TOOL_READS = Passed(Reason.of(RoutingReason.NO_TOOL_READS))


class Tools:
    """Decides for a message that a tool surely reads."""

    stage = Stage.TOOLS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
        """Choose who has the tool: of several the one that examples or words speak for, else the one made for it."""
        if query.tool_reader is None:
            return NO_TOOLS
        if owners := query.owners:
            return Passed(Reason.of(RoutingReason.EXAMPLE_BEFORE_TOOLS, agent=owners[0]))
        for read in query.read_by_tools:
            if holders := query.holders(read.tool):
                agent = chosen_of(query, holders)
                reason = Reason.of(RoutingReason.TOOL_READS, agent=agent, tool=read.tool)
                return Verdict(agent=agent, confidence=read.confidence, reason=reason)
        return NO_TOOL_READS


def chosen_of(query: Query, holders: Sequence[str]) -> str:
    """Return the one of some agents that has the message by examples, else by words, else the first."""
    if len(holders) == 1:
        return holders[0]
    learned = query.learned
    by_examples = learned.agent if learned is not None and not learned.refused else None
    if by_examples is not None and by_examples in holders:
        return by_examples
    spoken_for = {query.name(ranked) for ranked in (*query.by_tags, *query.by_intent)}
    found = [agent for agent in holders if agent in spoken_for]
    return max(found, key=query.points) if found else holders[0]
