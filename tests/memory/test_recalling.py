"""What is remembered reaches every agent that it fits: within bounds, from where it is kept, and nobody else's."""

import asyncio
import string
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.memory.answers import to_you
from bailiwick.features.memory.recalling import MemoryRecall
from bailiwick.features.memory.records import (
    PERSON,
    EntityDraft,
    ObservationDraft,
    Provenance,
    RelationDraft,
    WrittenBy,
)
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.features.memory.wordings import alike, has_words, meaning_of, relation_in
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.recalling import Recalling, line
from bailiwick.runs.records import Execution, StepKind
from support.ledger import new_ledger
from support.running import Person, person, running, script
from support.statements import counted

BY = Provenance(author=WrittenBy.PERSON, source="her card")
STRANGER = Provenance(author=WrittenBy.AGENT, agent_id="research", source="https://example.org", tainted=True)
KNOWS = """
[[rule]]
instructions = "- Ana: works at Initech (written by the person, {day}, her card)"
[[rule.turn]]
text = "I know."

[[rule]]
[[rule.turn]]
text = "Who?"
"""


async def knows_ana(platform: Platform, someone: Person, by: Provenance = BY) -> None:
    store = platform.stores[KnowledgeStore]
    ana = EntityDraft("Ana", "person", ("works at Initech", "plays the cello"))
    await store.create_entities(someone.id, [ana, EntityDraft("Initech", "organisation")], by)
    await store.create_relations(someone.id, [RelationDraft("Ana", "Initech", "works at")], by)


def recalled(execution: Execution) -> list[str]:
    """Return the facts that the journal says were recalled."""
    return [
        f"{fact['about']}: {fact['text']}"
        for step in execution.steps
        if step.kind is StepKind.RECALL
        for fact in (step.output or {})["facts"]
    ]


