"""Plans by rules: a message that asks for several things goes to those who can do each.

The router splits a message whose parts are strongly for different agents. What is left whole goes to one agent, and
without a model that one does what its own tools read of it. Here the pieces of the message are looked at by what all
tools read: where each is read by itself, each goes to who has the tool; and where a tool reads the first, and somebody
is there for each of the others, the later ones are done in turn, with the results of the earlier. Each piece is read
like a message of its own: with its lead-in, its address, its typing mistakes and its language.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bailiwick.kernel.reasons import Reason, RoutingReason, text_of
from bailiwick.models.several import ENDS, pieces
from bailiwick.runs.handing_over import Colleagues
from bailiwick.tools.records import Request
from bailiwick_router.clauses import Clause, clauses
from bailiwick_router.core.decisions import Decision, RequestPart, Stage, StageOutcome
from bailiwick_router.core.language import Language, told_language
from bailiwick_router.requests import JOINERS
from bailiwick_router.tool_reading import holders_of

if TYPE_CHECKING:
    from bailiwick_router.pipeline import Router

MOST_PARTS = 3
LONGEST = 600
"""Characters; a longer message is a text."""
SOME_ANSWER = "42 dollars"
"""Stands for what the part before will have said, while nobody knows it yet."""
SPEAKS_FOR_ITSELF = (Stage.INTENTS, Stage.TOOLS, Stage.EXAMPLES, Stage.TAGS)
"""Stages that go by what a message says, and not by whom it names or what was said before."""

DECIDED_OTHERWISE = (Stage.FINALIZE, Stage.SPLIT, Stage.ADDRESSED)
"""Stages behind which a message may still be several requests that tools read."""
MOST_RESPELT = 2


@dataclass(frozen=True, slots=True)
class _Able:
    agent: str
    tool: str | None
    """None where routing chose the agent and no tool reads the clause before its time."""
    decision: Decision


class RulesPlanner:
    """Plans by clauses and by what tools read."""

    def __init__(self, router: "Router", colleagues: Colleagues, language: Language) -> None:
        """`colleagues` are all whom a part may go to."""
        self._router = router
        self._colleagues = colleagues
        self._language: Language = language

    def planned(self, decision: Decision) -> Decision:
        """Return the decision with the parts of a plan, or as it is where there is none to make."""
        message = decision.message
        if len(message) > LONGEST or decision.stage not in (*SPEAKS_FOR_ITSELF, *DECIDED_OTHERWISE):
            return decision
        if (by_pieces := self._by_pieces(decision)) is not None:
            return by_pieces
        if decision.parts or decision.stage is Stage.ADDRESSED:
            return decision
        found = clauses(message)
        if not 1 < len(found) <= MOST_PARTS or not any(each.leans for each in found):
            return decision
        able = [self._able(message, clause) for clause in found]
        parts = [each for each in able if each is not None]
        if len(parts) < len(found) or parts[0].tool is None:
            return decision
        if {each.tool for each in parts} == {self._read_whole(message)}:
            return decision
        return _with_parts(decision, [_part(message, *each) for each in zip(found, parts, strict=True)])

    def _by_pieces(self, decision: Decision) -> Decision | None:
        """Return the decision by pieces that tools read one by one, in any order; None where it is right as it is."""
        message = decision.message
        query = self._router.query(message)
        if JOINERS.isdisjoint(query.words) and not ENDS.search(message):
            return None
        asked, able = query.address.asked, dict[str, _Able | None]()
        addressed = query.address.agents[0] if decision.stage is Stage.ADDRESSED and query.address.agents else None

        def reads(text: str) -> bool:
            if text not in able:
                able[text] = self._able_alone(text, addressed)
            return able[text] is not None

        found: Sequence[Clause] = ()
        for meant in ("", *query.respellings[:MOST_RESPELT]):
            if found := pieces(asked, reads, meant):
                break
        if not found or any(each.leans for each in found):
            return None
        start = message.find(asked)
        found = [Clause(each.start + start, each.end + start, each.leans) for each in found]
        each_able = [each for each in (able[message[piece.start : piece.end]] for piece in found) if each is not None]
        if {each.tool for each in each_able} == {self._read_whole(asked or message)}:
            return None
        parts = _grouped(message, found, each_able)
        if len(parts) == 1:
            # One agent does all of it, with several tools.
            mine = parts[0].agent == decision.agent and not decision.parts
            return replace(decision, asked=parts[0].asked or parts[0].text) if mine else _for_one(decision, parts[0])
        return (
            None
            if not 1 < len(parts) <= MOST_PARTS or len(parts) <= len(decision.parts)
            else _with_parts(decision, parts)
        )

    def _able_alone(self, text: str, addressed: str | None) -> _Able | None:
        """Return who can do a piece that a tool reads by itself: whom it addresses, or the message, if that one can."""
        decision = self._router.decide(text)
        asked = decision.asked or text
        found = self._colleagues.able(Request(text=asked, language=told_language(text) or self._language), frozenset())
        if found is None:
            return None
        agent, tool = found
        may = holders_of(tool, self._colleagues.agents, list(self._colleagues.tools))
        wanted = decision.agent if decision.stage is Stage.ADDRESSED else addressed
        return _Able(wanted if wanted is not None and wanted in may else agent, tool, decision)

    def _able(self, message: str, clause: Clause) -> _Able | None:
        """Return who can do a clause: by a tool that reads it, or as routing chooses for what builds on the others."""
        text = message[clause.start : clause.end]
        decision = self._router.decide(text)
        request = Request(text=text, language=self._language, said=SOME_ANSWER if clause.leans else "")
        if (found := self._colleagues.able(request, frozenset())) is not None:
            return _Able(*found, decision)
        if clause.leans and decision.agent is not None and decision.stage in SPEAKS_FOR_ITSELF:
            return _Able(decision.agent, None, decision)
        return None

    def _read_whole(self, message: str) -> str | None:
        found = self._colleagues.able(Request(text=message, language=self._language), frozenset())
        return found and found[1]


def _grouped(message: str, found: Sequence[Clause], able: Sequence[_Able]) -> list[RequestPart]:
    """Return the pieces as parts; those one after the other for the same agent are one, read as one request each."""
    parts: list[RequestPart] = []
    for piece, each in zip(found, able, strict=True):
        part = _part(message, piece, each)
        last = parts[-1] if parts else None
        if last is not None and last.agent == part.agent:
            asked = f"{last.asked or last.text}; {part.asked or part.text}"
            parts[-1] = replace(last, end=part.end, text=message[last.start : part.end], asked=asked)
        else:
            parts.append(part)
    return parts


def _for_one(decision: Decision, part: RequestPart) -> Decision:
    return replace(
        decision,
        agent=part.agent,
        stage=part.stage,
        confidence=part.confidence,
        reason=part.reason,
        why=part.why,
        parts=(),
        asked=part.asked or part.text,
    )


def _part(message: str, clause: Clause, able: _Able) -> RequestPart:
    decision = able.decision
    return RequestPart(
        start=clause.start,
        end=clause.end,
        text=message[clause.start : clause.end],
        agent=able.agent,
        leans=clause.leans,
        stage=decision.stage,
        confidence=decision.confidence,
        reason=decision.reason,
        margin=decision.margin,
        candidates=decision.candidates,
        candidate_count=decision.candidate_count,
        stages=decision.stages,
        why=decision.why,
        asked=decision.asked,
    )


def _with_parts(decision: Decision, parts: Sequence[RequestPart]) -> Decision:
    named = [Reason.of(RoutingReason.REQUEST_FOR, agent=part.agent, text=part.text) for part in parts]
    why = Reason.of(RoutingReason.REQUESTS_IN_TURN, *named, requests=len(parts))
    return with_parts(decision, parts, text_of(why), why)


def with_parts(decision: Decision, parts: Sequence[RequestPart], reason: str, why: Reason | None) -> Decision:
    """Return a decision whose message is done in these parts."""
    stages = tuple(
        replace(report, outcome=StageOutcome.DECIDED, reason=reason, why=why) if report.stage is Stage.SPLIT else report
        for report in decision.stages
    )
    return replace(
        decision,
        agent=parts[0].agent,
        stage=Stage.SPLIT,
        confidence=min(part.confidence for part in parts),
        reason=reason,
        why=why,
        parts=tuple(parts),
        stages=stages,
    )
