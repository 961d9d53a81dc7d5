"""What a release holds after edits of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.agents import Agent, Origin
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.edits import apply, edited_agents
from bailiwick_router.learning_versions import RULE
from bailiwick_router.release_content import agents_of, fields_of, plain_rules, same, settings_with
from bailiwick_router.roster import Roster
from bailiwick_router.rules import RoutingSettings


def edited(
    content: ReleaseContent,
    edits: Sequence[Edit],
    rules: Mapping[str, Any],
    settings: RoutingSettings,
    now: Mapping[str, Agent],
) -> ReleaseContent:
    """Return what a release holds when edits are made to its agents and rules stand in for `settings`.

    Only rules that differ from `settings` are held, and the learning version. `now` are the agents as they are, by id.

    Raises `InvalidInput` for edits and rules that cannot be.
    """
    known = {held["id"] for held in content.agents}
    for edit in edits:
        if edit.agent not in known:
            raise InvalidInput(_not_in_release(edit.agent, now.get(edit.agent)), field="edits")
    try:
        changed = {agent.id: agent for agent in edited_agents(Roster(agents_of(content)), edits)}
    except InvalidInput as error:
        raise InvalidInput(error.said, field="edits") from None
    usual, wanted = plain_rules(settings), plain_rules(settings_with({**content.rules, **rules}, settings))
    agents = tuple(fields_of(changed[held["id"]]) if held["id"] in changed else held for held in content.agents)
    differing = {name: value for name, value in wanted.items() if value != usual[name] or name == RULE}
    return replace(content, agents=agents, rules=differing)


def anew(
    content: ReleaseContent,
    edits: Sequence[Edit],
    rules: Mapping[str, Any],
    settings: RoutingSettings,
    now: Mapping[str, Agent],
) -> ReleaseContent:
    """Return the same for edits that were thought of for an earlier release: those that are made already are left out.

    Raises `Conflict` when nothing is left, `InvalidInput`.
    """
    after = edited(content, _still_to_do(content, edits), rules, settings, now)
    if same(after, content):
        raise Conflict(Reason.of(ReasonCode.EDITS_OVERTAKEN))
    return after


def _still_to_do(content: ReleaseContent, edits: Sequence[Edit]) -> list[Edit]:
    agents = {agent.id: agent for agent in agents_of(content)}
    left: list[Edit] = []
    for edit in edits:
        agent = agents.get(edit.agent)
        try:
            if agent is not None:
                agents[agent.id] = apply(agent, edit)
                left.append(edit)
        except InvalidInput:
            continue
    return left


def _not_in_release(agent_id: str, agent: Agent | None) -> Reason:
    if agent is None:
        return Reason.of(ReasonCode.NOT_IN_RELEASE, agent=repr(agent_id[:80]))
    if agent.origin is Origin.RUNTIME:
        return Reason.of(ReasonCode.RUNTIME_NOT_IN_RELEASE, agent=agent.name)
    return Reason.of(ReasonCode.NOT_YET_IN_RELEASE, agent=agent.name)