def test_an_agent_is_told_what_fits_with_its_source_and_the_journal_has_it(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    model = script(tmp_path, KNOWS.replace("{day}", datetime.now(UTC).date().isoformat()))

    async def story() -> None:
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone, other = await person(platform), await person(platform)
            for each in (someone, other):
                await each.has("clerk")
            await knows_ana(platform, someone)
            asked = await someone.ask("Write to ANA about the invoice.", agent_id="clerk")
            assert asked.answer == "I know."
            assert recalled(asked) == ["Ana: works at Initech", "Ana: plays the cello"]
            [told] = [item for item in await someone.events(asked.id) if item.kind == "facts.recalled"]
            assert (told.data["count"], told.data["outside"]) == (2, False)
            beside = await someone.ask("What is new?", agent_id="clerk")
            assert (beside.answer, recalled(beside)) == ("Who?", [])
            theirs = await other.ask("Write to Ana about the invoice.", agent_id="clerk")
            assert (theirs.answer, recalled(theirs)) == ("Who?", [])

    asyncio.run(story())


def test_what_is_forgotten_for_good_is_no_longer_in_the_journal_of_what_recalled_it(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    async def story() -> list[list[str]]:
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            await knows_ana(platform, someone)
            asked = await someone.ask("What does Ana play at Initech?", agent_id="main")
            before = recalled(asked)
            await someone.ask("forget that plays the cello", agent_id="main")
            once = recalled(await platform[Executions].get(someone.id, asked.id))
            await someone.ask("forget Ana", agent_id="main")
            return [before, once, recalled(await platform[Executions].get(someone.id, asked.id))]

    works, plays = "Ana: works at Initech", "Ana: plays the cello"
    assert asyncio.run(story()) == [[plays, works], [works], []]


def test_what_strangers_had_a_hand_in_marks_the_run_that_it_is_recalled_in(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    model = script(
        tmp_path,
        '[[turn]]\ncalls = [{ tool = "remember", arguments = { fact = "wrote" } }]\n[[turn]]\ntext = "Done."\n',
    )

    async def story() -> list[bool]:
        marked: list[bool] = []
        async with running(own_database.owner, tmp_path, model=model) as platform:
            for by in (BY, STRANGER):
                someone = await person(platform)
                await someone.has("clerk", tools=["remember"])
                await knows_ana(platform, someone, by)
                asked = await someone.ask("Write to Ana.", agent_id="clerk")
                assert recalled(asked)
                views = platform.stores[KnowledgeViews]
                [one] = [each for each in (await views.entities(someone.id)).entities if each.name == PERSON]
                [fact] = (await views.entity(someone.id, one.id)).observations
                marked.append(fact.provenance.tainted)
        return marked

    assert asyncio.run(story()) == [False, True]


def test_a_run_that_goes_on_knows_what_it_knew_when_it_began(
    own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_ledger(tmp_path, monkeypatch)
    model = script(
        tmp_path,
        """
[[rule]]
instructions = "Initech (written"
[[rule.turn]]
calls = [{ tool = "recordApproved", arguments = { text = "hello" } }]
[[rule.turn]]
text = "As before."
""",
    )

    async def story() -> None:
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone, store = await person(platform), platform.stores[KnowledgeStore]
            await someone.has("clerk", tools=["recordApproved"])
            await knows_ana(platform, someone)
            asked = await someone.ask("Write to Ana.", agent_id="clerk")
            assert asked.status is ExecutionStatus.WAITING
            before = recalled(asked)
            await store.delete_entities(someone.id, ["Ana"], BY)
            [approval] = await platform.stores[ApprovalStore].list(someone.id, status=ApprovalStatus.PENDING)
            await platform[Executions].approve(someone.id, approval.id)
            done = await platform[Executions].wait(someone.id, asked.id, 30.0)
            assert (done.answer, recalled(done)) == ("As before.", before)

    asyncio.run(story())


def test_a_relation_that_strangers_had_a_hand_in_is_marked_where_it_is_told(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone, store = await person(platform), platform.stores[KnowledgeStore]
            entities = [EntityDraft("Ana", "person"), EntityDraft("Initech", "organisation", ("sells software",))]
            await store.create_entities(someone.id, entities, BY)
            await store.create_relations(someone.id, [RelationDraft("Ana", "Initech", "works at")], STRANGER)
            mark = "(unchecked: written after reading others' words)"
            related = await someone.ask("Who works at Initech?", agent_id="main")
            assert related.answer == f"Ana works at Initech {mark}."
            known = await someone.ask("What do you know about Initech?", agent_id="main")
            assert f"- Initech: sells software\n- Ana works at Initech {mark}" in (known.answer or "")

    asyncio.run(story())


@pytest.mark.parametrize(("bounds", "count"), [({"recalled_facts": 2}, 2), ({"recalled_characters": 90}, 1)])
def test_it_is_bounded(own_database: DatabaseUrls, tmp_path: Path, bounds: dict[str, int], count: int) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path, **bounds) as platform:
            someone = await person(platform)
            contents = tuple(f"likes the colour {letter}" for letter in string.ascii_uppercase)
            await platform.stores[KnowledgeStore].create_entities(
                someone.id, [EntityDraft("Ana", "person", contents)], BY
            )
            assert len(recalled(await someone.ask("What does Ana like?", agent_id="main"))) == count

    asyncio.run(story())


def test_it_is_one_statement_and_none_where_nothing_was_ever_written_down(
    own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with (
            running(own_database.owner, tmp_path) as platform,
            running(own_database.owner, tmp_path / "other") as elsewhere,
        ):
            someone = await person(platform)
            recall = MemoryRecall(platform.database, platform[RememberedReads])
            seen, me = counted(monkeypatch), asyncio.current_task()

            async def costs(message: str, statements: list[str]) -> Sequence[KnownFact]:
                """Ask until it costs that; news that are still under way may make it look again."""
                async with asyncio.timeout(20):
                    while True:
                        seen.clear()
                        found = await recall.fitting(someone.id, message, 12)
                        if [name for task, name in seen if task is me] == statements:
                            return found
                        await asyncio.sleep(0)

            assert await costs("Who is Ana?", []) == ()
            await knows_ana(elsewhere, someone)
            assert len(await costs("Who is Ana?", ["fitting"])) == 2, "the other process is heard"
            assert await costs("What is that?", []) == (), "it has no words that could be known"

    asyncio.run(story())


def test_what_is_in_many_texts_is_found_among_the_latest(own_database: DatabaseUrls, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone, store = await person(platform), platform.stores[KnowledgeStore]
            many = [EntityDraft(f"Guest {number}", "person", ("came to the party",)) for number in range(3000)]
            await store.create_entities(someone.id, [EntityDraft("José Núñez", "person", ("sings at the party",))], BY)
            await store.create_entities(someone.id, many, BY)
            await store.add_observations(someone.id, [ObservationDraft("Guest 7", ("hates parties",))], BY)
            recall = MemoryRecall(platform.database, platform[RememberedReads])
            found = await recall.fitting(someone.id, "does jose nunez come?", 5)
            assert [(fact.about, fact.text) for fact in found] == [("José Núñez", "sings at the party")]
            latest = await recall.fitting(someone.id, "who hates a party?", 5)
            assert (latest[0].about, latest[0].text) == ("Guest 7", "hates parties")
            assert len(latest) == 5

    asyncio.run(story())


WORDS = st.text(string.ascii_lowercase, min_size=1, max_size=12)


@given(WORDS, WORDS)
def test_words_that_are_alike_are_so_both_ways(one: str, other: str) -> None:
    assert alike(one, one)
    assert alike(one, other) == alike(other, one)


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_a_text_has_its_own_words(words: list[str]) -> None:
    assert has_words(" ".join(words), words)


@given(st.text(max_size=60))
def test_any_text_can_be_said_to_the_person(text: str) -> None:
    assert len(to_you(text).split(" ")) == len(text.split(" "))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("works at", "trabaja en"),
        ("works_at", "trabaja para"),
        ("lives in", "vive en"),
        ("is married to", "está casada con"),
    ],
)
def test_a_relation_means_the_same_in_both_languages(one: str, other: str) -> None:
    assert meaning_of(one) == meaning_of(other)


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("works at Initech", ("works at", "Initech")),
        ("I live in Lima", ("lives in", "Lima")),
        ("trabajo en Acme", ("works at", "Acme")),
        ("likes tea", None),
    ],
)
def test_a_sentence_may_tell_a_relation(sentence: str, relation: tuple[str, str] | None) -> None:
    found = relation_in(sentence)
    assert (None if found is None else (found.meaning, found.to)) == relation


class Kept:
    """Keeps these facts."""

    def __init__(self, facts: list[KnownFact]) -> None:
        self._facts = facts

    async def prepare(self, user_id: str) -> None:
        """Do nothing."""
        del user_id

    async def fitting(self, user_id: str, text: str, most: int) -> list[KnownFact]:
        """Return them."""
        del user_id, text
        return self._facts[:most]


FACTS = st.lists(st.builds(lambda text: KnownFact(id="1", about="Ana", text=text), st.text(max_size=50)), max_size=12)


@given(FACTS, st.integers(0, 10), st.integers(0, 300))
def test_no_more_is_recalled_than_the_bounds_say(facts: list[KnownFact], most: int, characters: int) -> None:
    recalling = Recalling(sources=[Kept(facts)], facts=most, characters=characters)
    found = asyncio.run(recalling.fitting("someone", "a message"))
    assert len(found) <= most
    assert sum(len(line(fact)) for fact in found) <= characters
