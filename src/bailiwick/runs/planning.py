"""Plans without a model: a message that asks for several things in turn goes to those who can do each.

The router splits a message whose parts are strongly for different agents. What is left whole goes to one agent, and
without a model that one reads it with one tool, or with none. Here the same clauses are looked at by what tools read:
where a tool reads the first, and somebody is there for each of the others, each is a part, the later ones with the
results of the earlier.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bailiwick.kernel.reasons import Reason, RoutingReason, text_of
from bailiwick.runs.handing_over import Colleagues
from bailiwick.tools.records import Request
from bailiwick_router.clauses import Clause, clauses
from bailiwick_router.core.decisions import Decision, RequestPart, Stage, StageOutcome
from bailiwick_router.core.language import Language

if TYPE_CHECKING:
    from bailiwick_router.pipeline import Router

MOST_PARTS = 3
LONGEST = 600
"""Characters; a longer message is a text."""
SOME_ANSWER = "42 dollars"
"""Stands for what the part before will have said, while nobody knows it yet."""
SPEAKS_FOR_ITSELF = (Stage.INTENTS, Stage.TOOLS, Stage.EXAMPLES, Stage.TAGS)
"""Stages that go by what a message says, and not by whom it names or what was said before."""


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
        whole = decision.parts or decision.stage not in (*SPEAKS_FOR_ITSELF, Stage.FINALIZE)
        if whole or len(message) > LONGEST:
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
