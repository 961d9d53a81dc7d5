"""Reasons: what decides against an agent, and edits as sentences."""

from collections.abc import Sequence

from bailiwick_router.core.agents import Agent, AgentStatus, Role
from bailiwick_router.core.decisions import Decision, RoutingContext, Stage
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.edits import SHOWN
from bailiwick_router.text import normalise, words_of


def reason_of(decision: Decision) -> Reason:
    """Return why a decision is as it is; the words of a plug-in's stage where there is no code."""
    return decision.why or Reason.of(RoutingReason.SERVICE_SAID, text=decision.reason)


def barred(agent: Agent, decision: Decision, context: RoutingContext) -> Reason | None:
    """Say why no edit can give the message to an agent, if so."""
    if decision.stage is Stage.EXPLICIT:
        return Reason.of(RoutingReason.WHY_NOT_REQUESTED, agent=decision.agent or "")
    if agent.role is Role.SUPERVISOR:
        return Reason.of(RoutingReason.WHY_NOT_SUPERVISOR, agent=agent.id)
    if not agent.role.routable:
        return Reason.of(RoutingReason.WHY_NOT_ROLE, agent=agent.id, role=agent.role)
    if agent.status is not AgentStatus.ACTIVE:
        return Reason.of(RoutingReason.WHY_NOT_INACTIVE, agent=agent.id, status=agent.status)
    for excluded, cause in context.excluded:
        if excluded == agent.id:
            return Reason.of(RoutingReason.WHY_NOT_EXCLUDED, agent=agent.id, cause=cause)
    if not words_of(normalise(decision.message)):
        return Reason.of(RoutingReason.WHY_NOT_NO_WORD)
    if decision.stage is Stage.SMALL_TALK:
        return Reason.of(RoutingReason.WHY_NOT_SMALL_TALK)
    return None


def why(agent: Agent, decision: Decision) -> Reason:
    """Say what decides against an agent that could be chosen."""
    own = next((each for each in decision.candidates if each.agent == agent.id), None)
    score, confidence = (0.0, 0.0) if own is None else (own.score, own.confidence)
    decided = reason_of(decision)
    match decision.stage:
        case Stage.SPLIT:
            requests = len(decision.parts)
            for part in decision.parts:
                if part.agent == agent.id:
                    return Reason.of(
                        RoutingReason.WHY_NOT_A_LATER_PART, decided, agent=agent.id, text=part.text, requests=requests
                    )
            return Reason.of(RoutingReason.WHY_NOT_NO_PART, decided, agent=agent.id, requests=requests)
        case Stage.FOLLOW_UP:
            return Reason.of(RoutingReason.WHY_NOT_FOLLOW_UP, decided, agent=agent.id, score=score)
        case Stage.INTENTS:
            if agent.id == decided.values.get("second"):
                return decided
            return Reason.of(RoutingReason.WHY_NOT_INTENTS, decided, agent=agent.id, confidence=confidence)
        case Stage.TAGS:
            most = decision.candidates[0].score
            if own is not None and most == score:
                return Reason.of(RoutingReason.WHY_NOT_EQUAL, decided, agent=agent.id, score=score)
            return Reason.of(
                RoutingReason.WHY_NOT_TAGS, winner=decision.agent or "", most=most, agent=agent.id, score=score
            )
        case Stage.FINALIZE:
            return Reason.of(RoutingReason.WHY_NOT_NOBODY, agent=agent.id)
        case _:
            return Reason.of(RoutingReason.WHY_NOT_OTHER, decided, agent=agent.id, score=score, confidence=confidence)


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
