"""Pictures that tools return: kept, shown with the answer, given to models that see, told in words to the others."""

import asyncio
import base64
import json

import pytest
from mcp.server.mcpserver import Image, MCPServer
from tests.runs.test_files_for_models import BLIND, SEEING, picture_parts, talking

from bailiwick.features.mcp.actions import McpServers
from bailiwick.features.mcp.records import McpServer, McpTransport
from bailiwick.people.actions import People
from bailiwick.runs.files.given import RETURNED
from bailiwick.runs.files.made import made_in
from bailiwick.runs.files.store import FileStore
from bailiwick.runs.threads.turn_store import TurnStore
from support.files import png
from support.mcp_http import READS, serving_mcp
from support.providers import Answer, Call
from support.running import Person

PLOT = png(64, 48)
ARTIST = "artist"


def drawing_server() -> MCPServer:
    server = MCPServer("drawing", "1.0")

    @server.tool(annotations=READS)
    async def draw() -> list:
        """Draw the sales."""
        return ["The sales as a chart:", Image(data=PLOT, format="png")]

    return server


async def drawn(own_database, home, model: str, *further: Answer, **settings):
    """Let an agent draw with a tool; return the execution, its turn, what is kept, and the calls of the model."""
    answers = (Answer(pieces=(), calls=(Call(name="drawing__draw"),)), Answer(pieces=("A fine ", "chart.")), *further)
    async with (
        talking(own_database.owner, home, model, *answers) as (who, server),
        serving_mcp(drawing_server()) as url,
    ):
        owner = await who.platform[People].owner()
        who = Person(who.platform, owner.id)
        mcp = who.platform[McpServers]
        added = await mcp.register(owner, McpServer(id="", name="drawing", transport=McpTransport.HTTP, url=url), {})
        await mcp.enable(owner, added.server.id, {})
        await who.has(ARTIST, description="Draws.", tools=("drawing__.*",), instructions="Draw.", **settings)
        execution = await who.ask("Draw me a poem about the sales.", agent_id=ARTIST)
        assert execution.status == "completed", execution.failure
        if further:
            await who.ask("Write a poem about what you see in it.", agent_id=ARTIST)
        (turn,) = await who.platform.stores[TurnStore].of(who.id, [execution.id])
        kept = await who.platform.stores[FileStore].contents(who.id, [each.kept for each in turn.made])
        # A worker that seems to have died is followed by another, which asks again from where the journal ends.
        asked = [each.body for each in server.requests if each.method == "POST"]
        bodies = [each for each in asked if "The sales as a chart:" in json.dumps(each)]
        return execution, turn, kept, bodies


@pytest.mark.parametrize("provider", SEEING)
def test_a_picture_of_a_tool_reaches_each_provider_in_its_own_format(own_database, tmp_path, provider):
    execution, turn, kept, bodies = asyncio.run(drawn(own_database, tmp_path, SEEING[provider]))
    assert len(picture_parts(bodies[-1])) == 1
    said = json.dumps(bodies[-1])
    assert base64.b64encode(PLOT).decode() in said
    assert RETURNED in said
    (made,) = turn.made
    assert (made.name, made.media_type, made.width, made.unseen) == ("image-1.png", "image/png", 64, False)
    assert kept == {made.kept: PLOT}
    assert made_in(execution.steps) == turn.made


def test_a_model_that_cannot_see_is_told_so_and_the_person_too(own_database, tmp_path):
    _, turn, _, bodies = asyncio.run(drawn(own_database, tmp_path, BLIND))
    assert picture_parts(bodies[-1]) == []
    assert "This model cannot see pictures." in json.dumps(bodies[-1])
    assert [each.unseen for each in turn.made] == [True]


def test_the_next_message_is_answered_with_the_picture_in_sight(own_database, tmp_path):
    again = Answer(pieces=("It ", "rises."))
    *_, bodies = asyncio.run(drawn(own_database, tmp_path, SEEING["openai-chat"], again))
    assert len(picture_parts(bodies[-1])) == 1
    roles = [each["role"] for each in bodies[-1]["messages"]]
    assert roles[1:] == ["user", "assistant", "tool", "user", "assistant", "user"]
