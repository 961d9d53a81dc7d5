"""The shortcuts: what settles a message before its content is weighed."""

from bailiwick_router.clauses import clauses
from bailiwick_router.core.agents import Agent, AgentStatus, Role
from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.errors import AgentUnavailable, UnknownAgent
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.stage import Examples
from bailiwick_router.intents import Intents
from bailiwick_router.phrases import (
    CONTINUERS,
    FOLLOW_UPS_ANYWHERE,
    FOLLOW_UPS_AT_START,
    OPENERS,
    PRONOUNS,
    REPLIES,
    is_about_team,
    is_small_talk,
    phrase_at,
)
from bailiwick_router.stage import Passed, Query, Verdict
from bailiwick_router.text import normalise, words_of

NAME_SHOWN = 80
"""Characters of an unknown id that an error repeats."""

CONTINUATION_WORDS = 4
"""A message of more words that goes on with a result may still be another agent's by keywords and patterns."""

NONE_REQUESTED = Passed(Reason.of(RoutingReason.NONE_REQUESTED))
NONE_ADDRESSED = Passed(Reason.of(RoutingReason.NONE_ADDRESSED))
SEVERAL_ADDRESSED = Passed(Reason.of(RoutingReason.SEVERAL_ADDRESSED))
NONE_BEFORE = Passed(Reason.of(RoutingReason.NONE_BEFORE))
NOT_CONTINUED = Passed(Reason.of(RoutingReason.NOT_CONTINUED))
NO_FOLLOW_UP = Passed(Reason.of(RoutingReason.NO_FOLLOW_UP))
NO_SMALL_TALK = Passed(Reason.of(RoutingReason.NO_SMALL_TALK))


class Explicit:
    """Honours the agent that the person chose."""

    stage = Stage.EXPLICIT

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the requested agent; the supervisor means: route as usual.

        Raises `UnknownAgent` for an id that is not on the roster and `AgentUnavailable` for an agent that is
        paused, archived or excluded.
        """
        wanted = context.requested_agent
        if not wanted:
            return NONE_REQUESTED
        agent = query.agent(wanted)
        if agent is None:
            raise _unknown(query, wanted[:NAME_SHOWN])
        if agent.role is Role.SUPERVISOR:
            return Passed(Reason.of(RoutingReason.SUPERVISOR_REQUESTED, agent=agent.id))
        if agent.status is not AgentStatus.ACTIVE:
            raise AgentUnavailable(
                Reason.of(RoutingReason.REQUESTED_INACTIVE, agent=repr(agent.id), status=agent.status)
            )
        for barred, cause in context.excluded:
            if barred == agent.id:
                raise AgentUnavailable(Reason.of(RoutingReason.REQUESTED_EXCLUDED, agent=repr(agent.id), cause=cause))
        return Verdict(agent=agent.id, confidence=1.0, reason=Reason.of(RoutingReason.AGENT_REQUESTED, agent=agent.id))


def _unknown(query: Query, wanted: str) -> UnknownAgent:
    # Loading it takes a twentieth of a second, and only this message needs it.
    from rapidfuzz import fuzz, process

    names = {agent.id: normalise(f"{agent.id} {agent.name}") for agent in query.index.agents()}
    close = process.extract(normalise(wanted), names, scorer=fuzz.WRatio, limit=3, score_cutoff=60)
    if not close:
        return UnknownAgent(Reason.of(RoutingReason.NO_SUCH_AGENT, name=wanted))
    near = ", ".join(str(each[2]) for each in close)
    return UnknownAgent(Reason.of(RoutingReason.REQUESTED_UNKNOWN, name=wanted, close=near))


class Addressed:
    """Honours the agent that the message itself addresses."""

    stage = Stage.ADDRESSED

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the first agent that is addressed and may be chosen; the supervisor means: route as usual.

        A message with a further request for another agent by name is left to be split.
        """
        for wanted in query.address.agents:
            agent = query.agent(wanted)
            if agent is None or agent.role is Role.SUPERVISOR:
                continue
            if agent.status is not AgentStatus.ACTIVE or any(barred == agent.id for barred, _ in context.excluded):
                return Passed(Reason.of(RoutingReason.ADDRESSED_UNAVAILABLE, agent=agent.id))
            if _asks_others(query, agent.id):
                return SEVERAL_ADDRESSED
            reason = Reason.of(RoutingReason.AGENT_ADDRESSED, agent=agent.id)
            return Verdict(agent=agent.id, confidence=1.0, reason=reason)
        return NONE_ADDRESSED


