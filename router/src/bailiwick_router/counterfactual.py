"""Why not: the fewest edits after which an agent gets a message, each proven by deciding again."""

from collections.abc import Iterator, Sequence
from heapq import merge
from math import inf

from bailiwick_router.core.decisions import Decision, RoutingContext, Stage
from bailiwick_router.core.edits import Edit, EditKind, WhyNot
from bailiwick_router.core.errors import UnknownAgent
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.edits import SHOWN, tidy
from bailiwick_router.pipeline import NO_CONTEXT, Router
from bailiwick_router.plans import SLIGHT, Leads, Plan, Plans, kindness
from bailiwick_router.reasons import barred, reason_of, why
from bailiwick_router.split_plans import SplitPlans
from bailiwick_router.stage import Query
from bailiwick_router.workbench import TriedDecision, Workbench

MOST_TRIALS = 500
"""Times that one answer decides anew, at most."""
MOST_ALTERNATIVES = 5
MOST_ALIKE = 2
"""Alternatives with the same kinds of edits."""
MORE_TRIALS = 40
"""Times that it decides anew for alternatives."""


def why_not(router: Router, message: str, agent_id: str, context: RoutingContext | None = None) -> WhyNot:
    """Return why an agent does not get a message, and the fewest edits after which it does.

    Edits add a tag, keyword or pattern to the agent, set its priority, or remove a tag, keyword or pattern from those
    in its way. Of equally few, adding comes before priority and priority before removing (`plans.KINDNESS`), then the
    tags of fewer and rarer words. What would do is reckoned from the scores of the agents that the message finds, at
    most forty; the work grows with the message and their entries, not with the roster. Whatever is returned as proven
    was decided again on the edited roster, and the agent had the message: it is the decision's agent (of a message
    with several requests, the agent of the first).

    No edit helps against the person's own choice of an agent, against small talk, or for an agent that cannot be
    chosen at all; the answer then has no edits, is not proven, and says why. The roster is afterwards as before.

    Raises `UnknownAgent` for an agent that is not on the roster, and what `Router.decide` raises.
    """
    context = context or NO_CONTEXT
    agent = router.roster.get(agent_id)
    if agent is None:
        raise UnknownAgent(Reason.of(RoutingReason.NO_SUCH_AGENT, name=agent_id[:SHOWN]))
    decision = router.decide(message, context)
    if decision.agent == agent_id:
        has_it = Reason.of(RoutingReason.WHY_NOT_HAS_IT, reason_of(decision), agent=agent_id)
        return _answer(agent_id, decision, has_it, proven=True)
    bar = barred(agent, decision, context)
    if bar is not None:
        return _answer(agent_id, decision, bar)
    reason = why(agent, decision)
    query = router.query(message, dict(context.excluded))
    split_plans = SplitPlans(query, agent, decision)
    with Workbench(router, message, context) as bench:
        search = _Search(bench, agent_id, _plans(Plans(query, agent), split_plans, query, context))
        edits = search.first() or search.shrunk(split_plans.forced(bench.tried))
        others = search.others(edits)
    if not edits:
        reason = Reason.of(RoutingReason.WHY_NOT_NO_EDIT, reason)
    elif len(edits) > 1 and decision.stage is Stage.EXAMPLES:
        reason = Reason.of(RoutingReason.WHY_NOT_EXAMPLE_MAY_DO, reason, agent=agent_id)
    return _answer(agent_id, decision, reason, edits=edits, proven=bool(edits), alternatives=others)


def _answer(
    agent: str,
    decision: Decision,
    reason: Reason,
    *,
    edits: Sequence[Edit] = (),
    proven: bool = False,
    alternatives: Sequence[Sequence[Edit]] = (),
) -> WhyNot:
    return WhyNot(
        agent=agent,
        winner=decision.agent,
        reason=reason.text(),
        why=reason,
        edits=sorted(edits, key=kindness),
        proven=proven,
        alternatives=[sorted(each, key=kindness) for each in alternatives],
    )


