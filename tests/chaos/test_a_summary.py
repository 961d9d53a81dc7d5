"""A worker that is killed while a long thread is summed up: the summary is kept once, and paid for once."""

import asyncio
import json
from typing import Any

import pytest

from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.records import StepKind
from bailiwick.runs.threads.turn_store import TurnStore
from support.ledger import crash, settled
from support.providers import Answer, ProviderServer
from support.running import person, running, working

TURNS = 9
SUMMARY = "The person collects lighthouses."


def is_for_summary(request: Any) -> bool:
    return "You shorten a conversation" in json.dumps(request.body)


def answers(request: Any) -> Answer:
    return Answer(pieces=[SUMMARY if is_for_summary(request) else "lighthouse " * 80])


@pytest.mark.parametrize(
    ("boundary", "calls"),
    [
        ("before summary completed", 2),
        ("after summary completed", 1),
        ("before model:1 completed", 1),
        ("before finish", 1),
    ],
)
def test_a_summary_that_was_kept_is_not_made_again(database_urls, tmp_path, monkeypatch, boundary, calls):
    """Before it is kept it is lost with its worker, as the answer of any model is."""

    async def story():
        with ProviderServer() as server:
            server.default = answers
            options = {"openai_base_url": server.openai_url, "openai_api_key": "key"}
            for name, value in {**options, "context_tokens": "100000"}.items():
                monkeypatch.setenv(f"BAILIWICK_{name.upper()}", value)
            model = {"model": "openai:m"}
            async with running(database_urls.owner, tmp_path, mode=Working.NO, **model) as platform:
                someone = await person(platform)
                await someone.has("keeper", instructions="You keep lighthouses.", max_tokens=200)
                async with working(platform):
                    done = [await someone.ask(f"Tell me of number {n}.", agent_id="keeper") for n in range(TURNS)]
            assert not any(map(is_for_summary, server.requests))
            monkeypatch.setenv("BAILIWICK_CONTEXT_TOKENS", "2000")
            async with running(database_urls.owner, tmp_path, mode=Working.NO, **model) as platform:
                someone = type(someone)(platform, someone.id)
                execution = await someone.submit("Tell me of one more.", agent_id="keeper")
                await crash(database_urls.owner, tmp_path, "openai:m", boundary)
                async with working(platform):
                    ended = await settled(someone, execution.id)
                turns = await platform.stores[TurnStore].of(someone.id, [each.id for each in done])
                return ended, turns, sum(map(is_for_summary, server.requests))

    ended, turns, paid = asyncio.run(story())
    assert ended.status is ExecutionStatus.COMPLETED, ended.failure
    assert paid == calls
    (step,) = [step for step in ended.steps if step.kind is StepKind.SUMMARY]
    assert step.output == {"summary": SUMMARY}
    assert [turn.summary.text for turn in turns if turn.summary] == [SUMMARY]
    assert ended.usage.model_calls == 2
