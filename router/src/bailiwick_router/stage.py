"""What a stage of routing is: it looks at a query and decides, or passes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bailiwick_router.address import Address, read_address
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Learned, RequestPart, RoutingContext, Stage
from bailiwick_router.core.language import Language, detect_language
from bailiwick_router.core.reasons import Said
from bailiwick_router.index import RosterIndex
from bailiwick_router.ranking import Measure, Ranked, Scores, intent_measure, tag_measure
from bailiwick_router.reading import Reading
from bailiwick_router.rules import RoutingSettings

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier
    from bailiwick_router.tool_reading import ReadByTool, ToolReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A stage's decision."""

    agent: str | None
    """The chosen agent's id; None when the supervisor answers or a model is to choose."""
    confidence: float
    """0 to 1."""
    reason: Said
    """A reason, or one sentence."""
    margin: float = 0.0
    """Lead over the second best, in the stage's own unit."""
    shortlist: tuple[str, ...] = ()
    """Agents among which a model is to choose."""
    parts: tuple[RequestPart, ...] = ()
    """The requests of a message that is split; only the split stage names any."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A stage looked and leaves the choice to the next."""

    reason: Said


@dataclass(frozen=True, slots=True)
class Skipped:
    """A stage that could not look at all."""

    reason: Said


