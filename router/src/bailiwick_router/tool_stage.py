"""The tools stage: a message that a tool reads as a request to it goes to an agent that has the tool."""

from collections.abc import Sequence

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.stage import Examples
from bailiwick_router.stage import Passed, Query, Skipped, Verdict
from bailiwick_router.tags import Tags

NO_TOOLS = Skipped(Reason.of(RoutingReason.NO_TOOLS_TO_ASK))
NO_TOOL_READS = Passed(Reason.of(RoutingReason.NO_TOOL_READS))


class ByTools:
    """Decides for a message that a tool surely reads."""

    stage = Stage.TOOLS

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
        """Choose who has the tool: of several whom examples or words speak for, else the one made for it.

        A tool that is not sure decides only where neither examples nor words do.
        """
        if query.tool_reader is None:
            return NO_TOOLS
        if owners := query.owners:
            return Passed(Reason.of(RoutingReason.EXAMPLE_BEFORE_TOOLS, agent=owners[0]))
        for read in query.read_by_tools:
            holders = query.holders(read.tool)
            sure = read.confidence >= query.settings.tools_threshold
            if holders and (sure or _told_otherwise(query, context) is None):
                agent = _chosen_of(query, context, holders)
                reason = Reason.of(RoutingReason.TOOL_READS, agent=agent, tool=read.tool)
                return Verdict(agent=agent, confidence=read.confidence, reason=reason)
        if context.recalls and (holders := query.holders(context.recalls)):
            agent = _chosen_of(query, context, holders, last=holders[-1])
            reason = Reason.of(RoutingReason.RECALLED, agent=agent, tool=context.recalls)
            return Verdict(agent=agent, confidence=1.0, reason=reason)
        return NO_TOOL_READS


def _told_otherwise(query: Query, context: RoutingContext) -> str | None:
    """Return whom the stages behind this one choose, if they choose anybody."""
    for later in (Examples(), Tags()):
        verdict = later.decide(query, context) if later.stage in query.settings.stages else None
        if isinstance(verdict, Verdict):
            return verdict.agent
    return None


def _chosen_of(query: Query, context: RoutingContext, holders: Sequence[str], *, last: str | None = None) -> str:
    """Return the one of some agents that the stages behind this one choose, else the one with most words.

    Where no words tell, it is the agent that answered last or else `last`, if that is given; otherwise the first.
    """
    if len(holders) == 1:
        return holders[0]
    told = _told_otherwise(query, context)
    if told is not None and told in holders:
        return told
    spoken_for = {query.name(ranked) for ranked in (*query.by_tags, *query.by_intent)}
    found = [agent for agent in holders if agent in spoken_for]
    if found:
        return max(found, key=query.points)
    if last is None:
        return holders[0]
    return context.last_agent if context.last_agent in holders and context.last_agent is not None else last
