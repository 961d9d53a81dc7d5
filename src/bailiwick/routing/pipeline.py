"""The router: an ordered list of small stages, each of which decides or passes."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from time import perf_counter

from bailiwick.core.decisions import (
    Decision,
    Exclusion,
    RoutingContext,
    Stage,
    StageOutcome,
    StageReport,
)
from bailiwick.core.errors import InvalidInput
from bailiwick.routing.ask_model import AskModel, Examples
from bailiwick.routing.evidence import candidates
from bailiwick.routing.finalize import Finalize
from bailiwick.routing.index import RosterIndex
from bailiwick.routing.intents import Intents
from bailiwick.routing.kept import KeptEvidence
from bailiwick.routing.profiles import PROFILES, ProfileName
from bailiwick.routing.ranking import Scores, intent_measure, tag_measure
from bailiwick.routing.reading import Reading
from bailiwick.routing.roster import Roster
from bailiwick.routing.rules import RoutingSettings
from bailiwick.routing.shortcuts import Explicit, FollowUp, SmallTalk
from bailiwick.routing.stage import Passed, Query, RoutingStage, Skipped, Verdict
from bailiwick.routing.tags import Tags
from bailiwick.routing.text import MESSAGE_LIMIT, message_hash

BUILTIN_STAGES = (Explicit, FollowUp, SmallTalk, Intents, Examples, Tags, AskModel, Finalize)
NO_CONTEXT = RoutingContext()


class Router:
    """Decides which agent of a roster a message goes to.

    A decision depends on the message, the context and the release alone: no clock, no network, no randomness.
    Changes to the roster are seen at once.
    """

    def __init__(
        self, roster: Roster, profile: str = "standard", settings: RoutingSettings | None = None,
        stages: Iterable[RoutingStage] = (),
    ) -> None:  # fmt: skip
        """Raises `InvalidInput` for an unknown profile.

        `stages` are plug-ins; they run in the given order at `Stage.PLUGIN`, before the tags stage.
        """
        name = _profile_name(profile)
        self.roster = roster
        self.profile: ProfileName = name
        self.settings = settings or RoutingSettings()
        self.index = roster.index(name, lambda: RosterIndex(PROFILES[name]()))
        self._kept = KeptEvidence()
        self.index.kept.add(self._kept)
        self._stages = _in_order(self.settings, tuple(stages))
        self._rules_digest = repr((name, self.settings.digest_text(), [_full_name(each) for _, each in self._stages]))

    @property
    def release(self) -> str:
        """Hex digest of all that a decision depends on besides message and context."""
        text = f"{self._rules_digest}{self.roster.digest}"
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def decide(
        self, message: str, context: RoutingContext | None = None, *,
        agent_id: str | None = None, last_agent: str | None = None,
    ) -> Decision:  # fmt: skip
        """Return the decision on `message`, of which the first 10,000 characters are considered.

        `agent_id` and `last_agent` are short for a context with the requested agent and the thread's last one.
        Raises `UnknownAgent` or `AgentUnavailable` when the requested agent cannot be had.
        """
        started = perf_counter()
        context = context or NO_CONTEXT
        if agent_id is not None or last_agent is not None:
            context = RoutingContext(
                requested_agent=agent_id or context.requested_agent, last_agent=last_agent or context.last_agent,
                mode=context.mode, excluded=context.excluded, model_available=context.model_available,
            )  # fmt: skip
        causes = dict(context.excluded)
        query = self.query(message, causes)
        reading = query.reading
        verdict, stage, reports = self._run(query, context)
        reason = verdict.reason
        if reading.cut:
            reason += f" Only the first {MESSAGE_LIMIT:,} characters of the message were considered."
        return Decision(
            agent=verdict.agent,
            stage=stage,
            confidence=verdict.confidence,
            reason=reason,
            candidates=candidates(query, self._kept, stage is Stage.INTENTS),
            candidate_count=query.scores.count(),
            excluded=self._excluded(query, reading, causes),
            margin=verdict.margin,
            stages=reports,
            message=message,
            message_hash=message_hash(message),
            language=reading.language,
            mode=context.mode,
            release=self.release,
            shortlist=verdict.shortlist,
            microseconds=round((perf_counter() - started) * 1e6, 1),
        )

    def query(self, message: str, without: Iterable[str] = ()) -> Query:
        """Return the message as the stages see it, on the roster but for the agents `without`."""
        entries = (self.index.entry(agent_id) for agent_id in without)
        slots = [entry.slot for entry in entries if entry is not None]
        return Query(Reading(message, self.index.profile), self.index, self.settings, slots)

    def _run(self, query: Query, context: RoutingContext) -> tuple[Verdict, Stage, list[StageReport]]:
        reports: list[StageReport] = []
        for place, stage in self._stages:
            found = _ask_plugin(stage, query, context) if place is Stage.PLUGIN else stage.decide(query, context)
            if isinstance(found, Verdict):
                reports.append(StageReport(stage=place, outcome=StageOutcome.DECIDED, reason=found.reason))
                return found, place, reports
            outcome = StageOutcome.SKIPPED if isinstance(found, Skipped) else StageOutcome.PASSED
            reports.append(StageReport(stage=place, outcome=outcome, reason=found.reason if found else "Passed."))
        raise AssertionError("Finalize always decides")

    def _excluded(self, query: Query, reading: Reading, causes: Mapping[str, str]) -> list[Exclusion]:
        """Return the agents that would have scored but for their cause, at most as many as candidates."""
        index, limit = self.index, self.settings.candidates
        found = [
            Exclusion(agent=agent.id, cause=causes[agent.id])
            for agent in (index.at(slot).agent for slot in query.scores.left_out[:limit])
        ]
        if not index.resting.size or len(found) >= limit:
            return found
        features = reading.features(index.resting)
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
    raise InvalidInput(f"There is no routing profile {profile!r}; choose {' or '.join(PROFILES)}.", field="profile")


def _ask_plugin(stage: RoutingStage, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
    name = type(stage).__name__
    try:
        found = stage.decide(query, context)
    except Exception as error:
        # The type alone: messages may hold addresses, which would differ from run to run.
        return Passed(f"{name} failed with {type(error).__name__}.")
    if isinstance(found, Verdict) and found.agent is not None:
        agent = query.agent(found.agent)
        if agent is None or not agent.routable or found.agent in dict(context.excluded):
            return Passed(f"{name} chose {found.agent!r}, which cannot be chosen.")
    return found if isinstance(found, Verdict | Passed | Skipped) else Passed(f"{name} passed.")


def _in_order(settings: RoutingSettings, plugins: Sequence[RoutingStage]) -> list[tuple[Stage, RoutingStage]]:
    builtin: dict[Stage, RoutingStage] = {stage.stage: stage() for stage in BUILTIN_STAGES}
    order: list[tuple[Stage, RoutingStage]] = []
    for place in settings.stages:
        if place is Stage.PLUGIN:
            order += [(place, plugin) for plugin in plugins]
        elif place is not Stage.FINALIZE:
            order.append((place, builtin[place]))
    return [*order, (Stage.FINALIZE, builtin[Stage.FINALIZE])]


def _full_name(stage: RoutingStage) -> str:
    return f"{type(stage).__module__}.{type(stage).__qualname__}"