class Query:
    """One message as the stages see it; scores and rankings are worked out when first asked for."""

    def __init__(
        self,
        reading: Reading,
        index: RosterIndex,
        settings: RoutingSettings,
        without: Collection[int] = (),
        classifier: "Classifier | None" = None,
        tool_reader: "ToolReader | None" = None,
    ) -> None:
        self.reading = reading
        self.index = index
        self.settings = settings
        self.classifier = classifier
        """What was learned from examples, where anything was."""
        self.tool_reader = tool_reader
        """What reads messages as requests to tools, where there are any."""
        self._without = without
        self._read_by_tools: Sequence[ReadByTool] | None = None
        self._respellings: Sequence[str] | None = None
        self._respelt = ""
        self._address: Address | None = None
        self._learned: Learned | None = None
        self._scores: Scores | None = None
        self._leaders: list[Ranked] | None = None
        self._tags: list[Ranked] | None = None
        self._intents: list[Ranked] | None = None
        self._tag_measure: Measure | None = None
        self._intent_measure: Measure | None = None

    def forget(self) -> None:
        """Let go of scores and rankings; on the same roster they are worked out again as they were."""
        self._scores = self._tag_measure = self._intent_measure = None
        self._leaders = self._tags = self._intents = None

    @property
    def address(self) -> Address:
        """Whom the message addresses, and what it asks besides."""
        address = self._address
        if address is None:
            address = self._address = read_address(self.message, self.words, lambda: self.index.names)
        return address

    @property
    def asked(self) -> str:
        """What the message asks where it says more, or in other letters; empty where that is all of it as it stands."""
        return self.respelt or self._asked_as_typed

    @property
    def respelt(self) -> str:
        """What the message asks with its typing mistakes put right, where a tool reads it only so; else empty."""
        return self._respelt if self.read_by_tools else ""

    @property
    def respellings(self) -> Sequence[str]:
        """What the message asks with its typing mistakes put right in every likely way."""
        if self._respellings is None:
            spelling = self.tool_reader.spelling if self.tool_reader is not None else None
            if spelling is None:
                self._respellings = ()
            else:
                self._respellings = spelling.readings(self.address.asked, self.index.own_words)
        return self._respellings

    @property
    def _asked_as_typed(self) -> str:
        asked = self.address.asked
        return "" if asked == self.message else asked

    @property
    def scores(self) -> Scores:
        """Which agents have what of the message."""
        scores = self._scores
        if scores is None:
            active = self.index.active
            scores = self._scores = Scores(self.reading.features(active), self.index, active, self._without)
        return scores

    @property
    def tag_measure(self) -> Measure:
        """The score of the tags stage."""
        measure = self._tag_measure
        if measure is None:
            measure = self._tag_measure = tag_measure(self.scores.features, self.settings)
        return measure

    @property
    def intent_measure(self) -> Measure:
        """The confidence of the intents stage."""
        measure = self._intent_measure
        if measure is None:
            measure = self._intent_measure = intent_measure(self.scores.features, self.settings)
        return measure

    @property
    def message(self) -> str:
        """The message, cut to what routing considers."""
        return self.reading.text

    @property
    def words(self) -> list[str]:
        """The words of the message: normalised, of any length, in order."""
        return self.reading.words

    @property
    def tokens(self) -> list[str]:
        """The words that are long enough to score."""
        return self.reading.tokens

    @property
    def language(self) -> Language:
        """`en` or `es`."""
        return self.reading.language

    @property
    def by_tags(self) -> list[Ranked]:
        """The best agents by tag score, best first."""
        ranked = self._tags
        if ranked is None:
            ranked = self._tags = self.scores.best(self.tag_measure, self.settings.candidates)
        return ranked

    @property
    def leaders(self) -> list[Ranked]:
        """The first two of `by_tags`, which are found sooner than all."""
        ranked = self._leaders
        if ranked is None:
            if self._tags is None:
                ranked = self.scores.best(self.tag_measure, min(2, self.settings.candidates))
            else:
                ranked = self._tags[:2]
            self._leaders = ranked
        return ranked

    @property
    def intent_leaders(self) -> list[Ranked]:
        """The first two of `by_intent`, which are found sooner than all."""
        ranked = self._intents
        if ranked is not None:
            return ranked[:2]
        features = self.scores.features
        # Keywords and patterns come last among them: most messages have none.
        if not features or features[-1].kind in ("word", "tag"):
            return []
        return self.scores.best(self.intent_measure, min(2, self.settings.candidates))

    @property
    def by_intent(self) -> list[Ranked]:
        """The best agents by confidence, best first."""
        ranked = self._intents
        if ranked is None:
            ranked = self._intents = self.scores.best(self.intent_measure, self.settings.candidates)
        return ranked

    @property
    def learned(self) -> Learned | None:
        """What the classifier of examples says of the message; None where there is none."""
        if self._learned is None and self.classifier is not None and Stage.EXAMPLES in self.settings.stages:
            self._learned = self.classifier.judge(self.message, self._may_not_choose, self.reading.grams)
        return self._learned

    @property
    def read_by_tools(self) -> "Sequence[ReadByTool]":
        """The tools that read what the message asks, or else the whole of it, the surest first; see `tools_least`.

        Where none does, and no keyword decides, they may read it with its typing mistakes put right.
        """
        if self._read_by_tools is None:
            self._read_by_tools = ()
            if self.tool_reader is not None:
                for text in dict.fromkeys((self._asked_as_typed or self.message, self.message)):
                    read = self.tool_reader.read(text, self.language)
                    self._read_by_tools = [each for each in read if each.confidence >= self.settings.tools_least]
                    if self._read_by_tools:
                        break
                else:
                    self._read_by_tools = self._read_respelt(self.tool_reader)
        return self._read_by_tools

    def _read_respelt(self, reader: "ToolReader") -> "Sequence[ReadByTool]":
        best: Sequence[ReadByTool] = ()
        for text in self.respellings:
            read = [each for each in reader.read(text, detect_language(text, self.language)) if self._is_sure(each)]
            if read and (not best or read[0].confidence > best[0].confidence):
                best, self._respelt = read, text
        return best

    def _is_sure(self, read: "ReadByTool") -> bool:
        """Whether a tool reads a message surely, and no keyword gives it to an agent without that tool."""
        if read.confidence < self.settings.tools_threshold:
            return False
        by_keyword = [each for each in self.intent_leaders[:1] if each.value >= self.settings.intent_threshold]
        return all(self.name(each) in self.holders(read.tool) for each in by_keyword)

    def holders(self, tool: str) -> Sequence[str]:
        """Return the agents that have the tool and that content may choose now, those first that are made for it."""
        names = self.tool_reader.names if self.tool_reader is not None else ()
        return [agent for agent in self.index.holders(tool, names) if self.may_choose(agent)]

    @property
    def owners(self) -> list[str]:
        """The agents that have the message as an example, word for word, of those that may be chosen."""
        if self.classifier is None or Stage.EXAMPLES not in self.settings.stages:
            return []
        owners = self.classifier.owners_of(self.message, self.words)
        return [agent for agent in owners if self.may_choose(agent)] if owners else []

    @property
    def learned_so_far(self) -> Learned | None:
        """The same, if any stage has asked."""
        return self._learned

    def may_choose(self, agent_id: str) -> bool:
        """Whether content may choose an agent now: it is there, active, of a role that is chosen, and not excluded."""
        entry = self.index.entry(agent_id)
        return entry is not None and entry.agent.routable and entry.slot not in self._without

    def _may_not_choose(self, agent_id: str) -> bool:
        return not self.may_choose(agent_id)

    def part(self, text: str) -> "Query":
        """Return a part of the message as a query of its own, on the same agents."""
        reading = Reading(text, self.reading.profile)
        return Query(reading, self.index, self.settings, self._without, self.classifier, self.tool_reader)

    def points(self, agent_id: str) -> float:
        """Return what speaks for one agent, score and confidence together; see `RoutingSettings.points`."""
        entry = self.index.entry(agent_id)
        if entry is None or not entry.agent.routable:
            return 0.0
        features = self.scores.features_of(entry.slot)
        return self.settings.points(self.tag_measure.value(features), self.intent_measure.value(features))

    def best_points(self, but: str) -> tuple[str | None, float]:
        """Return who but one agent has the most points, and how many."""
        best: tuple[str | None, float] = (None, 0.0)
        for ranked in (*self.by_tags, *self.by_intent):
            name = self.name(ranked)
            points = self.points(name)
            if name != but and points > best[1]:
                best = name, points
        return best

    def agent(self, agent_id: str) -> Agent | None:
        """Return an agent of the roster."""
        entry = self.index.entry(agent_id)
        return None if entry is None else entry.agent

    def tag_score(self, agent_id: str) -> float:
        """Return the tag score of one agent; 0 for one that content does not choose."""
        entry = self.index.entry(agent_id)
        if entry is None or not entry.agent.routable:
            return 0.0
        return self.tag_measure.value(self.scores.features_of(entry.slot))

    def name(self, ranked: Ranked) -> str:
        """Return the id of a ranked agent."""
        return self.index.at(ranked.slot).id


class RoutingStage(Protocol):
    """One step of routing.

    It must be a pure function of its arguments: no clock, no network, no randomness. Plug-ins bring such
    objects; what they raise is reported as a pass.
    """

    @property
    def stage(self) -> Stage:
        """Its place in the order; `Stage.PLUGIN` for plug-ins."""
        ...

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped | None:
        """Return a verdict, or say why not; None means: passed."""
        ...