class _Search:
    """The search for the fewest edits: plans in order, each tried."""

    def __init__(self, bench: Workbench, agent: str, plans: Iterator[Plan]) -> None:
        self._bench = bench
        self._agent = agent
        self._plans = plans
        self._tried: set[frozenset[Edit]] = set()
        self._overruled: dict[frozenset[Edit], float] = {}
        """By a plan's edits but for its tags: the tag score up to which an earlier stage decides for another all the
        same; a plug-in at any, the examples up to where tags speak against them."""

    def first(self) -> tuple[Edit, ...]:
        """Return the first edits that are proven; none where no plan does."""
        for plan in self._plans:
            if self._proves(plan):
                return self.shrunk(plan.edits)
            if self._bench.trials >= MOST_TRIALS:
                break
        return ()

    def others(self, edits: Sequence[Edit]) -> tuple[tuple[Edit, ...], ...]:
        """Return other edits of the same number that are proven."""
        found: list[tuple[Edit, ...]] = []
        alike: dict[tuple[int, ...], int] = {}
        limit = self._bench.trials + MORE_TRIALS
        for plan in self._plans if edits else ():
            if len(plan.edits) > len(edits) or len(found) >= MOST_ALTERNATIVES or self._bench.trials >= limit:
                break
            kinds = tuple(plan.kinds)
            if len(plan.edits) == len(edits) and alike.get(kinds, 0) < MOST_ALIKE and self._proves(plan):
                alike[kinds] = alike.get(kinds, 0) + 1
                found.append(plan.edits)
        return tuple(found)

    def shrunk(self, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        """Return the edits without those that are not needed; none where even all of them do not do."""
        kept = tidy(edits)
        if not kept or not self._does(self._bench.proven(kept)):
            return ()
        for edit in reversed(kept if len(kept) > 1 else ()):
            fewer = tuple(each for each in kept if each != edit)
            if fewer and self._does(self._bench.tried(fewer)) and self._does(self._bench.proven(fewer)):
                kept = fewer
        return kept

    def _proves(self, plan: Plan) -> bool:
        edits = frozenset(plan.edits)
        beside = frozenset(edit for edit in plan.edits if edit.field != "tags" or edit.kind is not EditKind.ADD)
        if edits in self._tried or (plan.by_tags and plan.score <= self._overruled.get(beside, -inf)):
            return False
        self._tried.add(edits)
        found = self._bench.tried(plan.edits)
        if self._does(found):
            return self._does(self._bench.proven(plan.edits))
        if plan.by_tags and found is not None and found.stage in (Stage.EXAMPLES, Stage.PLUGIN):
            self._overruled[beside] = plan.score if found.stage is Stage.EXAMPLES else inf
        return False

    def _does(self, found: TriedDecision | None) -> bool:
        return found is not None and found.agent == self._agent


def _plans(whole: Plans, split_plans: SplitPlans, query: Query, context: RoutingContext) -> Iterator[Plan]:
    """Yield plans by the number of their edits: for the whole message first, for its parts where it has some."""
    for_whole = whole.all(_leads(whole, query, context))
    alone = [plan for plan in for_whole if len(plan.edits) == 1]
    yield from alone
    yield from split_plans.single()
    parts = [part.all([part.strongly]) for part in split_plans.first_parts()]
    yield from merge(for_whole[len(alone) :], split_plans.pairs(), *parts, key=lambda plan: plan.order)


def _leads(plans: Plans, query: Query, context: RoutingContext) -> list[Leads]:
    """Return who may stay beside the agent by tags if the message is a follow-up."""
    last = query.agent(context.last_agent) if context.last_agent else None
    margin = query.settings.follow_up_margin
    if last is None:
        return []
    if last.id == plans.agent.id:
        # It keeps a follow-up unless another leads it by the margin.
        return [lambda rival, lag: lag > -margin + SLIGHT]
    plans.add_rival(last)
    return [lambda rival, lag: lag >= margin if rival.agent.id == last.id else lag > -SLIGHT]
