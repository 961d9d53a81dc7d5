"""What a model is told of an agent's tools is short: how many tokens that takes, tool by tool."""

import asyncio

from bailiwick.agents.rosters import Rosters
from bailiwick.models.counting import tool_tokens
from bailiwick.runs.records import StepKind
from bailiwick.runs.tools import Tools
from bailiwick.tools.credential_actions import Credentials
from bailiwick_skills.databases.plugin import plugin as databases
from bailiwick_skills.shop.plugin import plugin as shop
from support.providers import Answer, ProviderServer
from support.running import person, running

MOST = {"toby-technical": 4_500}
"""Tokens that the tools of some agents take at most."""
MOST_OF_ONE = 650
"""Tokens that one tool takes at most."""


def test_what_a_model_is_told_of_tools_is_short(own_database, tmp_path):
    async def story() -> dict[str, dict[str, int]]:
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            found: dict[str, dict[str, int]] = {}
            for agent in (await platform[Rosters].of(someone.id)).roster:
                tools = (await platform[Tools].for_agent(someone.id, agent)).tools()
                idle = await platform[Tools].idle(someone.id, tools)
                told = {name: tool.spec for name, tool in tools.items() if name not in idle}
                found[agent.id] = {name: tool_tokens([spec]) for name, spec in told.items()}
            return found

    found = asyncio.run(story())
    for agent, most in MOST.items():
        dearest = sorted(found[agent].items(), key=lambda each: -each[1])
        assert sum(found[agent].values()) <= most, (agent, sum(found[agent].values()), dearest)
        assert len(found[agent]) > 25, "that is many tools"
    every = {name: tokens for tools in found.values() for name, tokens in tools.items()}
    dear = {name: tokens for name, tokens in every.items() if tokens > MOST_OF_ONE}
    assert not dear, sorted(dear.items(), key=lambda each: -each[1])


def test_models_are_not_told_of_tools_with_which_nothing_can_be_done_yet(own_database, tmp_path):
    async def story() -> tuple[list[set[str]], list[set[str]]]:
        with ProviderServer() as server:
            server.default = Answer(pieces=["Here."])
            options = {"model": "openai:m", "openai_base_url": server.openai_url, "openai_api_key": "key"}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                asked = {"message": "Write a poem about my shop.", "agent_id": "emma-ecommerce"}
                before = await someone.ask(**asked)
                await platform[Credentials].store(someone.id, "shopify:corner.myshopify.com", "shpat_0123456789abcdef")
                after = await someone.ask(**asked)
                told = [
                    {tool["function"]["name"] for tool in request.body["tools"]}
                    for request in server.requests
                    if request.method == "POST"
                ]
                offered = [
                    set(step.input["offered"])
                    for run in (before, after)
                    for step in run.steps
                    if step.kind is StepKind.MODEL
                ]
                return told, offered

    told, offered = asyncio.run(story())
    assert told == offered, "the step says which"
    before, after = told
    assert "shopifyGetProducts" in before, "its answer says that a store is to be connected"
    assert {"shopifyGetOrders", "shopifyUpdateStock"} <= after - before
    assert {"queryDatabase", "describeDatabase"}.isdisjoint(after)


def test_all_tools_that_are_of_no_use_at_first_are_there(own_database, tmp_path):
    async def story() -> set[str]:
        async with running(own_database.owner, tmp_path) as platform:
            return set((await platform[Tools].of((await person(platform)).id)).tools())

    names = {name for each in (databases, shop) for useful in each.useful for name in useful.tools}
    assert names <= asyncio.run(story())