def _asks_others(query: Query, agent_id: str) -> bool:
    """Whether a later request of the message is for another agent, by name."""
    if Stage.SPLIT not in query.settings.stages:
        return False
    later = [query.part(query.message[each.start : each.end]) for each in clauses(query.message)[1:]]
    return any(set(part.address.agents) - {agent_id} for part in later)


class Continued:
    """Lets the thread's last agent keep the turn when a tool of its reads the message as going on with its answer."""

    stage = Stage.CONTINUED

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the last agent, unless it cannot be chosen, or the message says more, by keywords of another's."""
        last = query.agent(context.last_agent) if context.last_agent else None
        if context.for_team is not None or context.continues is None or last is None or not _may_keep(last, context):
            return NOT_CONTINUED
        says_more = len(query.words) > CONTINUATION_WORDS and Stage.INTENTS in query.settings.stages
        by_intent = Intents().decide(query, context) if says_more else None
        if isinstance(by_intent, Verdict) and (rival := _other(by_intent, last)):
            return Passed(Reason.of(RoutingReason.CONTINUED_LOSES, rival))
        reason = Reason.of(RoutingReason.CONTINUED, agent=last.id, tool=context.continues)
        return Verdict(agent=last.id, confidence=1.0, reason=reason)


class FollowUp:
    """Lets the thread's last agent keep the turn when the message continues what was said before."""

    stage = Stage.FOLLOW_UP

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the last agent, unless it cannot be chosen, another clearly wins, or the team itself is asked."""
        last = query.agent(context.last_agent) if context.last_agent else None
        if context.silence is not None:
            return Passed(Reason.of(RoutingReason.ENDED_BY_SILENCE, minutes=context.silence))
        if last is None:
            return NONE_BEFORE
        if not _may_keep(last, context):
            return Passed(Reason.of(RoutingReason.LAST_NOT_CHOOSABLE, agent=last.id))
        why = None if context.for_team is not None else self._why(query, context)
        if why is None:
            return NO_FOLLOW_UP
        rival = self._rival(query, context, last)
        if rival is not None:
            return Passed(Reason.of(RoutingReason.FOLLOW_UP_LOSES, why, rival))
        return Verdict(
            agent=last.id, confidence=0.9, reason=Reason.of(RoutingReason.FOLLOW_UP, why, agent=last.id, **why.values)
        )

    def _why(self, query: Query, context: RoutingContext) -> Reason | None:
        words, settings = query.words, query.settings
        if words and context.asked_for_last:
            return Reason.of(RoutingReason.ASKED_FOR)
        if not words or is_small_talk(words, query.index.supervisor_names) or _is_about_team(query):
            return None
        if phrase_at(words, 0, REPLIES) == len(words):
            return Reason.of(RoutingReason.PLAIN_REPLY)
        start = 1 if words[0] in OPENERS and len(words) > 1 else 0
        for at in {0, start}:
            length = phrase_at(words, at, FOLLOW_UPS_AT_START)
            if length:
                return Reason.of(RoutingReason.BEGINS_WITH, phrase=" ".join(words[at : at + length]))
        for at in range(len(words)):
            length = phrase_at(words, at, FOLLOW_UPS_ANYWHERE)
            if length:
                return Reason.of(RoutingReason.SAYS_PHRASE, phrase=" ".join(words[at : at + length]))
        if len(words) <= settings.pronoun_words:
            if words[0] in CONTINUERS:
                return Reason.of(RoutingReason.SHORT_BEGINS_WITH, phrase=words[0])
            for word in words:
                if word in PRONOUNS:
                    return Reason.of(RoutingReason.SHORT_WITH, phrase=word)
        return None

    def _rival(self, query: Query, context: RoutingContext, last: Agent) -> Reason | None:
        """Return which other agent clearly wins, if one does.

        It does if it decides the intents stage, if the examples are very sure of it, or if it leads the last agent's
        tag score by the follow-up margin.
        """
        by_intent = Intents().decide(query, context) if Stage.INTENTS in query.settings.stages else None
        if isinstance(by_intent, Verdict):
            return _other(by_intent, last)
        read = query.read_by_tools[0] if query.read_by_tools else None
        if read and read.confidence >= query.settings.tools_threshold and last.id not in query.holders(read.tool):
            return Reason.of(RoutingReason.RIVAL_BY_TOOL, tool=read.tool, last=last.id)
        by_examples = query.learned
        if by_examples is not None and by_examples.agent not in (None, last.id) and not by_examples.refused:
            found = Examples().decide(query, context)
            if isinstance(found, Verdict) and found.confidence >= query.settings.examples_sure:
                return Reason.of(
                    RoutingReason.RIVAL_BY_EXAMPLES,
                    agent=by_examples.agent or "",
                    confidence=round(found.confidence, 2),
                )
        ranked = query.leaders if Stage.TAGS in query.settings.stages else []
        if not ranked or query.name(ranked[0]) == last.id:
            return None
        lead = ranked[0].value - query.tag_score(last.id)
        if lead < query.settings.follow_up_margin:
            return None
        return Reason.of(RoutingReason.RIVAL_BY_TAGS, agent=query.name(ranked[0]), last=last.id, lead=lead)


def _other(by_intent: Verdict, last: Agent) -> Reason | None:
    """Return who but the last agent decides by intents, if anybody does."""
    if by_intent.agent is None or by_intent.agent == last.id:
        return None
    return Reason.of(RoutingReason.RIVAL_BY_INTENTS, agent=by_intent.agent)


def _may_keep(agent: Agent, context: RoutingContext) -> bool:
    """Whether an agent may keep the turn: also a helper that was requested explicitly before."""
    if agent.role is Role.SUPERVISOR or agent.status is not AgentStatus.ACTIVE:
        return False
    return all(barred != agent.id for barred, _ in context.excluded)


class SmallTalk:
    """Leaves greetings, thanks and questions for the team itself to the supervisor, who answers directly."""

    stage = Stage.SMALL_TALK

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose no agent when the whole message is small talk, or for the team itself; it may address a supervisor by
        name.

        An agent whose examples are such small talk may have it.
        """
        if context.for_team is not None:
            return Verdict(agent=None, confidence=1.0, reason=context.for_team)
        if _is_about_team(query):
            return Verdict(agent=None, confidence=1.0, reason=Reason.of(RoutingReason.ABOUT_TEAM))
        if not is_small_talk(query.words, query.index.supervisor_names):
            return NO_SMALL_TALK
        greeter = _greeter(query)
        if greeter is not None:
            return Passed(Reason.of(RoutingReason.GREETER, agent=greeter))
        return Verdict(agent=None, confidence=1.0, reason=Reason.of(RoutingReason.SMALL_TALK))


def _is_about_team(query: Query) -> bool:
    asked = query.asked
    return is_about_team(words_of(normalise(asked)) if asked else query.words)


def _greeter(query: Query) -> str | None:
    """Return the agent that the examples find, if it has small talk among its own."""
    known = query.classifier
    if known is None or not known.greeters:
        return None
    learned = query.learned
    return learned.agent if learned is not None and learned.agent in known.greeters and not learned.refused else None
