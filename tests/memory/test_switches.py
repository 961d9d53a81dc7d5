"""A person may switch memory off, for all agents or for one: nothing is read, nothing is written, and it is said."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.queries import NamedQuery
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.runs.records import Execution, StepKind
from support.running import Person, person, running

RECALLS = ("recall", "what do you remember about Ana?", "¿qué recuerdas de Ana?")


def touching_memory(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the name of every query is added that names a table of memory."""
    seen: list[str] = []

    def counting(run: Any) -> Any:
        async def running_it(query: NamedQuery, *arguments: Any) -> Any:
            if "knowledge_" in query.sql or "plugin_notes" in query.sql:
                seen.append(query.name)
            return await run(query, *arguments)

        return running_it

    for name in ("one", "all", "run"):
        monkeypatch.setattr(NamedQuery, name, counting(getattr(NamedQuery, name)))
    return seen


def recalled(execution: Execution) -> int:
    """Return how many facts were recalled in an execution."""
    return sum(len((step.output or {})["facts"]) for step in execution.steps if step.kind is StepKind.RECALL)


def test_off_for_all_agents_is_off(own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)

            async def switch(**switches: bool) -> None:
                await platform[PersonalPreferences].change(bob.id, switches)

            await bob.ask("remember that Ana works at Initech")
            assert recalled(await bob.ask("who works at Initech?")) > 0
            await switch(recall=False)
            seen = touching_memory(monkeypatch)
            off = await bob.ask("what do you remember about Ana?")
            assert off.answer == (
                "Memory is off: nothing that you told is looked up. You can turn it on in Settings, under “Memory and"
                " conversations”."
            )
            en_espanol = await bob.ask("¿qué recuerdas sobre Ana?")
            assert "La memoria está desactivada" in (en_espanol.answer or "")
            assert "Ajustes" in (en_espanol.answer or "")
            for message in ("who works at Initech?", "what is 2 + 2?", "what's my name?", "summarize the memory"):
                execution = await bob.ask(message)
                assert recalled(execution) == 0
                assert "Ana" not in (execution.answer or "")
            assert seen == [], "no statement has touched memory"

            # What is written down still is, and can be taken back; then that is off, too.
            assert 'Say "undo"' in ((await bob.ask("my name is Bob")).answer or "")
            await switch(recall=True, remember=False)
            seen.clear()
            refused = await bob.ask("remember that Luis works at Acme", agent_id="main")
            assert "nothing is written down, so I will not remember that" in (refused.answer or "")
            assert "no recordaré eso" in ((await bob.ask("me llamo José", agent_id="main")).answer or "")
            assert "write" not in seen
            views = platform.stores[KnowledgeViews]
            assert await views.facts(bob.id, "Luis works Acme José", scope="user", limit=5) == []
            assert (await bob.ask("what's my name?")).answer == "Your name is Bob."
            assert "Forgotten for good" in ((await bob.ask("forget Ana")).answer or ""), "taking out is always possible"

            await switch(remember=True)
            assert "I will remember" in (
                (await bob.ask("remember that Luis works at Acme", agent_id="main")).answer or ""
            )

    asyncio.run(story())


def test_off_for_one_agent_is_off_for_that_one(
    own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            await bob.ask("remember that Ana works at Initech")
            changes: Mapping[str, Any] = {"recall": False, "remember": False}
            await platform[Rosters].update(bob.id, "main", changes)
            seen = touching_memory(monkeypatch)
            off = await bob.ask("what do you remember about Ana?", agent_id="main")
            assert off.answer is not None
            assert off.answer.startswith("Memory is off for Main: nothing that you told is looked up.")
            assert "edit Main, under “How it works”" in off.answer
            kept = await bob.ask("remember that Luis works at Acme", agent_id="main")
            assert "Memory is off for Main: nothing is written down" in (kept.answer or "")
            assert seen == []
            assert recalled(await bob.ask("hello", agent_id="main")) == 0

            async def other(message: str) -> str:
                return (await bob.ask(message, agent_id="toby-technical")).answer or ""

            assert "works at Initech" in await other("what do you know about Ana?")

    asyncio.run(story())


def test_undo_takes_back_what_was_written_down_by_talking_and_where_the_call_says(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    async def story(bob: Person) -> None:
        told = await bob.ask("my name is Bob")
        assert told.answer == 'I will remember: my name is Bob. Say "undo" to take that back.'
        undone = await bob.ask("undo")
        assert undone.answer == "The last change of the memory is undone (you)."
        assert "Bob" not in ((await bob.ask("what's my name?")).answer or "")

    async def tell() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            await story(await person(platform))

    asyncio.run(tell())
