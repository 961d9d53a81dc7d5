"""Tools by which the team tells of itself: who is here, which model answers, why somebody answered, what it cost."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from bailiwick.agents.rosters import Rosters
from bailiwick.features.about.requests import CostReader, ModelReader, ReasonReader, StopReader, TeamReader
from bailiwick.features.about.roster import MOST, PersonalTeam, models_of
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.kernel.usage import Usage
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Decision, Stage
from bailiwick_router.reasons import reason_of, why
from bailiwick_router.text import normalise

MOST_WORDS = 5
"""Words of a message that are named as those that counted."""
ABOUT_TEAM = (RoutingReason.TEAM_ASKED, RoutingReason.ABOUT_TEAM)
LOOKED_AT = 50
"""Runs of a conversation, the latest, among which one is looked for."""


def about_tools(platform: Platform) -> list[Tool]:
    """Return `aboutTeam`, `aboutModel`, `explainDecision`, `showCosts` and `stopWork`.

    The parts of the platform are asked for when a call needs them.
    """

    @skill_tool(read_only=True, for_team=True, recogniser=TeamReader())
    async def aboutTeam(
        context: ToolContext,
        about: Annotated[
            Literal["team", "abilities", "tools", "you", "help"],
            Field(description="Who is here, what they are able to do, with which tools, who you are, or how to ask."),
        ] = "team",
    ) -> dict[str, Any]:
        """Tell who is on this team, what each agent does and lacks, an example of what to ask it, what tools do.

        Use it for questions about the team or the product itself: who is here, what can you do, help. Returns the
        supervisor's name, whether a language model answers, agents (name, description, example, lacks, needsModel;
        without examples for you and tools), how many more there are, and for tools what can be done by whom.
        """
        team = await PersonalTeam.of(platform, context.user_id)
        return {
            "about": about,
            "supervisor": team.supervisor,
            "model": team.has_model,
            "agents": team.told(context.language, examples=about not in ("you", "tools")),
            "more": max(0, len(team.agents) - MOST),
            "does": team.does(context.language) if about == "tools" else [],
        }

    @skill_tool(read_only=True, for_team=True, recogniser=ModelReader())
    async def aboutModel(context: ToolContext) -> dict[str, Any]:
        """Tell which language model answers here, if any does.

        Returns its full name, `provider:model`, or null where rules and tools answer alone, and the agents that have
        another one.
        """
        catalog = await models_of(platform, context.user_id)
        name = catalog.resolve(None)
        roster = (await platform[Rosters].of(context.user_id)).roster
        others = [
            {"agent": agent.name, "model": model}
            for agent in roster
            if agent.model and (model := catalog.chosen_for(agent).name) != name
        ]
        return {"model": None if name == "offline" else name, "others": others[:LOOKED_AT]}

    @skill_tool(read_only=True, for_team=True, recogniser=ReasonReader())
    async def explainDecision(
        context: ToolContext,
        agent: Annotated[
            str | None, Field(max_length=80, description="The name of the agent that it is asked about, if any.")
        ] = None,
    ) -> dict[str, Any]:
        """Tell why an agent answered in this conversation, or why it did not: the recorded reason of the routing rules.

        Returns the message, who answered it, why, and which of its words counted; with another agent's name also why
        that one did not get it. All is null where nothing was decided yet.
        """
        roster = (await platform[Rosters].of(context.user_id)).roster
        runs = await _earlier(platform, context)
        named = _named(agent, roster) if agent else None
        run = next((each for each in runs if named is not None and each.agent_id == named.id), None)
        run = run or next(iter(runs), None)
        if run is None or run.decision is None:
            return {"message": None, "agent": None, "reason": None, "counted": [], "named": agent, "whyNot": None}
        names = {each.id: each.name for each in roster}
        against = None
        if named is not None and run.agent_id != named.id and named.routable:
            against = _with_names(why(named, run.decision), names).text(context.language)
        return {
            "message": run.message[:200],
            "agent": names.get(run.agent_id or "", run.agent_id),
            "reason": _with_names(reason_of(run.decision), names).text(context.language),
            "counted": _counted(run.decision),
            "named": named.name if named else agent,
            "whyNot": against,
        }

    @skill_tool(read_only=True, for_team=True, recogniser=CostReader())
    async def showCosts(
        context: ToolContext,
        conversation: Annotated[bool, Field(description="Whether the whole conversation is asked about.")] = False,
    ) -> dict[str, Any]:
        """Tell what the last answer of this conversation and all of it cost: tokens, and US dollars by list price.

        Returns `last` (message, agent, usage), null where there is none, `all` (usage) and how many `runs` that are.
        """
        del conversation  # both are told; it says which is asked for
        runs = await _earlier(platform, context)
        number, usage = 0, Usage()
        if context.conversation_id is not None:
            number, usage = await platform.stores[ExecutionStore].used(
                context.user_id, context.conversation_id, but=context.execution_id
            )
        last = next(iter(runs), None)
        names = {each.id: each.name for each in (await platform[Rosters].of(context.user_id)).roster}
        return {
            "last": last
            and {
                "message": last.message[:200],
                "agent": names.get(last.agent_id or "", last.agent_id),
                "usage": asdict(last.usage),
            },
            "all": asdict(usage),
            "runs": number,
        }

    @skill_tool(idempotent=True, for_team=True, recogniser=StopReader())
    async def stopWork(context: ToolContext) -> dict[str, Any]:
        """Stop what runs or waits in this conversation; use it when the person says stop or cancel, and nothing else.

        What has been done already is not undone, and what was asked for later goes on. Returns what was stopped, each
        by its message; nothing where nothing was running.
        """
        stopped: list[str] = []
        before = None
        if context.execution_id is not None:
            own = await platform.stores[ExecutionStore].get(context.user_id, context.execution_id, steps=False)
            before = own.created_at
        for run in await _runs(platform, context, before=before):
            if not run.status.terminal:
                await platform[Executions].cancel(context.user_id, run.id)
                stopped.append(run.message[:200])
        return {"stopped": stopped}

    return [aboutTeam, aboutModel, explainDecision, showCosts, stopWork]


async def _runs(platform: Platform, context: ToolContext, *, before: datetime | None = None) -> list[Execution]:
    """Return the other runs of the conversation, or those created before a time, the latest first."""
    if context.conversation_id is None:
        return []
    store = platform.stores[ExecutionStore]
    found = await store.list(context.user_id, conversation_id=context.conversation_id, limit=LOOKED_AT, before=before)
    return [run for run in found if run.id != context.execution_id and not run.superseded]


async def _earlier(platform: Platform, context: ToolContext) -> list[Execution]:
    """Return those of them that were about something else than the team itself."""
    return [run for run in await _runs(platform, context) if not _about_team(run)]


def _about_team(run: Execution) -> bool:
    return run.decision is None or (run.decision.why is not None and run.decision.why.code in ABOUT_TEAM)


def _named(name: str, roster: Any) -> Agent | None:
    """Return the agent of that name or id; None where nobody, or more than one, is called so."""
    wanted = normalise(name).strip()
    found = [each for each in roster if wanted in (normalise(each.name).strip(), each.id)]
    return found[0] if len(found) == 1 else None


def _counted(decision: Decision) -> list[str]:
    """Return the words of the message that spoke for the agent that was chosen, the weightiest first."""
    chosen = next((each for each in decision.candidates if each.agent == decision.agent), None)
    if chosen is None or decision.stage not in (Stage.INTENTS, Stage.TAGS):
        return []
    found = sorted(chosen.evidence, key=lambda each: -each.weight)
    return list(dict.fromkeys(each.matched for each in found))[:MOST_WORDS]


def _with_names(reason: Reason, names: Mapping[str, str]) -> Reason:
    """Return a reason that says what agents are called in place of their ids."""
    values = {key: names.get(value, value) if isinstance(value, str) else value for key, value in reason.values.items()}
    parts: Sequence[Reason] = [_with_names(part, names) for part in reason.parts]
    return replace(reason, values=values, parts=parts)
