"""The split stage: a message that holds requests for different agents is decided part by part.

It is split only if each part begins like a request, is strongly decided for an agent of its own, and no agent has so
much more of the whole message than another that the rest is a detail of its request. What is for the same agent, or
clearly for none, stays with the part beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bailiwick_router.candidates import candidates
from bailiwick_router.clauses import Clause, clauses, may_hold_several
from bailiwick_router.core.decisions import RequestPart, RoutingContext, Stage
from bailiwick_router.core.reasons import Reason, RoutingReason, text_of, why_of
from bailiwick_router.explanation import Explanation
from bailiwick_router.requests import JOINERS
from bailiwick_router.stage import Passed, Query, Verdict
from bailiwick_router.steps import Said, StageStep, reports, said_in_turn

DECIDERS = (Stage.ADDRESSED, Stage.INTENTS, Stage.TOOLS, Stage.EXAMPLES, Stage.PLUGIN, Stage.TAGS)
"""Stages that decide a part: those that look at what it says."""
MOST_CLAUSES = 12
"""Clauses that are looked at; a message with more is a text, not a few requests."""
MOST_RESPELT = 2
"""Ways of putting typing mistakes right in which requests are looked for."""
QUOTED = 40
"""Characters of a part that a reason repeats."""
ONE = Passed(Reason.of(RoutingReason.ONE_REQUEST))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the message with who would get it."""

    start: int
    end: int
    leans: bool
    query: Query
    verdict: Verdict | None
    place: Stage
    said: Sequence[Said]
    """By the stages that decide parts, in turn."""
    agent: str | None
    """Who is strongly decided for it; None where it is not clearly for one."""


