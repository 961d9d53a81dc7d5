"""Residents whose past is longer than a model can read: what becomes a summary, and how a long result is read on."""

import asyncio
import json
from typing import Any

from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.runs.read_on import READ_ON
from bailiwick.runs.records import StepKind
from bailiwick.runs.store import ExecutionStore
from support.ledger import new_ledger
from support.providers import Answer, Call, ProviderServer
from support.running import person, running
from support.swarms import swarm_of

SUMMARISES = "You shorten what a resident"
SUMMARY = "Ana counts lighthouses for the person; 133 metres is the tallest."


def text_of(request: Any) -> str:
    return json.dumps(request.body)


def is_for_summary(request: Any) -> bool:
    return SUMMARISES in text_of(request)


def posted(server: ProviderServer) -> list[Any]:
    return [request for request in server.requests if request.method == "POST"]


def at(server: ProviderServer, **options: Any) -> dict[str, Any]:
    return {"model": "openai:m", "openai_base_url": server.openai_url, "openai_api_key": "key", **options}


def answers(request: Any) -> Answer:
    return Answer(
        pieces=[SUMMARY if is_for_summary(request) else "lighthouse " * 700], usage={"input": 900, "output": 40}
    )


def test_the_older_turns_of_a_resident_become_a_summary_once_and_the_next_turn_starts_from_it(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            # The instructions and tools of a resident leave room for some six of these turns.
            async with running(own_database.owner, tmp_path, **at(server, context_tokens=18_000)) as platform:
                swarm = await swarm_of(await person(platform))
                await swarm.has("Ana", tools=(), context_window=50)
                turns: list[Any] = []
                for number in range(40):
                    await swarm.write(f"This is order {number}.", to="Ana")
                    await swarm.sleeps()
                    (turn,) = await swarm.stores[ResidentTurnStore].list(swarm.user, "ana@solar", limit=1)
                    turns.append(await swarm.stores[ExecutionStore].get(swarm.user, turn.execution_id))
                    if any(step.kind is StepKind.SUMMARY for each in turns[:-1] for step in each.steps):
                        break
                past = await swarm.stores[ResidentTurnStore].history(
                    swarm.user, "ana@solar", before_execution=turns[-1].id, window=50
                )
                return turns, past, posted(server), await swarm.resident("Ana")

    turns, (digests, said), requests, ana = asyncio.run(story())
    (made,) = [(each, step) for each in turns for step in each.steps if step.kind is StepKind.SUMMARY]
    run, step = made
    assert step.output == {"summary": SUMMARY}
    assert (step.usage.model_calls, step.usage.input_tokens) == (1, 900)
    assert run.usage.model_calls == 2, "it is part of what the turn has used"
    assert ana.usage.model_calls == len(requests) == len(turns) + 1, "and the resident"
    assert digests == []
    assert (said[0].summary.text, said[0].summary.execution_id) == (SUMMARY, run.id)
    assert said[0].summary.turns + len(said) - 1 == len(turns) - 1
    told = next(text_of(request) for request in requests if is_for_summary(request))
    assert "Mail: " in told
    assert "Ana: lighthouse" in told
    last = text_of(requests[-1])
    assert SUMMARY in last
    assert "order 0." not in last
    assert f"order {len(turns) - 1}." in last


def test_a_resident_reads_on_in_a_long_result(own_database, tmp_path, monkeypatch):
    ledger = new_ledger(tmp_path, monkeypatch)
    page = "".join(f"Line {number} of the page.\n" for number in range(400))
    ledger.with_name("page").write_text(page)
    reads = Answer(pieces=[], calls=[Call(name="readPageOutside", arguments='{"page": "page"}', id="first")])
    reads_on = Answer(
        pieces=[], calls=[Call(name=READ_ON, arguments='{"call_id": "first", "start": 1000}', id="second")]
    )

    async def story():
        with ProviderServer(reads, reads_on, Answer(pieces=["Read."])) as server:
            async with running(own_database.owner, tmp_path, **at(server, result_characters=1_000)) as platform:
                swarm = await swarm_of(await person(platform))
                await swarm.has("Ana", tools=("readPageOutside",))
                await swarm.write("Read the page.", to="Ana")
                await swarm.sleeps()
                (turn,) = await swarm.stores[ResidentTurnStore].list(swarm.user, "ana@solar", limit=1)
                done = await swarm.stores[ExecutionStore].get(swarm.user, turn.execution_id)
                return done, await swarm.said("Ana"), posted(server)

    done, said, (first, second, third) = asyncio.run(story())
    assert said == ["Read."]
    assert READ_ON not in json.dumps(first.body["tools"])
    assert READ_ON in json.dumps(second.body["tools"])
    assert "These are 1000 of" in text_of(second)
    _, more = [step for step in done.steps if step.kind is StepKind.TOOL]
    assert more.output["result"] == {"text": page[1_000:2_000], "characters": len(page), "next_start": 2_000}
    assert "Line 50 of the page" in text_of(third)
