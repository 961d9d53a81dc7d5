"""Residents of one swarm share a workspace; every other agent has one of its own."""

import asyncio

from bailiwick.features.code.shell import agent_workspace
from bailiwick.tools.records import ToolContext


class Names:
    """Stands for a sandbox whose workspaces are called what was asked for."""

    async def open_workspace(self, user_id, name, use):
        del use
        return f"{user_id}/{name}"


def workspace_of(agent_id, swarm_id=None):
    context = ToolContext(user_id="u", execution_id="x", agent_id=agent_id, swarm_id=swarm_id, call_id="c")
    return asyncio.run(agent_workspace(Names(), context))


def test_residents_of_one_swarm_share_a_workspace_and_nobody_else_does():
    assert workspace_of("bo@heat", "heat") == workspace_of("rae@heat", "heat") == "u/swarm:heat"
    others = [workspace_of(one) for one in ("bo@heat", "heat", "swarm:heat", None)]
    assert len({workspace_of("bo@heat", "heat"), workspace_of("bo@cold", "cold"), *others}) == 6
