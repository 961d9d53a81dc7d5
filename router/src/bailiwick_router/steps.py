"""The steps of a router: its stages in order, and what they say in turn."""

from collections.abc import Callable, Sequence
from functools import partial

from bailiwick_router.ask_model import AskModel
from bailiwick_router.core.decisions import RoutingContext, Stage, StageOutcome, StageReport
from bailiwick_router.core.reasons import Reason, RoutingReason, text_of, why_of
from bailiwick_router.examples.stage import Examples
from bailiwick_router.finalize import Finalize
from bailiwick_router.intents import Intents
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.shortcuts import Addressed, Continued, Explicit, FollowUp, SmallTalk
from bailiwick_router.stage import Passed, Query, RoutingStage, Skipped, Verdict
from bailiwick_router.tags import Tags
from bailiwick_router.tool_stage import ByTools

SHORTCUTS = (Explicit, Addressed, FollowUp, Continued, SmallTalk)
BUILTIN_STAGES = (*SHORTCUTS, Intents, ByTools, Examples, Tags, AskModel, Finalize)
Said = Verdict | Passed | Skipped | None
PASSED = Reason.of(RoutingReason.STAGE_PASSED)


class StageStep:
    """A stage in its place."""

    __slots__ = ("decide", "place", "stage")

    def __init__(self, place: Stage, stage: RoutingStage) -> None:
        self.place = place
        self.stage = stage
        self.decide = partial(_ask_plugin, stage) if place is Stage.PLUGIN else stage.decide
        """Asks the stage; a plug-in that fails, or chooses whom it may not, has passed."""


def said_in_turn(steps: Sequence[StageStep], query: Query, context: RoutingContext) -> list[Said]:
    """Return what the stages say one after the other, up to the first verdict; all of it where there is none."""
    said: list[Said] = []
    for step in steps:
        found = step.decide(query, context)
        said.append(found)
        if isinstance(found, Verdict):
            break
    return said


def reports(steps: Sequence[StageStep], said: Sequence[Said]) -> list[StageReport]:
    """Return the reports of the steps that have said something."""
    return [_report(step, found) for step, found in zip(steps, said, strict=False)]


def _report(step: StageStep, found: Said) -> StageReport:
    outcome = StageOutcome.PASSED
    if isinstance(found, Verdict):
        outcome = StageOutcome.DECIDED
    elif isinstance(found, Skipped):
        outcome = StageOutcome.SKIPPED
    said = found.reason if found else PASSED
    return StageReport(stage=step.place, outcome=outcome, reason=text_of(said), why=why_of(said))


def in_order(
    settings: RoutingSettings, plugins: Sequence[RoutingStage], split: Callable[[Sequence[StageStep]], RoutingStage]
) -> list[StageStep]:
    """Return the steps that the settings ask for, finalize last.

    `split` makes the stage that decides parts of a message from the steps.
    """
    builtin: dict[Stage, RoutingStage] = {stage.stage: stage() for stage in BUILTIN_STAGES}
    order: list[StageStep] = []
    for place in settings.stages:
        if place is Stage.PLUGIN:
            order += [StageStep(place, plugin) for plugin in plugins]
        elif place in builtin and place is not Stage.FINALIZE:
            order.append(StageStep(place, builtin[place]))
    steps = [*order, StageStep(Stage.FINALIZE, builtin[Stage.FINALIZE])]
    if Stage.SPLIT not in settings.stages:
        return steps
    at = _place_of_split(settings, len(plugins))
    return [*steps[:at], StageStep(Stage.SPLIT, split(steps)), *steps[at:]]


def _place_of_split(settings: RoutingSettings, plugins: int) -> int:
    """Return how many steps come before the one that splits."""
    before = settings.stages[: settings.stages.index(Stage.SPLIT)]
    return sum(plugins if place is Stage.PLUGIN else place is not Stage.FINALIZE for place in before)


def _ask_plugin(stage: RoutingStage, query: Query, context: RoutingContext) -> Verdict | Passed | Skipped:
    name = type(stage).__name__
    try:
        found = stage.decide(query, context)
    except Exception as error:
        # The type alone: messages may hold addresses, which would differ from run to run.
        return Passed(Reason.of(RoutingReason.PLUGIN_FAILED, stage=name, error=type(error).__name__))
    if isinstance(found, Verdict) and found.agent is not None:
        agent = query.agent(found.agent)
        if agent is None or not agent.routable or found.agent in dict(context.excluded):
            return Passed(Reason.of(RoutingReason.PLUGIN_CHOSE_WRONGLY, stage=name, agent=found.agent))
    return (
        found
        if isinstance(found, Verdict | Passed | Skipped)
        else Passed(Reason.of(RoutingReason.PLUGIN_PASSED, stage=name))
    )
