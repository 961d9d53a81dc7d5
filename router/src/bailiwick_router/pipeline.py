"""The router: an ordered list of small stages, each of which decides or passes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from bailiwick_router.candidates import candidates
from bailiwick_router.core.decisions import Decision, Exclusion, RoutingContext, Stage
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason, text_of, why_of
from bailiwick_router.examples import learned_from
from bailiwick_router.explanation import Explanation
from bailiwick_router.index import RosterIndex
from bailiwick_router.profiles import PROFILES, ProfileName
from bailiwick_router.ranking import Scores, intent_measure, tag_measure
from bailiwick_router.reading import Reading
from bailiwick_router.roster import Roster
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.split import Split
from bailiwick_router.stage import Query, RoutingStage, Verdict
from bailiwick_router.steps import Said, in_order, reports, said_in_turn
from bailiwick_router.text import MESSAGE_LIMIT, message_hash

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier
    from bailiwick_router.tool_reading import ToolReader

NO_CONTEXT = RoutingContext()
NOT_CLASSIC = (Stage.ADDRESSED, Stage.CONTINUED, Stage.SPLIT, Stage.TOOLS)
"""Stages that the classic profile has not."""
READ_RESPELT = (Stage.SMALL_TALK, Stage.INTENTS)
"""Stages that decide by fixed phrases and keywords, also on a message whose typing mistakes were put right."""


class Router:
    """Decides which agent of a roster a message goes to.

    A decision depends on the message, the context and the release alone: no clock, no network, no randomness.
    Changes to the roster are seen at once.
    """

    def __init__(
        self,
        roster: Roster,
        profile: str = "standard",
        settings: RoutingSettings | None = None,
        stages: Iterable[RoutingStage] = (),
        classifier: "Classifier | Literal['from the roster'] | None" = "from the roster",
        tool_reader: "ToolReader | None" = None,
    ) -> None:
        """Raises `InvalidInput` for an unknown profile.

        `stages` are plug-ins; they run in the given order at `Stage.PLUGIN`, before the tags stage. `classifier` is
        what was learned from the agents' examples; see `learn`. By default the agents of the roster teach it, once,
        before the first decision, which takes seconds for a few hundred examples; with None nothing is learned.
        `tool_reader` reads messages as requests to tools; without it the tools stage is skipped.
        """
        name = _profile_name(profile)
        self.roster = roster
        self.profile: ProfileName = name
        given = settings or RoutingSettings()
        self.settings = given.without(*NOT_CLASSIC) if name == "classic" else given
        self.index = roster.index(name, lambda: RosterIndex(PROFILES[name]()))
        self._steps = in_order(self.settings, tuple(stages), Split)
        self._rules_digest = repr((name, self.settings.digest_text(), [_full_name(each.stage) for each in self._steps]))
        self._tool_reader = tool_reader if Stage.TOOLS in self.settings.stages else None
        self._release = ("", "", "")
        """The digests of roster and classifier when the release was last asked for, and that release."""
        self._latest: Query | None = None
        """The query of the latest decision, which is the likeliest to be read."""
        self._classifier: Classifier | None = None
        self._to_learn = classifier == "from the roster"
        if classifier != "from the roster":
            self.learn(classifier)

    def learn(self, classifier: "Classifier | None") -> None:
        """Decide by what a classifier has learned, from now on; nothing takes it away again.

        Agents that it knows and that are gone, paused or excluded are passed over; those that it does not know are
        decided by the other stages. The classic profile has no such stage and learns nothing.
        """
        self._to_learn = False
        self._classifier = classifier if self.learns else None

    @property
    def classifier(self) -> "Classifier | None":
        """What it has learned; what the roster is to teach is learned when this, or a decision, is first asked for."""
        if self._to_learn:
            self.learn(learned_from(self.roster, self.settings.learning) if self.learns else None)
        return self._classifier

    @property
    def learns(self) -> bool:
        """Whether decisions use what was learned from examples: not with the classic profile."""
        return self.profile != "classic"

    @property
    def release(self) -> str:
        """Hex digest of all that a decision depends on besides message and context."""
        roster, learned = self.roster.digest, self.classifier.digest if self.classifier else ""
        if self._release[:2] != (roster, learned):
            self._release = (roster, learned, self.release_of(roster, learned))
        return self._release[2]

    def release_of(self, roster: str, learned: str) -> str:
        """Return the release that a router with the same rules names, on a roster of that digest and with a classifier
        of that one; empty for none."""
        learned = "" if self.profile == "classic" else learned
        return blake2b(f"{self._rules_digest}{roster}{learned}".encode(), digest_size=16).hexdigest()

    def decide(
        self,
        message: str,
        context: RoutingContext | None = None,
        *,
        agent_id: str | None = None,
        last_agent: str | None = None,
    ) -> Decision:
        """Return the decision on `message`, of which the first 10,000 characters are considered.

        `agent_id` and `last_agent` are short for a context with the requested agent and the thread's last one.
        What only explains the decision (candidates, exclusions, stages) is made when it is first read, from the roster
        as it was. Raises `UnknownAgent` or `AgentUnavailable` when the requested agent cannot be had.
        """
        started = perf_counter()
        context = context or NO_CONTEXT
        if agent_id is not None or last_agent is not None:
            context = replace(
                context,
                requested_agent=agent_id or context.requested_agent,
                last_agent=last_agent or context.last_agent,
            )
        causes = dict(context.excluded)
        query = self.query(message, causes)
        if self._latest is not None:
            self._latest.forget()
        self._latest = query
        verdict, stage, said, read = self._run(query, context)
        asked = read.asked or ("" if read is query else read.message)
        explanation = Explanation(partial(self._explained, message, read, stage, said, causes))
        self.index.explains(explanation)
        return Decision.later(
            explanation,
            agent=verdict.agent,
            stage=stage,
            confidence=verdict.confidence,
            why=why_of(verdict.reason),
            margin=verdict.margin,
            message=message,
            language=read.language,
            mode=context.mode,
            release=self.release,
            shortlist=verdict.shortlist,
            parts=verdict.parts,
            learned=read.learned_so_far,
            asked=context.read_as or asked,
            last_agent=context.last_agent,
            canary=False,
            shadows=(),
            microseconds=round((perf_counter() - started) * 1e6, 1),
            model_calls=0,
            id=None,
            created_at=None,
        )

    def choose(self, message: str | Reading, context: RoutingContext = NO_CONTEXT) -> tuple[Verdict, Stage]:
        """Return what `decide` decides, with the stage, but without the record: for messages by the thousand.

        A message that was read by a router of the same profile may be given as that. Raises what `decide` raises.
        """
        verdict, stage, _, _ = self._run(self.query(message, dict(context.excluded)), context)
        return verdict, stage

    def read(self, message: str) -> Reading:
        """Return the message as routers of this profile read it."""
        return Reading(message, self.index.profile)

    def query(self, message: str | Reading, without: Collection[str] = ()) -> Query:
        """Return the message as the stages see it, on the roster but for the agents `without`."""
        slots: Sequence[int] = ()
        if without:
            entries = (self.index.entry(agent_id) for agent_id in without)
            slots = [entry.slot for entry in entries if entry is not None]
        reading = self.read(message) if isinstance(message, str) else message
        return Query(reading, self.index, self.settings, slots, self.classifier, self._tool_reader)

    def _run(self, query: Query, context: RoutingContext) -> tuple[Verdict, Stage, list[Said], Query]:
        """Return what is decided by which stage, what all that looked said, and the message as they read it.

        What nobody reads as it is typed is read with its typing mistakes put right, if keywords or fixed phrases do.
        """
        found = self._decided(query, context)
        if found[1] is Stage.FINALIZE:
            for text in query.respellings:
                respelt = self._decided(query.part(text), context)
                if respelt[1] in READ_RESPELT:
                    return respelt
        return found

    def _decided(self, query: Query, context: RoutingContext) -> tuple[Verdict, Stage, list[Said], Query]:
        said = said_in_turn(self._steps, query, context)
        verdict = said[-1]
        if not isinstance(verdict, Verdict):
            raise AssertionError("Finalize always decides")
        return verdict, self._steps[len(said) - 1].place, said, query

    def _explained(
        self, message: str, query: Query, stage: Stage, said: Sequence[Said], causes: Mapping[str, str]
    ) -> Mapping[str, Any]:
        reason = text_of(said[-1].reason if said[-1] else "")
        if query.reading.cut:
            reason += f" Only the first {MESSAGE_LIMIT:,} characters of the message were considered."
        return {
            "reason": reason,
            "candidates": candidates(query, intents_first=stage is Stage.INTENTS),
            "candidate_count": query.scores.count(),
            "excluded": self._excluded(query, causes),
            "stages": reports(self._steps, said),
            "message_hash": message_hash(message),
        }

    def _excluded(self, query: Query, causes: Mapping[str, str]) -> list[Exclusion]:
        """Return the agents that would have scored but for their cause, at most as many as candidates."""
        index, limit = self.index, self.settings.candidates
        found = [
            Exclusion(agent=agent.id, cause=causes[agent.id])
            for agent in (index.at(slot).agent for slot in query.scores.left_out[:limit])
        ]
        if not index.resting.size or len(found) >= limit:
            return found
        features = query.reading.features(index.resting)
        scores = Scores(features, index, index.resting)
        measures = (tag_measure(features, self.settings), intent_measure(features, self.settings))
        slots = dict.fromkeys(ranked.slot for measure in measures for ranked in scores.best(measure, limit))
        for agent in (index.at(slot).agent for slot in list(slots)[: limit - len(found)]):
            found.append(Exclusion(agent=agent.id, cause=str(agent.status)))
        return found


def _profile_name(profile: str) -> ProfileName:
    for name in PROFILES:
        if name == profile:
            return name
    raise InvalidInput(
        Reason.of(RoutingReason.NO_PROFILE, profile=repr(profile), known=" or ".join(PROFILES)), field="profile"
    )


def _full_name(stage: RoutingStage) -> str:
    return f"{type(stage).__module__}.{type(stage).__qualname__}"