class Split:
    """Decides when a message holds two or three requests, each strongly for another agent."""

    stage = Stage.SPLIT

    def __init__(self, steps: Sequence[StageStep]) -> None:
        """`steps` decide a part, in order."""
        self._steps = [step for step in steps if step.place in DECIDERS]

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose an agent for each part, or say why the message stays whole."""
        settings, message = query.settings, query.message
        if len(message) > settings.split_length:
            return Passed(Reason.of(RoutingReason.TOO_LONG_TO_SPLIT, limit=settings.split_length))
        found = _clauses(query)
        if len(found) < 2:
            return ONE
        if owners := query.owners:
            return Passed(Reason.of(RoutingReason.EXAMPLE_NOT_SPLIT, agent=owners[0]))
        if len(found) > MOST_CLAUSES:
            return Passed(Reason.of(RoutingReason.TOO_MANY_CLAUSES, clauses=len(found), limit=MOST_CLAUSES))
        pieces = self._grouped(query, context, found)
        if len(pieces) < 2:
            return Passed(_why_one(found, pieces))
        if len(pieces) > settings.split_parts:
            return Passed(Reason.of(RoutingReason.TOO_MANY_REQUESTS, requests=len(pieces), limit=settings.split_parts))
        if len({piece.agent for piece in pieces}) < len(pieces):
            return Passed(Reason.of(RoutingReason.PART_BETWEEN, agent=pieces[0].agent or ""))
        if keeps := self._keeps_whole(query, pieces):
            return Passed(keeps)
        parts = tuple(self._part(piece) for piece in pieces)
        named = [Reason.of(RoutingReason.REQUEST_FOR, agent=part.agent, text=_in_short(part.text)) for part in parts]
        return Verdict(
            agent=parts[0].agent,
            confidence=min(part.confidence for part in parts),
            parts=parts,
            margin=round(min(_lead(piece) for piece in pieces), 6),
            reason=Reason.of(RoutingReason.REQUESTS_SPLIT, *named, requests=len(parts)),
        )

    def _grouped(self, query: Query, context: RoutingContext, found: Sequence[Clause]) -> list[_Piece]:
        """Return the pieces with an agent of their own; what is for the same one, or for none, joins its neighbour."""
        pieces: list[_Piece] = []
        for clause in found:
            piece = self._piece(query, context, clause)
            before = pieces[-1] if pieces else None
            if before is not None and (piece.agent is None or before.agent is None or before.agent == piece.agent):
                whole = Clause(before.start, piece.end, before.leans)
                joined = self._piece(query, context, whole)
                # Joined, a strong piece may lose its agent: then it stays whole with what was beside it.
                pieces[-1] = joined
            else:
                pieces.append(piece)
        return pieces if all(piece.agent is not None for piece in pieces) else []

    def _piece(self, query: Query, context: RoutingContext, clause: Clause) -> _Piece:
        part = query.part(query.message[clause.start : clause.end])
        said = said_in_turn(self._steps, part, context)
        verdict, place = None, Stage.TAGS
        if said and isinstance(said[-1], Verdict):
            verdict, place = said[-1], self._steps[len(said) - 1].place
        agent = verdict.agent if verdict is not None else None
        # What other stages than tags decide has passed a threshold of its own.
        strong = agent is not None and verdict is not None and self._strong(part, agent, verdict, place)
        return _Piece(clause.start, clause.end, clause.leans, part, verdict, place, said, agent if strong else None)

    def _strong(self, part: Query, agent: str, verdict: Verdict, place: Stage) -> bool:
        if place is Stage.EXAMPLES:
            return verdict.confidence >= part.settings.examples_sure and _is_strong(part, agent)
        return place is not Stage.TAGS or _is_strong(part, agent)

    def _keeps_whole(self, query: Query, pieces: Sequence[_Piece]) -> Reason | None:
        """Say which agent has so much of the whole message that it keeps it, if one does."""
        # What a plug-in decides need not show in points.
        weighed = [piece.agent or "" for piece in pieces if piece.place in (Stage.INTENTS, Stage.TAGS)]
        if len(weighed) < 2:
            return None
        points = {agent: query.points(agent) for agent in weighed}
        leader = max(points, key=lambda agent: points[agent])
        least = min(points, key=lambda agent: points[agent])
        if points[leader] <= query.settings.split_dominance * points[least]:
            return None
        return Reason.of(
            RoutingReason.ONE_OUTWEIGHS, agent=leader, points=points[leader], second=least, less=points[least]
        )

    def _part(self, piece: _Piece) -> RequestPart:
        verdict = piece.verdict
        assert verdict is not None, "only decided pieces become parts"  # noqa: S101  (narrows)
        explanation = Explanation(partial(self._explained, piece))
        piece.query.index.explains(explanation)
        return RequestPart.later(
            explanation,
            start=piece.start,
            end=piece.end,
            text=piece.query.message,
            agent=piece.agent or "",
            leans=piece.leans,
            stage=piece.place,
            confidence=verdict.confidence,
            reason=text_of(verdict.reason),
            margin=verdict.margin,
            why=why_of(verdict.reason),
            asked=piece.query.asked,
        )

    def _explained(self, piece: _Piece) -> Mapping[str, Any]:
        return {
            "candidates": candidates(piece.query, intents_first=piece.place is Stage.INTENTS),
            "candidate_count": piece.query.scores.count(),
            "stages": tuple(reports(self._steps, piece.said)),
        }


def _clauses(query: Query) -> Sequence[Clause]:
    """Return the requests in a message, also where typing mistakes hide where they begin."""
    message = query.message
    found = clauses(message) if may_hold_several(query.reading.normalised, query.words) else ()
    # A message that is an example is not split, and to put it right takes long.
    if len(found) > 1 or JOINERS.isdisjoint(query.words) or query.owners:
        return found
    asked = query.address.asked
    start = message.find(asked)
    for right in query.respellings[:MOST_RESPELT]:
        found = clauses(message, message[:start] + right + message[start + len(asked) :])
        if len(found) > 1:
            return found
    return found


def _is_strong(part: Query, agent: str) -> bool:
    points = part.points(agent)
    return points >= part.settings.split_strength and points - part.best_points(agent)[1] >= part.settings.split_lead


def _lead(piece: _Piece) -> float:
    """Return by how many points the agent of a piece leads."""
    agent = piece.agent or ""
    return piece.query.points(agent) - piece.query.best_points(agent)[1]


def _why_one(found: Sequence[Clause], pieces: Sequence[_Piece]) -> Reason:
    if pieces:
        return Reason.of(RoutingReason.CLAUSES_FOR_ONE, clauses=len(found), agent=pieces[0].agent or "")
    return Reason.of(RoutingReason.CLAUSES_UNCLEAR, clauses=len(found))


def _in_short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else f"{line[: QUOTED - 1].rstrip()}…"
