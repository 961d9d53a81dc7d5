"""Reasons: what decides against an agent, and edits, as sentences."""

from collections.abc import Sequence

from bailiwick.core.agents import Agent, AgentStatus, Role
from bailiwick.core.decisions import Candidate, Decision, RoutingContext, Stage
from bailiwick.core.edits import Edit, EditKind
from bailiwick.routing.edits import SHOWN
from bailiwick.routing.text import normalise, words_of


def barred(agent: Agent, decision: Decision, context: RoutingContext) -> str | None:
    """Say why no edit can give the message to an agent, if so."""
    if decision.stage is Stage.EXPLICIT:
        return f"{decision.agent} was requested, and who is requested gets the message; no edit changes that."
    if agent.role is Role.SUPERVISOR:
        return f"{agent.id} supervises: routing never chooses the supervisor."
    if not agent.role.routable:
        return f"{agent.id} is a {agent.role}: the content of a message chooses specialists and custom agents alone."
    if agent.status is not AgentStatus.ACTIVE:
        return f"{agent.id} is {agent.status}; only active agents get messages."
    for excluded, cause in context.excluded:
        if excluded == agent.id:
            return f"{agent.id} cannot be chosen now: {cause}."
    if not words_of(normalise(decision.message)):
        return "The message has no word or number that an agent could be known by."
    if decision.stage is Stage.SMALL_TALK:
        return "The whole message is small talk, which the supervisor answers; no edit of an agent changes that."
    return None


def why(agent: Agent, decision: Decision) -> str:
    """Say what decides against an agent that could be chosen."""
    own = next((each for each in decision.candidates if each.agent == agent.id), None)
    score, confidence = _own(own)
    match decision.stage:
        case Stage.SPLIT:
            parts = [part for part in decision.parts if part.agent == agent.id]
            has = f"{agent.id} gets “{parts[0].text}”, not the first" if parts else f"{agent.id} gets none of them"
            return f"The message holds {len(decision.parts)} requests, and {has}: {decision.reason}"
        case Stage.FOLLOW_UP:
            return f"{decision.reason} {agent.id} would have to lead it clearly; it scores {score}."
        case Stage.INTENTS:
            told_already = f" {agent.id} " in decision.reason
            return decision.reason if told_already else f"{decision.reason} {agent.id} has {confidence}."
        case Stage.TAGS:
            if own is not None and decision.candidates[0].score == own.score:
                return f"{agent.id} scores {score} too. {decision.reason}"
            return f"{decision.agent} scores {decision.candidates[0].score:g} by tags, {agent.id} {score}."
        case Stage.FINALIZE:
            return f"No agent has anything of the message, {agent.id} neither."
        case _:
            return f"{decision.reason} {agent.id} scores {score} by tags and has {confidence} by intents."


def _own(own: Candidate | None) -> tuple[str, str]:
    return ("nothing", "none") if own is None else (f"{own.score:g}", f"a confidence of {own.confidence:g}")


NOUNS = {"tags": "tag", "keywords": "keyword", "patterns": "pattern", "examples": "example"}


def told(edits: Sequence[Edit]) -> str:
    """Return edits as orders: “add the tag “snow” to ski and remove the keyword “it” from chat”."""
    orders = [_order(edit) for edit in edits]
    return " and ".join([", ".join(orders[:-1]), orders[-1]] if len(orders) > 1 else orders)


def _order(edit: Edit) -> str:
    shown = str(edit.value) if len(str(edit.value)) <= SHOWN else f"{str(edit.value)[: SHOWN - 1]}…"
    match edit.kind:
        case EditKind.ADD:
            return f"add the {NOUNS.get(edit.field, edit.field)} “{shown}” to {edit.agent}"
        case EditKind.REMOVE:
            return f"remove the {NOUNS.get(edit.field, edit.field)} “{shown}” from {edit.agent}"
        case EditKind.SET:
            return f"set the {edit.field} of {edit.agent} to “{shown}”"
