"""An agent is healthy when it could do its work now; what it lacks is told as codes with values."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from mcp.server.mcpserver import MCPServer

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.rosters import Rosters
from bailiwick.agents.store import AgentStore
from bailiwick.features.installation.doctor import examine
from bailiwick.features.mcp.actions import McpServers
from bailiwick.features.mcp.records import McpServer, McpTransport
from bailiwick.kernel.errors import InvalidInput
from bailiwick.people.actions import People
from bailiwick.tools.credential_actions import Credentials
from bailiwick_router.core.agents import Agent
from bailiwick_skills.shop.stores import StoreLabel, StoreState, credential_name
from support.mcp_http import READS, serving_mcp
from support.running import person, running
from support.sandboxes import without_bubblewrap

DOMAIN = "candle-corner.myshopify.com"


async def lacks(platform, user_id, agent_id):
    """Return what an agent lacks, as (code, values); the same alone and in the list of all."""
    health = await platform[HealthChecks].one(user_id, agent_id)
    assert (await platform[HealthChecks].all(user_id))[agent_id] == health
    assert health.healthy == (not health.lacks) == (not health.detail)
    return [(lack.code, dict(lack.values)) for lack in health.lacks]


def test_the_mail_agent_is_healthy_once_it_can_read_mail_and_says_before_what_is_missing(own_database, tmp_path):
    server = MCPServer("gmail", "1")

    @server.tool(annotations=READS)
    async def search_emails(query: str) -> str:
        """Search the mailbox."""
        return query

    async def story():
        async with running(own_database.owner, tmp_path) as platform, serving_mcp(server) as url:
            owner = await platform[People].owner()
            named = {"server": "gmail"}
            assert await lacks(platform, owner.id, "gmail") == [("mcp-unregistered", named)]
            gmail = McpServer(id="", name="gmail", transport=McpTransport.HTTP, url=url)
            added = (await platform[McpServers].register(owner, gmail, {})).server
            assert await lacks(platform, owner.id, "gmail") == [("mcp-disabled", named)]
            await platform[McpServers].enable(owner, added.id, {})
            assert await lacks(platform, owner.id, "gmail") == []
            await platform[Rosters].update(owner.id, "gmail", {"tools": ["gmail__send_.*"]})
            assert await lacks(platform, owner.id, "gmail") == [("mcp-unapproved", named)]

    asyncio.run(story())


def test_the_shop_agent_needs_a_store_that_takes_its_token(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            assert await lacks(platform, someone.id, "emma-ecommerce") == [
                ("store-missing", {"service": "Shopify", "plugin": "shopify"})
            ]
            label = StoreLabel(state=StoreState.OK)
            store = await platform[Credentials].store(
                someone.id, credential_name(DOMAIN), "shpat_0123456789", noted=label.write()
            )
            assert await lacks(platform, someone.id, "emma-ecommerce") == []
            refused = replace(label, state=StoreState.REFUSED).write()
            await platform[Credentials].replace(someone.id, store.id, noted=refused)
            assert await lacks(platform, someone.id, "emma-ecommerce") == [
                ("store-refused", {"store": DOMAIN, "plugin": "shopify"})
            ]

    asyncio.run(story())


def test_what_runs_programs_needs_a_sandbox_and_an_agent_may_need_a_credential(
    own_database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    without_bubblewrap(monkeypatch, tmp_path)

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            assert await lacks(platform, someone.id, "code") == [("sandbox-missing", {"program": "javascript"})]
            (lack,) = (await platform[HealthChecks].one(someone.id, "code")).lacks
            assert lack.why is not None
            assert lack.why.code == "bubblewrap-missing"
            assert await lacks(platform, someone.id, "main") == []
            await someone.has("finder", needs=["credential:brave"])
            assert await lacks(platform, someone.id, "finder") == [("credential-missing", {"name": "brave"})]
            await platform[Credentials].store(someone.id, "brave:work", "0123456789", "")
            assert await lacks(platform, someone.id, "finder") == []
            with pytest.raises(InvalidInput, match="nothing an agent can need"):
                await someone.has("odd", needs=["mailbox"])

    asyncio.run(story())


def test_an_agent_that_ships_needs_the_same_when_its_change_was_stored_without_needs(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            changed = (await platform[Rosters].get(someone.id, "gmail")).evolve(name="Mail", needs=())
            await platform.stores[AgentStore].save(someone.id, changed)
            assert await lacks(platform, someone.id, "gmail") == [("mcp-unregistered", {"server": "gmail"})]

    asyncio.run(story())


@pytest.fixture
def counted(monkeypatch) -> list[object]:
    """The task of every statement that is executed from now on: others than the story's run in the background."""
    statements: list[object] = []
    execute = psycopg.AsyncCursor.execute

    async def counting(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        statements.append(asyncio.current_task())
        return await execute(self, query, *arguments, **options)

    monkeypatch.setattr(psycopg.AsyncCursor, "execute", counting)
    return statements


def test_a_doctor_of_a_thousand_agents_asks_the_database_as_often_as_of_ten_and_says_no_more(
    own_database, tmp_path, counted
):
    def agents(first, last):
        return [
            Agent(
                id=f"a{number}",
                name=f"A{number}",
                role="specialist",
                needs=["mcp:gmail", "store:shopify"],
                model=("offline", "anthropic:claude-sonnet-4-5")[number % 2],
                tags=[f"thing{number}"],
                examples=[f"Bring me thing{number}", f"Where is thing{number}", f"thing{number} now"],
            )
            for number in range(first, last)
        ]

    async def story():
        counts = []
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            owner = await platform[People].owner()
            user = replace(owner, id=someone.id)
            for first, last in ((0, 10), (10, 1000)):
                await platform[Rosters].import_agents(someone.id, agents(first, last))
                await platform[Rosters].of(someone.id)
                counted.clear()
                findings = await examine(platform, user, serving=True)
                counts.append((counted.count(asyncio.current_task()), len(findings)))
        return counts, findings

    (few, many), findings = asyncio.run(story())
    assert many[0] <= few[0]
    assert many[1] <= few[1] + 2
    assert max(len(finding.agents) for finding in findings) == 1001  # the thousand and the mail agent that ships
    assert len(json.dumps([finding.detail for finding in findings])) < 20_000
