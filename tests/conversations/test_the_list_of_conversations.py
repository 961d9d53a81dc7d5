"""Conversations as people have them, without a model: the right one answers each turn, and says the right thing."""

import asyncio
import tomllib
from pathlib import Path

import pytest

from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import person, running

LIST = tomllib.loads((Path(__file__).parent / "conversations.toml").read_text(encoding="utf-8"))["conversation"]


@pytest.mark.timeout(300)
def test_every_turn_of_the_list_is_answered_by_the_right_one_with_the_right_thing(own_database, tmp_path):
    async def talk(platform, turns: list[tuple[str, str, str]]) -> list[str]:
        somebody = await person(platform)
        thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
        wrong = []
        for message, agent, part in turns:
            execution = await somebody.ask(message, conversation_id=thread.id)
            if execution.agent_id != agent or part not in (execution.answer or ""):
                wrong.append(f"{message!r} was answered by {execution.agent_id}: {execution.answer}")
        return wrong

    async def story() -> list[str]:
        async with running(own_database.owner, tmp_path) as platform:
            return [each for conversation in LIST for each in await talk(platform, conversation["turns"])]

    wrong = asyncio.run(story())
    assert sum(len(conversation["turns"]) for conversation in LIST) > 90
    assert not wrong, "\n".join(wrong)
