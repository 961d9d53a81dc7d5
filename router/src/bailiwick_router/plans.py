"""Plans: edits that should give a message to an agent, reckoned from the scores of those that stand in its way.

An agent gets a message by content in one of two ways. Either it decides the intents stage, with a confidence that
reaches the threshold and leads the second by more than the margin; or no agent does, because the best is below the
threshold or too close to the second, and it stands first by tags. What the two take is independent (keywords and
patterns on one side, tags and priority on the other), so the fewest edits are the sum of the fewest of each.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from bailiwick_router.agent_match import AgentMatch, MessageToMatch, confidence
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.edits import removing, setting
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.single_edits import SingleEdits, fewest
from bailiwick_router.stage import Query
from bailiwick_router.validate import PRIORITIES

MOST_EDITS = 12
"""Edits that a plan may have."""
MOST_LOWERED = 4
"""Rivals that a plan may take something from; with more above it an agent is raised instead."""
EQUAL_TAGS = 8
"""Tags of equal gain that are tried where rarity may settle the matter."""
MOST_ADDED = 5
"""Keywords, and patterns, that a plan may add."""
SLIGHT = 1e-6
KINDNESS = {
    (EditKind.ADD, "tags"): 0,
    (EditKind.ADD, "keywords"): 1,
    (EditKind.ADD, "patterns"): 2,
    (EditKind.ADD, "examples"): 3,
    (EditKind.SET, "priority"): 4,
    (EditKind.REMOVE, "tags"): 5,
    (EditKind.REMOVE, "keywords"): 6,
    (EditKind.REMOVE, "patterns"): 7,
}
"""Which of equally few edits come first: what is added to the agent itself, its priority, what others lose."""


def kindness(edit: Edit) -> int:
    """Return the place of an edit among others, the kindest first."""
    return KINDNESS.get((edit.kind, edit.field), len(KINDNESS))


@dataclass(frozen=True, slots=True)
class Plan:
    """Edits that should do."""

    edits: tuple[Edit, ...]
    by_tags: bool
    """It takes that no stage before tags decides."""
    width: int = 0
    """Tokens of its tags together."""
    score: float = 0.0
    """The tag score that the agent should have."""

    @property
    def order(self) -> tuple[int, list[int], int]:
        """Sorts plans: fewest edits, then the kindest, then the narrowest tags."""
        return (len(self.edits), self.kinds, self.width)

    @property
    def kinds(self) -> list[int]:
        """The kinds of its edits, the least kind first; see `KINDNESS`."""
        return sorted(map(kindness, self.edits), reverse=True)


@dataclass(slots=True)
class Rival:
    """Another agent that has something of the message."""

    agent: Agent
    score: float
    confidence: float
    message: MessageToMatch
    _match: AgentMatch | None = None

    @property
    def match(self) -> AgentMatch:
        """What of the message it has, worked out when first asked for."""
        if self._match is None:
            self._match = self.message.match(self.agent)
        return self._match

    def lowered(self, fields: Sequence[str], enough: "Enough", settings: RoutingSettings) -> tuple[Edit, ...] | None:
        """Return the fewest removals from fields after which score and confidence are low enough."""
        if enough(self.score, self.confidence):
            return ()
        match = self.match
        units = [unit for unit in match.units if unit.field in fields]
        units.sort(key=lambda unit: -len(unit.held.words) - 2 * len(unit.held.tags))
        chosen = fewest(units, lambda held: enough(held.score(settings), held.confidence(settings)), match)
        if chosen is None:
            return None
        return tuple(removing(self.agent.id, unit.field, entry) for unit in chosen for entry in unit.entries)


Enough = Callable[[float, float], bool]
"""Whether a tag score and a confidence are low enough."""
Leads = Callable[[Rival, float], bool]
"""Whether an agent may stay at a tag score beside the one that is to win, given how far it lags behind it."""


class Plans:
    """Plans for one agent to win one message, or a part of one."""

    def __init__(self, query: Query, agent: Agent) -> None:
        self._settings = query.settings
        self.agent = agent
        self.message = MessageToMatch(query.message, query.reading.profile)
        self.match = self.message.match(agent)
        crowds = {
            self.message.name(feature.matched.split(" ")): feature.frequency()
            for feature in query.scores.features
            if feature.kind == "word"
        }
        self.single_edits = SingleEdits(self.message, self.match, crowds, query.settings)
        held = self.single_edits.held
        self.score = held.score(query.settings)
        self.confidence = held.confidence(query.settings)
        self.rivals = self._rivals(query)

    def _rivals(self, query: Query) -> list[Rival]:
        ranked = {each.slot: each.features for each in (*query.by_tags, *query.by_intent)}
        agents = [(query.index.at(slot).agent, features) for slot, features in ranked.items()]
        return [
            Rival(agent, query.tag_measure.value(features), query.intent_measure.value(features), self.message)
            for agent, features in agents
            if agent.id != self.agent.id
        ]

    def add_rival(self, agent: Agent) -> None:
        """Look at an agent too that has little of the message, such as the one that answered last."""
        if agent.id != self.agent.id and all(rival.agent.id != agent.id for rival in self.rivals):
            held = self.message.match(agent).held()
            settings = self._settings
            self.rivals.append(Rival(agent, held.score(settings), held.confidence(settings), self.message))

    def all(self, may_stay: Iterable[Leads] = ()) -> list[Plan]:
        """Return the plans, best first. Each of `may_stay` is another rule of who may stay beside the agent."""
        silent = self._silent()
        plans = [Plan(edits, by_tags=False) for edits in self._by_intent()]
        plans += [Plan(edits, by_tags=False) for edits in silent]
        for stays in (self._below, self._below_or_rarer, *may_stay):
            ways = list(self._by_tags(stays))
            fewest_by_tags = min((len(each.edits) for each in ways), default=0)
            ways = [each for each in ways if len(each.edits) <= fewest_by_tags + 1]
            plans += [
                Plan((*quiet, *way.edits), by_tags=True, width=way.width, score=way.score)
                for quiet, way in product(silent, ways)
            ]
        distinct = {frozenset(plan.edits): plan for plan in reversed(plans) if 0 < len(plan.edits) <= MOST_EDITS}
        return sorted(distinct.values(), key=lambda plan: plan.order)

    def strongly(self, rival: Rival, lag: float) -> bool:
        """Whether a rival lags so far that the agent has a part of a message to itself; see `Split`."""
        settings = self._settings
        lead = settings.points(lag, self.confidence - rival.confidence)
        return lead >= settings.split_lead - SLIGHT

    # by intents

    def _by_intent(self) -> Iterator[tuple[Edit, ...]]:
        """Yield edits after which the agent decides the intents stage."""
        settings = self._settings
        if Stage.INTENTS not in settings.stages:
            return
        for raised, value in self._raised():
            if value < settings.intent_threshold:
                continue
            lowered = self._all_lowered(("keywords", "patterns"), partial(self._clear, value))
            if lowered is not None:
                yield (*raised, *lowered)

    def _clear(self, value: float, rival: Rival, score: float, held: float) -> bool:
        return not held or round(value - held, 6) > self._settings.intent_margin

    def _raised(self) -> Iterator[tuple[tuple[Edit, ...], float]]:
        """Yield (edits, confidence) for every number of keywords and patterns that may be added."""
        settings, single, held = self._settings, self.single_edits, self.single_edits.held
        keywords, patterns = self.single_edits.keywords(MOST_ADDED), self.single_edits.patterns(MOST_ADDED)
        seen: set[float] = set()
        counts = sorted(product(range(len(keywords) + 1), range(len(patterns) + 1)), key=lambda each: (sum(each), each))
        for more, matching in counts:
            value = confidence(len(held.keywords) + more, len(held.patterns) + matching, settings)
            if value in seen:
                continue
            seen.add(value)
            edits = single.added("keywords", keywords[:more]) + single.added("patterns", patterns[:matching])
            yield edits, value

    def _silent(self) -> list[tuple[Edit, ...]]:
        """Return edits after which no agent decides the intents stage, the fewest and those with one more."""
        settings = self._settings
        if Stage.INTENTS not in settings.stages or not self.rivals:
            return [()]
        top = max(self.rivals, key=lambda rival: rival.confidence)
        second = max((rival.confidence for rival in self.rivals if rival is not top), default=None)
        found: list[tuple[Edit, ...]] = []
        for raised, value in self._raised():
            for lowered in self._lowerings(top, value, second):
                found.append((*raised, *lowered))
        least = min(map(len, found), default=0)
        return sorted((edits for edits in found if len(edits) <= least + 1), key=len)[:EQUAL_TAGS]

    def _lowerings(self, top: Rival, own: float, second: float | None) -> Iterator[tuple[Edit, ...]]:
        """Yield removals from the most confident rival after which no agent decides."""
        settings = self._settings

        def silent(score: float, held: float) -> bool:
            values = sorted((value for value in (held, own, second or 0.0) if value), reverse=True)
            if not values or values[0] < settings.intent_threshold:
                return True
            return len(values) > 1 and round(values[0] - values[1], 6) <= settings.intent_margin

        for fields in (("keywords",), ("patterns",), ("keywords", "patterns")):
            lowered = top.lowered(fields, silent, settings)
            if lowered is not None:
                yield lowered

    # by tags

    def _below(self, rival: Rival, lag: float) -> bool:
        """Whether a rival stands behind: with a lower score."""
        return lag > SLIGHT

    def _below_or_rarer(self, rival: Rival, lag: float) -> bool:
        """Whether a rival may stand behind: with an equal score, where priority or rarity may settle it."""
        return lag > -SLIGHT

    def _by_tags(self, stays: Leads) -> Iterator[Plan]:
        """Yield plans after which the agent stands first by tags, if no agent decides before."""
        agent, settings = self.agent, self._settings
        if Stage.TAGS not in settings.stages:
            return
        cleared: dict[float, tuple[Edit, ...] | None] = {}
        for count in range(MOST_EDITS + 1):
            alone = False
            for phrases, gain in self.single_edits.tag_sets(count, EQUAL_TAGS):
                score = self.score + gain
                if score <= 0:
                    continue
                if score not in cleared:
                    cleared[score] = self._all_lowered(("tags",), partial(_lags, stays, score))
                lowered = cleared[score]
                if lowered is None:
                    continue
                alone |= not lowered
                edits = (*self.single_edits.tagged(phrases), *lowered)
                width = sum(phrase.tokens for phrase in phrases)
                yield Plan(edits, by_tags=True, width=width, score=score)
                priority = self._priority_beside(score)
                if priority is not None:
                    raised = (*edits, setting(agent.id, "priority", priority))
                    yield Plan(raised, by_tags=True, width=width, score=score)
            if alone:
                return

    def _priority_beside(self, score: float) -> int | None:
        """Return the priority that puts the agent before those of equal score; None where it has it, or none can."""
        equal = [rival.agent.priority for rival in self.rivals if abs(rival.score - score) < SLIGHT]
        highest = max(equal, default=self.agent.priority - 1)
        needed = highest + 1
        return needed if needed > self.agent.priority and needed in PRIORITIES else None

    def _all_lowered(
        self, fields: Sequence[str], enough: Callable[[Rival, float, float], bool]
    ) -> tuple[Edit, ...] | None:
        """Return the fewest removals after which every rival is low enough; None where too many are not."""
        high = [rival for rival in self.rivals if not enough(rival, rival.score, rival.confidence)]
        if len(high) > MOST_LOWERED:
            return None
        edits: list[Edit] = []
        for rival in high:
            lowered = rival.lowered(fields, partial(enough, rival), self._settings)
            if lowered is None:
                return None
            edits += lowered
        return tuple(edits) if len(edits) <= MOST_EDITS else None


def _lags(stays: Leads, top: float, rival: Rival, score: float, held: float) -> bool:
    return stays(rival, top - score)
