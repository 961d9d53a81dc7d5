"""Split plans: how an agent wins a message of several requests, where the scores of the whole do not tell all.

Such a message may be split, and an edit may begin or end that. The whole message goes to an agent when it is not
split and the agent wins it; the first request does when it is split and the agent clearly wins that part. What
single edits and pairs of them do is tried; beyond pairs, only what is reckoned for the whole or for the first part.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from bailiwick_router.clauses import clauses, may_hold_several
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Decision, Stage
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.edits import removing, setting, tidy
from bailiwick_router.plans import Plan, Plans, Rival
from bailiwick_router.stage import Query
from bailiwick_router.validate import PRIORITIES
from bailiwick_router.workbench import TriedDecision

MOST_CLAUSES = 12
RIVALS_OF_PART = 2
TAGS_OF_PART = 40
PAIRED = 16
"""Single edits that are tried in pairs."""
ROUNDS = 12
"""Times that what stands in the way is taken away."""

Try = Callable[[Sequence[Edit]], TriedDecision | None]


class SplitPlans:
    """Plans for one agent to win a message with several requests; none for a message with one."""

    def __init__(self, query: Query, agent: Agent, decision: Decision) -> None:
        self._agent = agent
        self._settings = query.settings
        self._whole = query
        texts = _texts(query, decision)
        self._parts = [Plans(query.part(text), agent) for text in texts]
        self._tried_whole = Plans(query, agent) if texts else None

    def single(self) -> list[Plan]:
        """Return every single edit that could matter, best first."""
        plans = {plan.edits: plan for part in self._wholes() for plan in self._single_plans(part, TAGS_OF_PART)}
        return sorted(plans.values(), key=lambda plan: plan.order)

    def pairs(self) -> list[Plan]:
        """Return pairs of the single edits that matter most, best first."""
        few: dict[tuple[Edit, ...], Plan] = {}
        for part in self._wholes():
            for plan in self._single_plans(part, 2):
                few.setdefault(plan.edits, plan)
        pairs = [
            Plan(tuple(dict.fromkeys((*one.edits, *two.edits))), by_tags=False, width=one.width + two.width)
            for one, two in combinations(islice(few.values(), PAIRED), 2)
            if _together(one, two)
        ]
        return sorted(pairs, key=lambda plan: plan.order)

    def first_parts(self) -> list[Plans]:
        """Return the plans for the first request, if there are several."""
        return self._parts[:1]

    def _wholes(self) -> list[Plans]:
        return self._parts if self._tried_whole is None else [*self._parts, self._tried_whole]

    def _single_plans(self, part: Plans, most: int) -> Iterator[Plan]:
        """Yield the single edits that matter on one part."""
        agent = self._agent
        phrases = part.single_edits.phrases
        chosen = phrases[:most]
        if phrases and most < len(phrases):
            chosen = [*chosen, max(phrases, key=part.single_edits.gain)]
        for phrase in chosen:
            yield Plan(part.single_edits.tagged([phrase]), by_tags=False, width=phrase.tokens)
        for keyword in part.single_edits.keywords(most):
            yield Plan(part.single_edits.added("keywords", [keyword]), by_tags=False)
        for pattern in part.single_edits.patterns(min(most, 3)):
            yield Plan(part.single_edits.added("patterns", [pattern]), by_tags=False)
        highest = max((rival.agent.priority for rival in part.rivals), default=agent.priority)
        if highest >= agent.priority and highest + 1 in PRIORITIES and highest + 1 != agent.priority:
            yield Plan((setting(agent.id, "priority", highest + 1),), by_tags=False)
        for rival in _strongest(part.rivals):
            for unit in rival.match.units[:most]:
                if len(unit.entries) == 1:
                    yield Plan((removing(rival.agent.id, unit.field, unit.entries[0]),), by_tags=False)

    def forced(self, tried: Try) -> tuple[Edit, ...]:
        """Return some edits that do, found by strengthening the agent and weakening the agent that still wins.

        They are not the fewest, and none where the message has one request. `tried` tells who gets it with edits, or
        nothing where they cannot be made.
        """
        parts = self._wholes()
        edits: list[Edit] = []
        for part in parts[:1] + parts[-1:]:
            edits += part.single_edits.added("patterns", part.single_edits.patterns(2))
            edits += part.single_edits.added("keywords", part.single_edits.keywords(3))
            edits += part.single_edits.tagged(
                phrase for phrases, _ in part.single_edits.tag_sets(1, 1) for phrase in phrases
            )
        for _ in range(ROUNDS if parts else 0):
            edits = list(dict.fromkeys(edits))
            found = tried(tidy(edits))
            if found is None:
                return ()
            if found.agent == self._agent.id:
                return tidy(edits)
            weakened = [edit for part in parts for edit in self._weakening(part, found) if edit not in edits]
            if not weakened:
                return ()
            edits += weakened
        return ()

    def _weakening(self, part: Plans, found: TriedDecision) -> Iterator[Edit]:
        """Yield the removal of all that those in the way have of a part."""
        winners = {found.agent, *found.parts}
        for rival in part.rivals:
            if rival.agent.id in winners:
                for unit in rival.match.units:
                    for entry in unit.entries:
                        yield removing(rival.agent.id, unit.field, entry)


def _texts(query: Query, decision: Decision) -> list[str]:
    """Return the requests of a message that has several: as it is split now, else clause by clause."""
    settings, message = query.settings, query.message
    if Stage.SPLIT not in settings.stages or len(message) > settings.split_length:
        return []
    if decision.parts:
        return [part.text for part in decision.parts]
    if not may_hold_several(query.reading.normalised, query.words):
        return []
    found = clauses(message)
    return [message[each.start : each.end] for each in found] if 1 < len(found) <= MOST_CLAUSES else []


def _strongest(rivals: Sequence[Rival]) -> list[Rival]:
    by_score = sorted(rivals, key=lambda rival: -rival.score)[:RIVALS_OF_PART]
    by_confidence = sorted(rivals, key=lambda rival: -rival.confidence)[:RIVALS_OF_PART]
    return list({rival.agent.id: rival for rival in (*by_score, *by_confidence)}.values())


def _together(one: Plan, two: Plan) -> bool:
    """Whether edits make sense together: no field is given two values."""
    fields = [[(edit.agent, edit.field) for edit in plan.edits if edit.kind is EditKind.SET] for plan in (one, two)]
    return not set(fields[0]).intersection(fields[1])
