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
        if not query.read_by_tools and context.recalls is None:
            return NO_TOOL_READS
        if query.respelt:
            query = query.part(query.respelt)
        told = _told_by_later_stages(query, context)
        for read in query.read_by_tools:
            holders = query.holders(read.tool)
            sure = read.confidence >= query.settings.tools_threshold
            if holders and (sure or told is None):
                agent = _spoken_for(query, holders, told) or holders[0]
                reason = Reason.of(RoutingReason.TOOL_READS, agent=agent, tool=read.tool)
                return Verdict(agent=agent, confidence=read.confidence, reason=reason)
        holders = query.holders(context.recalls) if context.recalls else ()
        if context.recalls and holders:
            asked_last = context.last_agent if context.last_agent in holders else None
            agent = _spoken_for(query, holders, told) or asked_last or holders[-1]
            reason = Reason.of(RoutingReason.RECALLED, agent=agent, tool=context.recalls)
            return Verdict(agent=agent, confidence=1.0, reason=reason)
        return NO_TOOL_READS


def _told_by_later_stages(query: Query, context: RoutingContext) -> str | None:
    """Return whom the stages behind this one choose, if they choose anybody."""
    for later in (Examples(), Tags()):
        verdict = later.decide(query, context) if later.stage in query.settings.stages else None
        if isinstance(verdict, Verdict):
            return verdict.agent
    return None


def _spoken_for(query: Query, holders: Sequence[str], told: str | None) -> str | None:
    """Return the one of some agents that the later stages choose, else the one with most words, if there is one."""
    if told is not None and told in holders:
        return told
    ranked = {query.name(each) for each in (*query.by_tags, *query.by_intent)}
    return max((agent for agent in holders if agent in ranked), key=query.points, default=None)
